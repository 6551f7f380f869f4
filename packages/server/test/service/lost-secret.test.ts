import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { newDataDir } from '../support/engines.js';
import { seedProgram } from '../support/seed.js';
import { spawnService } from '../support/service-process.js';

const [UNUSED, FIRST, SECOND] = ['unused', 'first', 'second'].map(
  (name) => `the ${name} secret, 32 characters long`,
) as [string, string, string];

/** The id of the key that signs seals, from a service that starts with these settings and is stopped again. */
async function keyUnder(env: Readonly<Record<string, string>>): Promise<string> {
  const service = await spawnService(env);
  await service.ready();
  const { id } = (await (await fetch(`${service.baseUrl}/.well-known/svc-seal-key`)).json()) as {
    id: string;
  };
  service.child.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0 });
  return id;
}

/** A webhook, whose secret is encrypted. */
async function addWebhook(dataDir: string): Promise<void> {
  const { pool, close } = await openDatabase({ dataDir });
  const { workspaceId } = await seedProgram(pool);
  await pool.query(
    `insert into webhooks (workspace_id, url, format, secret, position) values ($1, 'https://shop.test/', 'standard', 'encrypted', 0)`,
    [workspaceId],
  );
  await close();
}

test('a service does not start with a secret that decrypts nothing, unless it is told that the right one is lost', async () => {
  const SVC_DATA_DIR = await newDataDir();
  const unused = await keyUnder({ SVC_DATA_DIR, SVC_SECRET: UNUSED });
  // Nothing is encrypted yet, so nothing is lost.
  const key = await keyUnder({ SVC_DATA_DIR, SVC_SECRET: FIRST });
  expect(key).not.toBe(unused);
  await addWebhook(SVC_DATA_DIR);
  const refused = await (await spawnService({ SVC_DATA_DIR, SVC_SECRET: SECOND })).ended;
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('decrypts nothing that is stored in this database');
  expect(await keyUnder({ SVC_DATA_DIR, SVC_SECRET: FIRST })).toBe(key);
  const another = await keyUnder({ SVC_DATA_DIR, SVC_SECRET: SECOND, SVC_SECRET_LOST: 'true' });
  expect(another).not.toBe(key);
  expect(await keyUnder({ SVC_DATA_DIR, SVC_SECRET: SECOND })).toBe(another);
  // It was found again: what both encrypted can be read.
  expect(await keyUnder({ SVC_DATA_DIR, SVC_SECRET: SECOND, SVC_PREVIOUS_SECRETS: FIRST })).toBe(another);
}, 60_000);
