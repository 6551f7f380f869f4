import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import type { Database } from '../../src/database/open.js';
import { sealBooks } from '../../src/features/seals/seal-books.js';
import { createSealKeys } from '../../src/features/seals/seal-keys.js';
import { createDigest } from '../../src/transfer/digest.js';
import { importWorkspace } from '../../src/transfer/import-workspace.js';
import { FREE_COLUMNS, referencesOf } from '../../src/transfer/references.js';
import { WORKSPACE_TABLES } from '../../src/transfer/tables.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { encryptionOf } from '../support/encryption.js';
import { openTestDatabase } from '../support/engines.js';
import { addMember, seedUser } from '../support/management.js';
import { repetitions } from '../support/repetitions.js';
import { uniqueName } from '../support/seed.js';
import { recordHistory } from './random-history.js';
import { contentsOf, exported, newFile, packed, withChecks } from './transfer-support.js';

type Row = Record<string, unknown>;
interface RowLine {
  readonly table: string;
  readonly row: Row;
}

/** Ids of the service that files are imported into begin here, so that they meet no id of a file. */
const FIRST_ID = 4_000_000;

const rowOf = (line: string): RowLine | null => {
  const [, table, row] = /^\{"table":"(\w+)","row":(.*),"check":"\w+"\}$/.exec(line) ?? [];
  return table === undefined || row === undefined ? null : { table, row: JSON.parse(row) };
};
const lineOf = ({ table, row }: RowLine) =>
  `{"table":"${table}","row":${JSON.stringify(row)},"check":"00000000"}`;

/** Lines with everything that an attacker can compute again: counts, digest and checksums. */
function forged(lines: readonly string[]): Buffer {
  const digest = createDigest();
  const rows: Record<string, number> = Object.fromEntries(WORKSPACE_TABLES.map(({ name }) => [name, 0]));
  for (const line of lines) {
    const found = rowOf(line);
    if (found === null) continue;
    digest.add(found.table, [JSON.stringify(found.row)]);
    rows[found.table] = (rows[found.table] ?? 0) + 1;
  }
  const end = JSON.stringify({ end: { rows, digest: digest.finish() } });
  return packed(withChecks([...lines.slice(0, -1), `${end.slice(0, -1)},"check":"00000000"}`]));
}

/** The service that a file is imported into, with another workspace; and the lines of an export of a third one. */
async function open() {
  const source = await openTestDatabase('embedded');
  const { workspace } = await recordHistory(source.pool, 7, 80);
  await addOwner(source.pool, workspace);
  const { file } = await exported(source.pool, workspace);
  await source.close();
  const target = await openTestDatabase('embedded');
  await target.pool.query(
    `select setval(format('%I', sequencename)::regclass, $1) from pg_sequences where schemaname = current_schema()`,
    [FIRST_ID],
  );
  const victim = (await recordHistory(target.pool, 8, 80)).workspace;
  const owner = await addOwner(target.pool, victim);
  await sealBooks(target.pool, { keys: createSealKeys(encryptionOf(), systemNow) });
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  return { target, victim, owner, workspace, lines };
}

async function addOwner(pool: Pool, workspace: string): Promise<{ userId: string; email: string }> {
  const { rows } = await pool.query('select id from workspaces where name = $1', [workspace]);
  const user = await seedUser(pool);
  await addMember(pool, rows[0].id, user.userId, 'owner');
  return user;
}

