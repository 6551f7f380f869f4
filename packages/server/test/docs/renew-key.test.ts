import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { newEmptyDataDir } from '../support/engines.js';
import { ask, post, signInAs } from '../support/management.js';
import { seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { blocksOf } from './markdown.js';

const GUIDE = fileURLToPath(new URL('../../../../docs/management-keys.md', import.meta.url));
const run = promisify(execFile);

test('the script of the guide renews a key while a program uses it, and a repeat makes no other key', async () => {
  const service = await startService('embedded');
  onTestFinished(() => service.close());
  const { workspaceId } = await seedProgram(service.pool);
  const keys = `/api/workspaces/${workspaceId}/management-keys`;
  const owner = await signInAs(service, workspaceId, 'owner');
  const created = await post(service, keys, { name: 'Report', permissions: ['report:read'] }, owner);
  const folder = newEmptyDataDir();
  const file = join(folder, 'management-key.json');
  writeFileSync(file, JSON.stringify(created.body));
  const script = blocksOf(readFileSync(GUIDE, 'utf8')).find(
    ({ comment }) => comment === 'file: renew-key.sh',
  );
  writeFileSync(join(folder, 'renew-key.sh'), script?.text ?? '');
  const renew = () =>
    run('sh', ['renew-key.sh'], { cwd: folder, env: { PATH: process.env.PATH, SVC_URL: service.baseUrl } });
  const keyInFile = () =>
    (JSON.parse(readFileSync(file, 'utf8')) as { management_key: string }).management_key;
  const statusWith = async (key: string) =>
    (
      await ask(service, '/api/workspaces/current/event-feed?after=latest', {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status;

  const first = keyInFile();
  const statuses = new Set<number>();
  let isRenewing = true;
  const program = (async () => {
    while (isRenewing) statuses.add(await statusWith(keyInFile()));
  })();
  copyFileSync(file, join(folder, 'before.json'));
  await renew();
  const second = keyInFile();
  // As if it had been stopped after the service had answered and before the file was replaced.
  copyFileSync(join(folder, 'before.json'), file);
  await renew();
  expect(keyInFile()).toBe(second);
  await renew();
  const third = keyInFile();
  isRenewing = false;
  await program;

  expect(statuses).toEqual(new Set([200]));
  expect(new Set([first, second, third]).size).toBe(3);
  for (const key of [first, second, third]) expect(await statusWith(key)).toBe(200);
  expect((await ask(service, keys, { cookie: owner })).body.data).toHaveLength(3);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
