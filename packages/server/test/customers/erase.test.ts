import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { type Engine, openDatabase } from '../../src/database/open.js';
import { findReplayDifferences } from '../../src/features/policy/find-replay-differences.js';
import { type SealRow, sealFromRow } from '../../src/features/seals/list-seals.js';
import { sealBooks } from '../../src/features/seals/seal-books.js';
import { createSealKeys } from '../../src/features/seals/seal-keys.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { connectAccount, deliver, SECRET, settled } from '../payments/support.js';
import { encryptionOf } from '../support/encryption.js';
import { engines, newDataDir } from '../support/engines.js';
import { ask, click, lead, refund, sale, signInAs } from '../support/management.js';
import { openProgramWithPayee } from '../support/paying.js';
import { uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const MARK = 'zqxjkv';

/** Texts of all columns of all tables in which the mark stands. */
async function findMark(pool: Pool, text = MARK): Promise<string[]> {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const { rowCount } = await pool.query(
      `select 1 from ${table} where lower(${column}::text) like '%${text}%' limit 1`,
    );
    if ((rowCount ?? 0) > 0) found.push(`${table}.${column}`);
  }
  return found.sort();
}

/** A service, and the directory of its database's files. */
async function startWithFiles(engine: Engine): Promise<RunningService & { filesOf(): Promise<string> }> {
  const processor = { webhookSecrets: [SECRET] };
  if (engine === 'embedded') {
    const dataDir = await newDataDir();
    const service = await startService(engine, { processor, database: await openDatabase({ dataDir }) });
    return { ...service, filesOf: async () => join(dataDir, 'db', 'base') };
  }
  const service = await startService(engine, { processor });
  const filesOf = async () => {
    const { rows } = await service.pool.query(
      `select current_setting('data_directory') as directory, oid from pg_database where datname = current_database()`,
    );
    return join(rows[0].directory, 'base', String(rows[0].oid));
  };
  return { ...service, filesOf };
}

/** Files below a directory in which a text stands. */
function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));
}

/** A checkout that was paid, as Stripe tells it. */
function checkout(account: string, metadata: object, address: string) {
  const id = uniqueName('evt');
  const created = Math.floor(Date.now() / 1000);
  const session = {
    id: uniqueName('cs'),
    object: 'checkout.session',
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    amount_total: 12_900,
    currency: 'usd',
    created,
    payment_intent: uniqueName('pi'),
    customer: 'cus_Zq8841',
    customer_details: { email: address, name: `Jenny ${MARK}`, address: { city: MARK } },
    success_url: `https://shop.test/${MARK}`,
    metadata,
  };
  const event = { id, object: 'event', type: 'checkout.session.completed', account, livemode: true, created };
  return { ...event, data: { object: session } };
}

