import fs from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { type Engine, openDatabase } from '../../src/database/open.js';
import { encryptStoredDetails } from '../../src/features/payouts/encrypt-stored-details.js';
import { createSealKeys } from '../../src/features/seals/seal-keys.js';
import { createProcessor } from '../../src/payments/processor.js';
import { startJobs } from '../../src/work/index.js';
import { providers } from '../payments/support.js';
import { encryptionOf } from '../support/encryption.js';
import { engines, newDataDir, newPostgresUrl, openTestDatabase } from '../support/engines.js';
import { ask, signIn } from '../support/management.js';
import { accountOf, DIGITS_OF_IBAN, IBAN, OTHER_IBAN, openProgramWithPayee } from '../support/paying.js';
import { seedPartner, seedProgram } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { runServer, spawnService, until } from '../support/service-process.js';
import { seedPartnerUser } from '../support/workspace.js';
import { idleDelivery } from '../webhooks/delivering.js';

const PATIENT = { timeout: 180_000 };
const FIRST = 'the-first-secret-of-this-service';
const SECOND = 'the-second-secret-of-the-service';

/** Payout details of new partners as versions before encryption stored them; gives the partners. */
async function insertPlain(pool: pg.Pool, count: number): Promise<number[]> {
  const program = await seedProgram(pool);
  const partners: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { partnerId } = await seedPartner(pool, program);
    await pool.query(
      `insert into partner_payout_details (partner_id, method, account_name, details, country)
       values ($1, 'bank', 'Jane Doe', $2, 'DE')`,
      [partnerId, `${IBAN} ${index}`],
    );
    partners.push(partnerId);
  }
  return partners;
}

async function countWhere(pool: pg.Pool, where: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await pool.query(`select count(*) as count from partner_payout_details where ${where}`, [
    ...values,
  ]);
  return rows[0].count;
}

/** Everything that a data directory holds, its write-ahead log included. */
function bytesIn(directory: string): Buffer {
  const files = fs.readdirSync(directory, { recursive: true, withFileTypes: true });
  return Buffer.concat(
    files.filter((file) => file.isFile()).map((file) => fs.readFileSync(join(file.parentPath, file.name))),
  );
}

/** What the log says was encrypted in all: the start and the hourly job share the work when they run at once. */
function loggedAsEncrypted(log: string): number {
  return [...log.matchAll(/"encrypted":(\d+)/g)].reduce((total, [, count]) => total + Number(count), 0);
}

describe.each(engines)('payout details at rest on %s', (engine) => {
  let service: RunningService;
  const logged: string[] = [];
  beforeAll(async () => {
    const logger = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
    service = await startService(engine, { logger });
  });
  afterAll(() => service.close());

  /** Every text in every table. */
  async function everything(): Promise<string> {
    const { rows: tables } = await service.pool.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await service.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  }

  test('are in no table, no log line and no audit entry, whatever is done with them', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    await jane.setDetails('bank', IBAN, 'Jane Secretname');
    await jane.sell();
    const { body: run } = await paying.run();
    expect(await paying.file(run.id, 'bank')).toContain(IBAN);
    await team('POST', `/payouts/${run.payouts[0].id}/pay`, { reference: 'T' });
    await jane.setDetails('wise', '@jane-at-wise', 'Jane Secretname');
    // What fails is logged, with what the database says of it.
    await service.pool.query('alter table partner_payout_details rename column encrypted to renamed');
    await expect(jane.setDetails('bank', IBAN, 'Jane Secretname')).rejects.toThrow('500');
    await service.pool.query('alter table partner_payout_details rename column renamed to encrypted');
    expect(logged.join()).toContain('request failed');
    for (const text of [await everything(), logged.join()]) {
      for (const secret of ['DE02 1203', 'Secretname', 'jane-at-wise']) {
        expect(text).not.toContain(secret);
      }
    }
    expect((await jane.send('GET', '/payout-details')).body.payout_details).toEqual({
      method: 'wise',
      account_name: 'Jane Secretname',
      details: '@jane-at-wise',
      country: null,
    });
  });

  test('of one partner cannot be moved to another, nor given another method: the file refuses them', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    const mallory = await paying.addPayee();
    await jane.setDetails('bank', IBAN);
    await mallory.setDetails('bank', OTHER_IBAN);
    await jane.sell();
    const { body: run } = await paying.run();
    const path = `/payout-runs/${run.id}/file?format=`;
    await service.pool.query(
      `update partner_payout_details d set encrypted = m.encrypted from partner_payout_details m
        where d.partner_id = $1 and m.partner_id = $2`,
      [jane.partnerId, mallory.partnerId],
    );
    const refusal = { error: 'Payout details cannot be decrypted' };
    const moved = await team('GET', `${path}bank`);
    expect([moved.status, moved.body]).toEqual([500, refusal]);
    await service.pool.query(
      `update partner_payout_details set method = 'paypal' where partner_id = $1 and encrypted is not null`,
      [jane.partnerId],
    );
    expect((await team('GET', `${path}paypal`)).body).toEqual(refusal);
    expect((await team('GET', `/payout-runs/${run.id}/files`)).body.data).toEqual([]);
    const { body: shown } = await team('GET', `/payout-runs/${run.id}`);
    expect(shown.payouts).toMatchObject([{ payee_name: 'Jane', account: null }]);
    expect((await jane.send('GET', '/payout-details')).body).toEqual({ payout_details: null });
    await jane.setDetails('bank', IBAN);
    expect(service.mails.findLast(({ to }) => to === jane.email)?.text).toContain('Before: PayPal\n');
  });

  test('that are plain are encrypted once, by however many do it at once, and say the same', async () => {
    const { pool } = service;
    const encryption = encryptionOf(FIRST);
    const partners = await insertPlain(pool, 600);
    const plain = { outdated: 'plain' } as const;
    const counts = await Promise.all([1, 2, 3].map(() => encryptStoredDetails(pool, encryption, plain)));
    expect(counts.reduce((sum, { encrypted }) => sum + encrypted, 0)).toBe(partners.length);
    expect(await encryptStoredDetails(pool, encryption, plain)).toEqual({ encrypted: 0, unreadable: 0 });
    expect(await countWhere(pool, 'details is not null or account_name is not null')).toBe(0);
    await expect(
      pool.query(`update partner_payout_details set details = 'plain' where partner_id = $1`, [partners[0]]),
    ).rejects.toThrow('partner_payout_details_encrypted');
  });
});