describe('an import into a service with another workspace', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let target: Database;
  let before: Record<string, string>;
  beforeAll(async () => {
    opened = await open();
    target = opened.target;
    before = await contentsOf(target.pool, opened.victim);
  }, 60_000);
  afterAll(() => target.close());

  async function importOf(lines: readonly string[]): Promise<string | null> {
    const file = newFile();
    writeFileSync(file, forged(lines));
    return importWorkspace(target.pool, { file, engine: 'embedded' }).then(
      () => null,
      (error: Error) => (error.name === 'TransferError' ? error.message : String(error.stack)),
    );
  }
  const idOf = async (table: string, column = 'id') => {
    const where = WORKSPACE_TABLES.find(({ name }) => name === table)?.where;
    const { rows } = await target.pool.query(
      'select w.id, array(select p.id from programs p where p.workspace_id = w.id) as programs from workspaces w where name = $1',
      [opened.victim],
    );
    const scope = { workspaceId: rows[0].id, programIds: rows[0].programs };
    const found = await target.pool.query(
      `select ${column} as id from ${table} where ${where?.(scope)} limit 1`,
    );
    return found.rows[0]?.id;
  };
  const afterRow = (table: string, added: Row) => {
    const place = opened.lines.findLastIndex((line) => line.startsWith(`{"table":"${table}"`));
    return opened.lines.toSpliced(place + 1, 0, lineOf({ table, row: added }));
  };
  const firstOf = (table: string) => {
    const line = opened.lines.find((one) => one.startsWith(`{"table":"${table}"`));
    return line === undefined ? null : (rowOf(line)?.row ?? null);
  };

  test('refuses a row of every table that refers to a row of the other workspace', async () => {
    // Rows of an account that is here are left out, as below.
    const cases = WORKSPACE_TABLES.filter(({ leftOut }) => leftOut === undefined).flatMap(({ name }) =>
      referencesOf(name, Object.keys(firstOf(name) ?? {})).map(({ column, to }) => ({ name, column, to })),
    );
    const step = Math.ceil(cases.length / repetitions({ usual: 30, thorough: cases.length }));
    let tried = 0;
    for (const { name, column, to } of cases.filter((_, index) => index % step === 0)) {
      const place = opened.lines.findIndex((line) => {
        const found = rowOf(line);
        return found?.table === name && found.row[column] !== null && found.row[column] !== undefined;
      });
      const foreign = await idOf(to);
      if (place < 0 || foreign === undefined) continue;
      const changed = rowOf(opened.lines[place] ?? '') as RowLine;
      const value = Array.isArray(changed.row[column]) ? [foreign] : foreign;
      const row = { ...changed.row, [column]: value };
      const refusal = await importOf(opened.lines.with(place, lineOf({ table: name, row })));
      expect(refusal ?? 'imported', `${name}.${column} of ${to}`).toMatch(
        /^The file was changed|^Line \d+, /,
      );
      tried += 1;
    }
    expect(tried).toBeGreaterThan(15);
    expect(await contentsOf(target.pool, opened.victim)).toEqual(before);
  }, 180_000);

  test('refuses an owner of another workspace, and names the table', async () => {
    const row = firstOf('workspace_members') ?? {};
    const foreign = { ...row, workspace_id: await idOf('workspaces') };
    expect(await importOf(afterRow('workspace_members', foreign))).toMatch(
      /^The file was changed: 1 of its rows of workspace_members do not belong to its workspace$/,
    );
    expect(
      await importOf(
        afterRow('events', {
          ...firstOf('events'),
          id: FIRST_ID - 1,
          type: 'customer.assigned',
          object_id: await idOf('customers'),
        }),
      ),
    ).toMatch(/a row of events has the object_id \d+, which is not in customers/);
  });

  test('refuses an account with the id of one that is here and another address, and huge sequences', async () => {
    const user = { ...firstOf('users'), id: opened.owner.userId, email: 'mallory@evil.test' };
    expect(await importOf(afterRow('users', user))).toContain('with another email address');
    const lines = opened.lines.with(
      0,
      (opened.lines[0] ?? '').replace(/"tracking_id_blocks":\d+/, '"tracking_id_blocks":9000000000000000'),
    );
    expect(await importOf(lines)).toContain('the sequence tracking_id_blocks is beyond');
  });

  test('leaves the password, factors, devices and settings of an account that is here as they are', async () => {
    const { userId, email } = opened.owner;
    const { rows } = await target.pool.query('select * from users where id = $1', [userId]);
    const member = { ...firstOf('workspace_members'), user_id: userId };
    const planted = `planted-${uniqueName('account')}`;
    const account = {
      ...firstOf('accounts'),
      id: planted,
      user_id: userId,
      provider_id: 'other',
      account_id: 'x',
    };
    const added = [
      { table: 'users', row: { ...rows[0], name: 'Mallory', email } },
      { table: 'workspace_members', row: member },
      { table: 'accounts', row: account },
    ].map(lineOf);
    // Behind each other, in the order of the tables and then of their keys, as an export writes them.
    const orderOf = (line: string) => {
      const found = rowOf(line);
      const table = WORKSPACE_TABLES.findIndex(({ name }) => name === found?.table);
      return `${String(table).padStart(3, '0')} ${found?.table === 'workspace_members' ? found.row.user_id : ''}`;
    };
    const [header = '', ...body] = opened.lines.slice(0, -1);
    const sorted = [...body, ...added].toSorted((a, b) =>
      orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0,
    );
    const lines = [header, ...sorted, opened.lines.at(-1) ?? ''];
    const stranger = firstOf('users') as { email: string };
    await target.pool.query(
      `insert into partners (workspace_id, email, name) select id, $2, 'Known' from workspaces where name = $1`,
      [opened.victim, stranger.email],
    );
    expect(await importOf(lines)).toBeNull();
    const after = await target.pool.query('select name, email from users where id = $1', [userId]);
    expect(after.rows).toEqual([{ name: rows[0].name, email }]);
    expect((await target.pool.query('select 1 from accounts where id = $1', [planted])).rows).toEqual([]);
    // The other workspace knows the address, and only a mail to it shows who has it.
    const imported = await target.pool.query('select email_verified from users where email = $1', [
      stranger.email,
    ]);
    expect(imported.rows).toEqual([{ email_verified: false }]);
    // Whoever added a line to the file added no state of its row.
    expect((await verifyBooks(target.pool)).differences).toEqual([
      expect.objectContaining({
        table: 'workspace_members',
        what: expect.stringContaining('no state of it'),
      }),
    ]);
  });
});

test('the digest of a file covers every table', async () => {
  const opened = await open();
  const end = (lines: readonly string[]) =>
    gunzipSync(forged(lines))
      .toString()
      .match(/^\{"end":.*"digest":"(\w+)"/m)?.[1];
  const whole = end(opened.lines);
  for (const { name } of WORKSPACE_TABLES) {
    const place = opened.lines.findIndex((line) => line.startsWith(`{"table":"${name}"`));
    if (place >= 0) expect(end(opened.lines.toSpliced(place, 1)), name).not.toBe(whole);
  }
  await opened.target.close();
}, 60_000);

test('every id in a row refers to a table, or is free for a reason', async () => {
  const database = await openTestDatabase('embedded');
  const { rows } = await database.pool.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text) as columns from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and (a.atttypid in ('bigint'::regtype, 'bigint[]'::regtype) or a.attname in ('user_id', 'key_id')) and a.attname ~ '_ids?$'
      group by 1 order by 1`,
  );
  const names = new Set(WORKSPACE_TABLES.map(({ name }) => name));
  const unknown = rows
    .filter(({ table }) => names.has(table))
    .flatMap(({ table, columns }) => {
      const known = new Set(referencesOf(table, columns).map(({ column }) => column));
      return columns.filter((one) => !known.has(one)).map((one) => `${table}.${one}`);
    });
  expect(unknown.toSorted()).toEqual(Object.keys(FREE_COLUMNS).toSorted());
  await database.close();
});
