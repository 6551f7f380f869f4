import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { importWorkspace } from '../../src/transfer/import-workspace.js';
import { createLineReader } from '../../src/transfer/lines.js';
import { WORKSPACE_TABLES } from '../../src/transfer/tables.js';
import { openBooks } from '../support/books.js';
import { engines, openTestDatabase } from '../support/engines.js';
import { seedProgram } from '../support/seed.js';
import { shared } from '../support/shared.js';
import { exported, newFile, packed, withChecks } from './transfer-support.js';

/** The lines of an export of a workspace with a sale. */
async function openLines() {
  const books = await openBooks('embedded');
  const program = await seedProgram(books.pool);
  await books.soldOnce(program);
  const { rows } = await books.pool.query<{ name: string }>('select name from workspaces where id = $1', [
    program.workspaceId,
  ]);
  const { file } = await exported(books.pool, rows[0]?.name ?? '');
  const bytes = await readFile(file);
  await books.close();
  const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
  return { bytes, lines, shortLink: program.shortLink, close: async () => undefined };
}

describe.each(engines)('a broken file imports nothing on %s:', (engine) => {
  const source = shared(openLines);
  const database = shared(() => openTestDatabase(engine));

  async function refusalOf(bytes: Uint8Array): Promise<string> {
    const file = newFile();
    writeFileSync(file, bytes);
    const error = await importWorkspace(database.pool, { file, engine }).then(
      () => null,
      (reason: Error) => reason,
    );
    for (const { name } of WORKSPACE_TABLES)
      expect((await database.pool.query(`select 1 from ${name} limit 1`)).rows, name).toEqual([]);
    expect(error?.name).toBe('TransferError');
    return error?.message ?? '';
  }

  /** The place of the first line of a table, from 0. */
  const placeOf = (table: string) => source.lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
  const changed = (place: number, change: (line: string) => string) =>
    source.lines.map((line, index) => (index === place ? change(line) : line));

  test('one that was cut off, compressed or not', async () => {
    expect(await refusalOf(source.bytes.subarray(0, source.bytes.length - 12))).toMatch(
      /^The file ends too early, after line \d+$/,
    );
    expect(await refusalOf(packed(source.lines.slice(0, -1)))).toMatch(/its last line is missing$/);
    const text = source.lines.join('\n');
    expect(await refusalOf(gzipSync(text.slice(0, -30)))).toBe(
      `The file ends in the middle of line ${source.lines.length}`,
    );
  });

  test('one with a damaged byte, and one that is something else', async () => {
    const damaged = Buffer.from(source.bytes);
    damaged[damaged.length - 6] = (damaged.at(-6) ?? 0) ^ 1;
    expect(await refusalOf(damaged)).toMatch(/^The file is damaged after line \d+$/);
    expect(await refusalOf(Buffer.from('{}'))).toMatch(/it is no gzip file$/);
    expect(await refusalOf(packed(['{"some":"thing"}']))).toMatch(/^This is no file that/);
    expect(await refusalOf(gzipSync(''))).toBe('The file is empty');
  });

  test('one with a changed digit, a removed, a repeated or an added line; the line is named', async () => {
    const place = placeOf('ledger_movements');
    const edited = changed(place, (line) => line.replace('"amount_cents":2000', '"amount_cents":3000'));
    expect(edited).not.toEqual(source.lines);
    expect(await refusalOf(packed(edited))).toMatch(
      new RegExp(`^Line ${place + 1} is not as it was written`),
    );
    expect(await refusalOf(packed(source.lines.toSpliced(place, 1)))).toMatch(
      new RegExp(`^Line ${place + 1} is not`),
    );
    const repeated = source.lines.toSpliced(place, 0, source.lines[place] ?? '');
    expect(await refusalOf(packed(repeated))).toMatch(new RegExp(`^Line ${place + 2} is not`));
    const { length } = source.lines;
    expect(await refusalOf(packed([...source.lines, '{}']))).toMatch(
      new RegExp(`^Line ${length + 1} is not`),
    );
  });

  test('one whose rows were changed with their checksums: the digest or the database finds it', async () => {
    const ledger = placeOf('ledger_movements');
    const cents = changed(ledger, (line) => line.replace('"amount_cents":2000', '"amount_cents":3000'));
    expect(await refusalOf(packed(withChecks(cents)))).toMatch(/^The rows have the digest \w+, and should/);
    const sale = placeOf('sales');
    const negative = changed(sale, (line) => line.replace('"amount_cents":10000', '"amount_cents":-1'));
    expect(await refusalOf(packed(withChecks(negative)))).toMatch(
      new RegExp(`^Line ${sale + 1}, sales: .*check constraint`),
    );
    const gone = withChecks(source.lines.toSpliced(sale, 1));
    expect(await refusalOf(packed(gone))).toBe('The file has 0 rows of sales, and should have 1');
    const swapped = withChecks(source.lines.toSpliced(sale, 1).toSpliced(-1, 0, source.lines[sale] ?? ''));
    expect(await refusalOf(packed(swapped))).toMatch(/rows of sales do not belong here$/);
    const unknown = changed(sale, (line) => line.replace('"table":"sales"', '"table":"pg_class"'));
    expect(await refusalOf(packed(withChecks(unknown)))).toMatch(/rows of pg_class do not belong here$/);
  });

  test('one of another version, and one without a table', async () => {
    const edit = (from: string | RegExp, to: string) =>
      packed(withChecks(changed(0, (line) => line.replace(from, to))));
    expect(await refusalOf(edit('"version":1,', '"version":2,'))).toMatch(/written by a newer program/);
    expect(await refusalOf(edit(/"schema":\d+/, '"schema":9999'))).toMatch(/written by a newer program/);
    expect(await refusalOf(edit(/"schema":\d+/, '"schema":1'))).toMatch(/written by an older program/);
    expect(await refusalOf(edit('"refunds",', ''))).toBe(
      'Line 1: the file has other tables than this program, such as refunds',
    );
  });
});

describe.each(engines)('on %s', (engine) => {
  const source = shared(openLines);

  async function importInto(pool: Parameters<typeof importWorkspace>[0]) {
    const file = newFile();
    writeFileSync(file, source.bytes);
    return importWorkspace(pool, { file, engine });
  }

  test('a service that has the workspace, its id, or its short link refuses the file and says what collides', async () => {
    const parse = createLineReader();
    const first = parse(source.lines[0] ?? '');
    const { id = 0, name = '' } = first.kind === 'header' ? first.header.workspace : {};
    const another = await openTestDatabase(engine);
    await another.pool.query(`insert into workspaces (id, name) values ($1, 'Other')`, [id]);
    await expect(importInto(another.pool)).rejects.toThrow('its workspace Other has the same id');
    await another.close();
    const database = await openTestDatabase(engine);
    const { pool } = database;
    await pool.query(`insert into workspaces (id, name) values ($1 + 1, 'Shop'), ($1 + 2, 'Shop 2')`, [id]);
    await pool.query(
      `insert into links (id, workspace_id, short_link, short_link_key) values (4000, $1, $2, lower($2))`,
      [id + 1, source.shortLink],
    );
    await expect(importInto(pool)).rejects.toThrow(
      `links: this service is not empty, and what is in it collides with the file. Key (short_link_key)=(${source.shortLink.toLowerCase()}) already exists.`,
    );
    await pool.query('delete from links');
    expect(await importInto(pool)).toMatchObject({ workspace: name });
    await expect(importInto(pool)).rejects.toThrow('it has a workspace of this name');
    await database.close();
  });
});