describe.each(engines)('a rotated secret on %s', (engine) => {
  test('re-encrypts everything, and leaves alone what none of the secrets decrypts', async () => {
    const { pool, close } = await openTestDatabase(engine);
    onTestFinished(close);
    await insertPlain(pool, 3);
    const all = { outdated: 'plain or old secret' } as const;
    await encryptStoredDetails(pool, encryptionOf('a-secret-that-is-lost-now'), all);
    await insertPlain(pool, 3);
    await encryptStoredDetails(pool, encryptionOf(FIRST), { outdated: 'plain' });
    const rotated = encryptionOf(SECOND, FIRST);
    expect(await encryptStoredDetails(pool, rotated, { outdated: 'plain' })).toEqual({
      encrypted: 0,
      unreadable: 0,
    });
    expect(await encryptStoredDetails(pool, rotated, all)).toEqual({ encrypted: 3, unreadable: 3 });
    expect(await encryptStoredDetails(pool, rotated, all)).toEqual({ encrypted: 0, unreadable: 3 });
    expect(await encryptStoredDetails(pool, encryptionOf(SECOND), all)).toEqual({
      encrypted: 0,
      unreadable: 3,
    });
  });
});

test('a job re-encrypts what a process with the old secret still writes', async () => {
  const { pool, close } = await openTestDatabase('postgres');
  onTestFinished(close);
  await insertPlain(pool, 2);
  await encryptStoredDetails(pool, encryptionOf(FIRST), { outdated: 'plain' });
  const encryption = encryptionOf(SECOND, FIRST);
  const { createTracking } = await import('../../src/ingest/index.js');
  const logger = pino({ level: 'silent' });
  const tracking = createTracking({ pool, engine: 'postgres', logger });
  const processor = createProcessor({
    pool,
    providers,
    tracking,
    logger,
    testEvents: 'test',
    now: systemNow,
  });
  const jobs = await startJobs({
    pool,
    engine: 'postgres',
    tracking,
    processor,
    encryption,
    sealKeys: createSealKeys(encryption, systemNow),
    logger,
    now: systemNow,
    ...idleDelivery(pool),
  });
  await until(async () => (await countWhere(pool, 'starts_with(encrypted, $1)', [encryption.prefix])) === 2);
  await jobs.stop();
  await tracking.close();
});

