import { statSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleFile, newNames } from '../provision/provision-support.js';
import { newEmptyDataDir, newPostgresUrl } from '../support/engines.js';
import { runServer, spawnService } from '../support/service-process.js';
import { newFile } from './transfer-support.js';

const digestOf = (stdout: string) => /^digest ([0-9a-f]{64}) {2}\S+$/m.exec(stdout)?.[1];

async function signIn(baseUrl: string, email: string): Promise<number> {
  const { status } = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct-horse-1' }),
  });
  return status;
}

test('export and import move a workspace, whose owner signs in and whose key works', async () => {
  const names = newNames();
  const from = { SVC_DATA_DIR: join(newEmptyDataDir(), 'data') };
  const provision = newFile('acme.json');
  await writeFile(provision, JSON.stringify(exampleFile(names)), { mode: 0o600 });
  expect((await runServer(['provision', provision], from)).code).toBe(0);
  const file = newFile();
  const out = await runServer(['export', '--workspace', names.workspace, '--out', file], from);
  expect(out).toMatchObject({ code: 0 });
  expect(out.stdout).toMatch(/^\d+ rows in .* rows\/s\)$/m);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const env = { DATABASE_URL: await newPostgresUrl(), SVC_SECRET: 'a secret of the tests, 32 characters' };
  const imported = await runServer(['import', file], env);
  expect(imported).toMatchObject({ code: 0 });
  const verified = await runServer(['verify', '--digest'], env);
  expect(verified).toMatchObject({ code: 0 });
  expect(digestOf(out.stdout)).toBeDefined();
  for (const { stdout } of [imported, verified]) expect(digestOf(stdout)).toBe(digestOf(out.stdout));

  const service = await spawnService(env);
  await service.ready();
  expect(await signIn(service.baseUrl, names.email)).toBe(200);
  const { status } = await fetch(`${service.baseUrl}/api/v1/cli/status`, {
    headers: { authorization: `Bearer ${names.token}` },
  });
  expect(status).toBe(200);
  const again = await runServer(['import', file], env);
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toContain('The service is running on this database: stop all its processes');
}, 60_000);

test('a file that is there and a workspace that is not are refused without a trace', async () => {
  const env = { SVC_DATA_DIR: join(newEmptyDataDir(), 'data') };
  expect((await runServer(['migrate'], env)).code).toBe(0);
  const file = newFile();
  const unknown = await runServer(['export', '--workspace', 'Acme', '--out', file], env);
  expect(unknown).toMatchObject({ code: 1 });
  expect(unknown.stderr).toContain('svc-server: There is no workspace "Acme"; there are: none\n');
  expect(await readdir(dirname(file))).toEqual([]);
  await writeFile(file, 'kept');
  const taken = await runServer(['export', '--workspace', 'Acme', '--out', file], env);
  expect(taken.stderr).toContain(`${file} exists already`);
  expect(await readdir(dirname(file))).toHaveLength(1);
  const nothing = await runServer(['import', `${file}.not`], env);
  expect(nothing.stderr).toContain('there is no such file');
}, 60_000);
