import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createEncryption } from '../../src/crypto/encryption.js';
import { createSealKeys, SEAL_KEYS_PURPOSE } from '../../src/features/seals/seal-keys.js';
import { engines, newPostgresUrl } from '../support/engines.js';
import { ask } from '../support/management.js';
import { openProgramWithPayee } from '../support/paying.js';
import { startService } from '../support/service.js';
import { runServer } from '../support/service-process.js';
import { shared } from '../support/shared.js';
import { newFile } from '../transfer/transfer-support.js';

describe.each(engines)('seals over HTTP, on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('what a payout run follows from is sealed before it; the seals are listed for the workspace alone', async () => {
    const { workspace, jane, run } = await openProgramWithPayee(service);
    await jane.sell();
    expect((await workspace('GET', '/seals')).body).toEqual({ data: [], next_cursor: null });
    expect((await run()).status).toBe(200);
    const { status, body } = await workspace('GET', '/seals');
    expect(status).toBe(200);
    const [seal] = body.data;
    expect(seal.counts.ledger_movements).toBeGreaterThan(0);
    expect(seal.counts.payouts).toBeUndefined();
    expect(seal.key_id).toBe((await ask(service, '/.well-known/svc-seal-key')).body.id);

    const stranger = await openProgramWithPayee(service);
    const path = `/api/workspaces/${body.data[0].workspace_id}/seals`;
    const { body: theirs } = await stranger.workspace('GET', '/seals');
    expect(
      theirs.data.every(({ workspace_id }: { workspace_id: number }) => workspace_id !== seal.workspace_id),
    ).toBe(true);
    expect((await ask(service, path)).status).toBe(401);
  });

  test('lists page by page, oldest first where that is asked for, and as a file that verify takes', async () => {
    const { workspace, jane, run } = await openProgramWithPayee(service);
    for (let made = 0; made < 3; made++) {
      await jane.sell();
      expect((await run()).status).toBe(200);
    }
    const first = await workspace('GET', '/seals?limit=1');
    const second = await workspace('GET', `/seals?limit=1&cursor=${first.body.next_cursor}`);
    expect(second.body.data[0].number).toBe(first.body.data[0].number - 1);
    expect(second.body.data[0].hash).toBe(first.body.data[0].previous_hash);
    const { body } = await workspace('GET', '/seals?sort=number&limit=2');
    expect(body.data.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
  });
});

test('verify names the first seal of a file that the books do not match, and a file that is none', async () => {
  const databaseUrl = await newPostgresUrl();
  const service = await startService('postgres', { databaseUrl });
  const { workspace, jane, run } = await openProgramWithPayee(service);
  for (let made = 0; made < 2; made++) {
    await jane.sell();
    expect((await run()).status).toBe(200);
  }
  const { body } = await workspace('GET', '/seals?format=ndjson');
  const [seal] = (await workspace('GET', '/seals?sort=number')).body.data;
  const file = newFile('seals.ndjson');
  writeFileSync(file, body);
  const env = { DATABASE_URL: databaseUrl };
  const right = await runServer(['verify', '--seals', file], env);
  expect(right.stdout).toMatch(/^the books match all \d+ seals of the file$/m);
  expect(right.code).toBe(0);

  const { rows } = await service.pool.query<{ id: number }>(
    `select row_ids[1] as id from seal_contents where workspace_id = $1 and number = 1 and table_name = 'ledger_movements'`,
    [seal.workspace_id],
  );
  await service.pool.query('alter table ledger_movements disable trigger user');
  await service.pool.query('update ledger_movements set amount_cents = amount_cents + 1 where id = $1', [
    rows[0]?.id,
  ]);
  await service.pool.query('alter table ledger_movements enable trigger user');
  const wrong = await runServer(['verify', '--seals', file], env);
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toContain(`ledger_movements ${rows[0]?.id}: it was changed since it was sealed`);
  expect(wrong.stdout).toContain(
    `the first seal that does not match: workspace ${seal.workspace_id}, seal 1\n`,
  );

  writeFileSync(file, '{"data": [{"number": 1}]}');
  const none = await runServer(['verify', '--seals', file], env);
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('entry 1 is not a seal');
  await service.close();
});

test('a key is encrypted again after a change of the secret; one that nobody can decrypt signs no more and stays public', async () => {
  const service = await startService('postgres');
  const { pool } = service;
  const under = (current: string, ...previous: string[]) =>
    createEncryption({ current, previous }, SEAL_KEYS_PURPOSE);
  const nowMs = Date.UTC(2026, 10, 25);
  const publicKeys = async () => (await ask(service, '/.well-known/svc-seal-key')).body;
  const signsWith = async (encryption: ReturnType<typeof under>) => {
    const client = await pool.connect();
    const { id } = await createSealKeys(encryption, () => nowMs).current(client);
    client.release();
    return id;
  };
  const [old, current, foreign] = ['old', 'current', 'foreign'].map(
    (name) => `the ${name} secret, 32 characters long`,
  ) as [string, string, string];
  await pool.query('delete from seal_keys');
  expect(await createSealKeys(under(old), () => nowMs).prepare(pool)).toEqual({ unreadable: 0 });
  const { id } = await publicKeys();
  expect(await createSealKeys(under(current, old), () => nowMs + 1).prepare(pool)).toEqual({ unreadable: 0 });
  expect(await signsWith(under(current))).toBe(id);
  expect(await createSealKeys(under(foreign), () => nowMs + 2).prepare(pool)).toEqual({ unreadable: 1 });
  const { id: newest, previous } = await publicKeys();
  expect(newest).not.toBe(id);
  expect(previous.map((key: { id: string }) => key.id)).toEqual([id]);
  expect(await signsWith(under(foreign))).toBe(newest);
  await service.close();
});