describe('the service in processes', PATIENT, () => {
  /** A database with plain payout details, and what a partner who can sign in sees of theirs. */
  async function openWithPlainDetails(engine: Engine) {
    const dataDir = engine === 'embedded' ? await newDataDir() : '';
    const databaseUrl = engine === 'postgres' ? await newPostgresUrl() : undefined;
    const env: Record<string, string> =
      databaseUrl === undefined ? { SVC_DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
    const withDatabase = async <Result>(act: (pool: pg.Pool) => Promise<Result>): Promise<Result> => {
      const database = await openDatabase({ dataDir, databaseUrl });
      try {
        return await act(database.pool);
      } finally {
        await database.close();
      }
    };
    const { program, email } = await withDatabase(async (pool) => {
      await insertPlain(pool, 600);
      const seeded = await seedProgram(pool);
      await pool.query(
        `insert into partner_payout_details (partner_id, method, account_name, details) values ($1, 'bank', 'Jane', $2)`,
        [seeded.partnerId, IBAN],
      );
      return { program: seeded, email: (await seedPartnerUser(pool, seeded, seeded.partnerId)).email };
    });
    const accountAt = async (service: { readonly baseUrl: string }) => {
      const path = `/api/partner/programs/${program.programId}/payout-details`;
      const { body } = await ask(service, path, { cookie: await signIn(service, email) });
      return body.payout_details?.details;
    };
    return { env, dataDir, withDatabase, accountAt };
  }

  const isPlain = `encrypted is null or details is not null`;

  test('two that start at once on plain payout details encrypt them before they serve', async () => {
    const { env, withDatabase, accountAt } = await openWithPlainDetails('postgres');
    const services = await Promise.all([1, 2].map(() => spawnService({ ...env, SVC_SECRET: FIRST })));
    await Promise.all(services.map((service) => service.ready()));
    expect(await withDatabase((pool) => countWhere(pool, isPlain))).toBe(0);
    for (const service of services) {
      expect(await accountAt(service)).toBe(IBAN);
      expect(service.stderr()).not.toMatch(DIGITS_OF_IBAN);
    }
  });

  test.each(engines)(
    'a start with another secret on %s re-encrypts all of it; then the old one may go',
    async (engine) => {
      const { env, withDatabase, accountAt } = await openWithPlainDetails(engine);
      const startWithSecrets = async (secrets: Record<string, string>) => {
        const service = await spawnService({ ...env, ...secrets });
        await service.ready();
        return service;
      };
      const stop = async (service: Awaited<ReturnType<typeof startWithSecrets>>) => {
        service.child.kill('SIGTERM');
        expect(await service.ended).toMatchObject({ code: 0 });
      };
      const first = await startWithSecrets({ SVC_SECRET: FIRST });
      await stop(first);
      const rotating = await startWithSecrets({ SVC_SECRET: SECOND, SVC_PREVIOUS_SECRETS: FIRST });
      expect(await accountAt(rotating)).toBe(IBAN);
      await until(() => loggedAsEncrypted(rotating.stderr()) === 601);
      await stop(rotating);
      const { prefix } = encryptionOf(SECOND);
      expect(await withDatabase((pool) => countWhere(pool, 'not starts_with(encrypted, $1)', [prefix]))).toBe(
        0,
      );
      const last = await startWithSecrets({ SVC_SECRET: SECOND });
      expect(await accountAt(last)).toBe(IBAN);
      await stop(last);
      if (engine === 'embedded') return;
      const wrong = await startWithSecrets({ SVC_SECRET: FIRST });
      expect(await accountAt(wrong)).toBeUndefined();
      await until(() => wrong.stderr().includes('add their secret to SVC_PREVIOUS_SECRETS'));
      await stop(wrong);
      expect(await withDatabase((pool) => countWhere(pool, 'not starts_with(encrypted, $1)', [prefix]))).toBe(
        0,
      );
    },
  );

  test('commands that only touch the database need no secret, and leave plain details to the service', async () => {
    const { env, withDatabase } = await openWithPlainDetails('postgres');
    for (const command of [['migrate'], ['verify']]) {
      expect(await runServer(command, env), command.join(' ')).toMatchObject({ code: 0 });
    }
    expect(await withDatabase((pool) => countWhere(pool, isPlain))).toBe(601);
  });

  test('what a partner enters is in no file of the embedded database, its write-ahead log included', async () => {
    const dataDir = await newDataDir();
    const database = await openDatabase({ dataDir });
    const program = await seedProgram(database.pool);
    const { email } = await seedPartnerUser(database.pool, program, program.partnerId);
    await database.close();
    const service = await spawnService({ SVC_DATA_DIR: dataDir });
    await service.ready();
    const putDetails = (details: string) =>
      ask(service, `/api/partner/programs/${program.programId}/payout-details`, {
        method: 'PUT',
        cookie,
        body: { method: 'bank', account_name: 'Jane Secretname', details },
      });
    const cookie = await signIn(service, email);
    for (const account of [accountOf('bank', 1234), accountOf('bank', 5678)]) {
      expect((await putDetails(account)).status).toBe(200);
    }
    service.child.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
    const bytes = bytesIn(dataDir);
    expect([bytes.includes(email), bytes.includes('…5678')]).toEqual([true, true]);
    for (const secret of ['DE02', '12030000', '1203 0000', 'Secretname']) {
      expect(bytes.includes(secret), secret).toBe(false);
    }
  });
});
