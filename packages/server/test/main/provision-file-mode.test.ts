import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isOpenToOthers } from '../../src/service/read-provision-file.js';
import { exampleFile, newNames } from '../provision/provision-support.js';
import { newDataDir, newEmptyDataDir } from '../support/engines.js';
import { runServer, spawnService } from '../support/service-process.js';

async function writeProvision(mode: number, content: unknown = exampleFile(newNames())): Promise<string> {
  const path = join(newEmptyDataDir(), 'provision.json');
  await writeFile(path, JSON.stringify(content));
  await chmod(path, mode);
  return path;
}

/** Without accounts and keys: nothing in it opens anything. */
function openContent(): unknown {
  const content = exampleFile(newNames());
  const [workspace] = content.workspaces;
  workspace.members = [];
  for (const program of workspace.programs) delete program.api_token;
  return content;
}

describe('a provision file with passwords or tokens', { timeout: 180_000 }, () => {
  test.each([0o644, 0o640, 0o604, 0o660, 0o622])(
    'of mode %o is refused, and nothing is applied',
    async (mode) => {
      const path = await writeProvision(mode);
      const dataDir = await newDataDir();
      const reason = `svc-server: ${path} has passwords or tokens, and others can read or change it: run chmod 600 ${path}\n`;
      const asked = await runServer(['provision', path], { SVC_DATA_DIR: dataDir });
      expect(asked).toEqual({ code: 1, stdout: '', stderr: reason });
    },
  );

  test('that others can read stops the start of the service', async () => {
    const path = await writeProvision(0o644);
    const { code, stderr } = await runServer(['serve'], {
      SVC_DATA_DIR: await newDataDir(),
      SVC_PROVISION_FILE: path,
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`run chmod 600 ${path}`) });
  });

  test.each([0o600, 0o400])('of mode %o is applied', async (mode) => {
    const path = await writeProvision(mode);
    const { code } = await runServer(['provision', path], { SVC_DATA_DIR: await newDataDir() });
    expect(code).toBe(0);
  });
});

test('a provision file without passwords and tokens may be read by everybody', {
  timeout: 180_000,
}, async () => {
  const path = await writeProvision(0o644, openContent());
  const env = { SVC_DATA_DIR: await newDataDir() };
  expect(await runServer(['provision', path], env)).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('chmod'),
  });
  const service = await spawnService({ ...env, SVC_PROVISION_FILE: path });
  await service.ready();
});

test('a file that root hands to the group of the service may be read by that group', () => {
  const file = (mode: number, uid: number, isFile = true) => ({ mode, uid, isFile: () => isFile });
  expect(isOpenToOthers(file(0o440, 0), 1000)).toBe(false);
  expect(isOpenToOthers(file(0o444, 0), 1000)).toBe(true);
  expect(isOpenToOthers(file(0o460, 0), 1000)).toBe(true);
  expect(isOpenToOthers(file(0o440, 1000), 1000)).toBe(true);
  expect(isOpenToOthers(file(0o440, 0), 0)).toBe(true);
  expect(isOpenToOthers(file(0o622, 0, false), 1000)).toBe(false);
  expect(isOpenToOthers(file(0o666, 0), undefined)).toBe(false);
});