describe.each(engines)('erasing a customer on %s', (engine) => {
  const service = sharedAndVerified(() => startWithFiles(engine));
  const keys = createSealKeys(encryptionOf(), systemNow);

  async function open() {
    const opened = await openProgramWithPayee(service);
    const { program, team, workspace, jane } = opened;
    const key = `${MARK}-${program.programId}`;
    const address = `${MARK}.${program.programId}@mail.test`;
    const clickId = await click(service, program, {
      affiliateUrl: `https://shop.test/${MARK}/start?aff=${program.shortLink}&utm_source=${MARK}&sub1=newsletter`,
      referrer: `https://${MARK}.test/from`,
    });
    await lead(service, program, { clickId, customerKey: key, email: address });
    const sold = await sale(service, program, { customerKey: key });
    await refund(service, program, { transactionId: sold.transactionId, amountCents: 500 });
    const hold = { reason: `${key} has written about it` };
    expect((await team('POST', `/commissions/${sold.commissionId}/hold`, hold)).status).toBe(200);
    const joe = await opened.addPayee();
    const { body } = await team('GET', `/customers?customer_key=${key}`);
    const customerId: number = body.data[0].id;
    const path = `/partners/${joe.partnerId}/notes`;
    expect((await team('POST', path, { body: `Brought ${address}` })).status).toBe(200);
    const message = { ids: [joe.partnerId], subject: `About ${key}`, body: `Thank you for ${address}!` };
    expect((await team('POST', '/partner-messages', message)).status).toBe(200);
    const written = [`https://blog.test/?of=${address}`, `I know ${key}`, `"${address}"`];
    await service.pool.query(
      `insert into partner_applications (enrollment_id, website, message, answers)
       select id, $3, $4, jsonb_build_array(jsonb_build_object('label', 'Whom do you know?', 'value', $5::text))
         from enrollments where program_id = $1 and partner_id = $2`,
      [program.programId, joe.partnerId, ...written],
    );
    expect(
      (
        await team('POST', `/customers/${customerId}/assign`, {
          partner_id: joe.partnerId,
          from: 'now',
          reason: `${address.toUpperCase()} wrote, as ${key} did`,
        })
      ).status,
    ).toBe(200);
    return {
      ...opened,
      jane,
      key,
      address,
      clickId,
      customerId,
      sold,
      erase: (reason = `${address} asked for it`) =>
        workspace('POST', `/customers/${customerId}/erase`, { reason }),
    };
  }

  test('no column of any table names them, money and seals hold, and the key is free', async () => {
    const { program, team, key, erase, customerId, sold, workspace } = await open();
    const pool = service.pool;
    await sealBooks(pool, { keys: keys });
    const keptSeals = (await pool.query<SealRow>('select * from seals')).rows.map(sealFromRow);
    expect(keptSeals).not.toEqual([]);
    expect(await findMark(pool)).not.toEqual([]);
    const before = await pool.query('select * from ledger_movements where program_id = $1 order by id', [
      program.programId,
    ]);
    const { status, body } = await erase();
    expect([status, body]).toMatchObject([
      200,
      { customer_id: customerId, clicks: 1, texts: 6, audit_entries: 3 },
    ]);
    expect(await findMark(pool)).toEqual([]);
    const after = await pool.query('select * from ledger_movements where program_id = $1 order by id', [
      program.programId,
    ]);
    expect(after.rows).toEqual(before.rows);
    expect(await verifyBooks(pool, { keptSeals })).toMatchObject({ differences: [] });
    const { body: shown } = await team('GET', `/customers/${customerId}`);
    expect(shown).toMatchObject({ customer_key: body.customer_key, erased_at: body.erased_at });
    expect(JSON.stringify(shown)).not.toContain(MARK);
    const { body: audit } = await workspace('GET', '/audit?action=customer.erase');
    expect(audit.data).toMatchObject([
      { target_id: String(customerId), after: { reason: '[erased] asked for it' } },
    ]);
    const { body: breakdown } = await team('GET', '/breakdown?by=sub1');
    expect(breakdown.data).toMatchObject([
      { value: null, clicks: 1, leads: 1, sales: 1, commission_cents: 2000 },
    ]);

    await lead(service, program, { customerKey: key, clickId: await click(service, program) });
    const again = await sale(service, program, { customerKey: key });
    const { rows } = await pool.query(
      'select id, customer_id from sales where id = any ($1::bigint[]) order by id',
      [[sold.saleId, again.saleId]],
    );
    expect(rows[0].customer_id).toBe(customerId);
    expect(rows[1].customer_id).not.toBe(customerId);
    expect((await team('GET', `/customers?customer_key=${key}`)).body.data).toHaveLength(1);
    expect(await verifyBooks(pool)).toMatchObject({ differences: [] });
  });

  test('why a commission was held and then rejected no longer names them', async () => {
    const { team, jane, sold, address, erase } = await open();
    const path = `/commissions/${sold.commissionId}`;
    expect((await team('POST', `${path}/reject`, { reason: `${address} is your own` })).status).toBe(200);
    expect(await findMark(service.pool, address)).toContain('commissions.rejection_reason');
    expect((await erase()).status).toBe(200);
    expect(await findMark(service.pool, address)).toEqual([]);
    expect((await jane.send('GET', path)).body.commission.rejection_reason).toBe('[erased] is your own');
    expect(await verifyBooks(service.pool)).toMatchObject({ differences: [] });
  });

  test('bodies of the card processor keep ids and amounts alone; one that waits is not thrown away', async () => {
    const { program, key, address, erase, team } = await open();
    const { pool } = service;
    const account = await connectAccount(pool, program.workspaceId);
    const metadata = { program_id: String(program.programId), svc_customer_key: key };
    const paid = checkout(account, metadata, address);
    await deliver(service, paid);
    const { data, ...about } = paid;
    const charge = {
      id: uniqueName('ch'),
      object: 'charge',
      payment_intent: data.object.payment_intent,
      amount: 12_900,
      amount_refunded: 0,
      currency: 'usd',
      billing_details: { email: `charged-${MARK}@mail.test`, name: MARK },
    };
    await deliver(service, {
      ...about,
      id: uniqueName('evt'),
      type: 'charge.refunded',
      data: { object: charge },
    });
    await deliver(service, checkout(account, {}, `other-${MARK}@mail.test`));
    await settled(service, account);
    await pool.query(
      `insert into work_items (kind, key, due_at) select 'provider_event', id, now() + interval '1 day' from processor_events where account_id = $1`,
      [account],
    );
    expect(await erase()).toMatchObject({
      status: 409,
      body: {
        error:
          'An event of the card processor about this customer has not been processed yet. Try again later.',
      },
    });
    expect((await team('GET', `/customers?customer_key=${key}`)).body.data).toHaveLength(1);
    await pool.query(
      `delete from work_items where key in (select id from processor_events where account_id = $1)`,
      [account],
    );
    expect(await erase()).toMatchObject({ status: 200, body: { processor_events: 3 } });
    const { rows } = await pool.query('select body from processor_events where account_id = $1 order by id', [
      account,
    ]);
    expect(rows.map(({ body }) => JSON.parse(body).data.object)).toMatchObject([
      { amount_total: 12_900, currency: 'usd', metadata: { program_id: String(program.programId) } },
      { amount: 12_900, payment_intent: data.object.payment_intent },
      { amount_total: 12_900, metadata: {} },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/cus_Zq8841|Jenny|zqxjkv/);
    expect(await verifyBooks(pool)).toMatchObject({ differences: [] });
  });

  test('others keep what they share with them, and a replay under the policy in force finds nothing', async () => {
    const { program, team, erase } = await open();
    const pool = service.pool;
    await lead(service, program, {
      clickId: await click(service, program, {
        affiliateUrl: `https://shop.test/?aff=${program.shortLink}&sub1=newsletter`,
      }),
    });
    expect((await erase()).status).toBe(200);
    expect((await team('GET', '/breakdown?by=sub1')).body.data).toMatchObject([
      { value: null, clicks: 1, leads: 1, sales: 1 },
      { value: 'newsletter', clicks: 1, leads: 1, sales: 0 },
    ]);
    const client = await pool.connect();
    try {
      const report = await findReplayDifferences(client, { programId: program.programId });
      expect(report?.differences).toEqual([]);
    } finally {
      client.release();
    }
  });

  test('what was counted among other values, or waits to be counted, is taken from there', async () => {
    const { program, erase } = await open();
    const { pool } = service;
    const KEY = 'program_id, dimension, day, value, partner_id, currency';
    const SUMS = 'clicks, unique_clicks, leads, customers, sales, revenue_cents, commission_cents';
    await pool.query(
      `update daily_breakdown set value = '(other)' where program_id = $1 and dimension = 'sub1'`,
      [program.programId],
    );
    await pool.query(
      `with moved as (delete from daily_breakdown where program_id = $1 and dimension = 'utm_source' returning *)
       insert into missed_breakdown (${KEY}, ${SUMS}) select ${KEY}, ${SUMS} from moved`,
      [program.programId],
    );
    expect(await verifyBooks(pool)).toMatchObject({ differences: [] });
    expect((await erase()).status).toBe(200);
    expect(await verifyBooks(pool)).toMatchObject({ differences: [] });
    const { rows } = await pool.query(
      `select dimension, value from daily_breakdown where program_id = $1 and dimension <> 'link'
       union all select dimension, value from missed_breakdown where program_id = $1`,
      [program.programId],
    );
    expect(rows.filter(({ value }) => value !== '(other)')).toEqual([]);
  });

  test('erasing again erases what came since, and a sale at the same moment comes before or after', async () => {
    const { program, key, clickId, erase, customerId } = await open();
    const pool = service.pool;
    const [first, ...sales] = await Promise.all([
      erase(),
      ...Array.from({ length: 6 }, () => sale(service, program, { customerKey: key, clickId })),
    ]);
    expect(first.status).toBe(200);
    const { rows } = await pool.query('select customer_id from sales where id = any ($1::bigint[])', [
      sales.map(({ saleId }) => saleId),
    ]);
    expect(rows).toHaveLength(6);
    await sale(service, program, {
      customerKey: first.body.customer_key,
      additionalData: `{"note":"${MARK}"}`,
    });
    const again = await erase('once more');
    expect(again).toMatchObject({
      status: 200,
      body: { customer_id: customerId, customer_key: first.body.customer_key },
    });
    expect(await verifyBooks(pool)).toMatchObject({ differences: [] });
  });

  test('only who may change programs of this workspace may; a reason is needed', async () => {
    const { program, key, customerId, workspace, team } = await open();
    const other = await open();
    expect((await other.workspace('POST', `/customers/${customerId}/erase`, { reason: 'x' })).status).toBe(
      404,
    );
    expect((await workspace('POST', `/customers/${customerId}/erase`, {})).status).toBe(400);
    const cookie = await signInAs(service, program.workspaceId, 'member');
    const path = `/api/workspaces/${program.workspaceId}/customers/${customerId}/erase`;
    expect(await ask(service, path, { method: 'POST', cookie, body: { reason: 'x' } })).toMatchObject({
      status: 404,
    });
    expect((await team('GET', `/customers?customer_key=${key}`)).body.data).toHaveLength(1);
  });

  test('the files of the database name nobody who was erased, once it has been vacuumed', async () => {
    const pool = service.pool;
    await pool.query('checkpoint');
    const directory = await service.filesOf();
    expect(filesWith(directory, MARK)).not.toEqual([]);
    const { rows } = await pool.query(
      `select id, workspace_id from customers where erased_at is null and (customer_key like '${MARK}%' or email like '${MARK}%')`,
    );
    for (const { id, workspace_id: workspaceId } of rows) {
      const cookie = await signInAs(service, workspaceId, 'owner');
      const path = `/api/workspaces/${workspaceId}/customers/${id}/erase`;
      expect(
        (await ask(service, path, { method: 'POST', cookie, body: { reason: 'all of them' } })).status,
      ).toBe(200);
    }
    expect(await findMark(pool)).toEqual([]);
    // What a transaction of somebody else can still see is kept until a later time, and files are removed at a checkpoint.
    await expect
      .poll(async () => {
        await pool.query('vacuum full analyze');
        await pool.query('checkpoint');
        return filesWith(directory, MARK);
      })
      .toEqual([]);
  });
});
