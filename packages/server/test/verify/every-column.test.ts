import { beforeAll, describe, expect, test } from 'vitest';
import { RECORDED_TABLES } from '../../src/features/seals/recorded-tables.js';
import { SEALED_TABLES } from '../../src/features/seals/sealed-tables.js';
import { type Difference, verifyBooks } from '../../src/verify/verify.js';
import { openBooks } from '../support/books.js';
import { engines } from '../support/engines.js';
import { casesOn } from '../support/repetitions.js';
import { shared } from '../support/shared.js';
import { fillBooks } from './columns/full-books.js';
import { OUTSIDE } from './columns/outside.js';
import {
  asOwner,
  type Column,
  dropConstraints,
  editOne,
  loadColumns,
  type Way,
} from './columns/try-edits.js';

/** Checks that compare each row with what was recorded or sealed of it alone, so that edits of several tables are told apart. */
const BY_ROW = ['recorded rows', 'seals'];

/** By table: the columns that are recorded or sealed, and what its rows are found by. */
const BY_ROW_COLUMNS = new Map([
  ...SEALED_TABLES.map(
    ({ name, key, columns, times }) =>
      [
        name as string,
        { key: [key as string], has: (column: string) => [...columns, ...times].includes(column) },
      ] as const,
  ),
  ...RECORDED_TABLES.map(
    (table) =>
      [table.name, { key: table.key, has: (column: string) => table.leftOut[column] === undefined }] as const,
  ),
]);

const isOutside = ({ table, name }: Column): boolean =>
  OUTSIDE[table] !== undefined || OUTSIDE[`${table}.${name}`] !== undefined;

const isLeftOut = ({ table, name }: Column): boolean =>
  RECORDED_TABLES.some((one) => one.name === table && one.leftOut[name] !== undefined);

const isByRow = ({ table, name }: Column): boolean => BY_ROW_COLUMNS.get(table)?.has(name) === true;

/** The columns in rounds, each with at most one column of a table. */
function rounds(columns: readonly Column[]): Column[][] {
  const made: Column[][] = [];
  for (const column of columns) {
    const round = made.find((one) => one.every(({ table }) => table !== column.table));
    if (round === undefined) made.push([column]);
    else round.push(column);
  }
  return made;
}

const names = (differences: readonly Difference[], table: string, key: string) =>
  differences.some((one) => one.table === table && String(one.id) === key);

describe.each(engines)('edits of every column, on %s', (engine) => {
  const way: Way = engine === 'embedded' ? 'with plain SQL' : 'without triggers';
  const books = shared(() => openBooks(engine));
  let columns: readonly Column[] = [];
  beforeAll(async () => {
    await fillBooks(books);
    columns = await loadColumns(books.pool);
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
    await dropConstraints(books.pool);
  }, 60_000);

  test('verify names each edit of a column that is recorded or sealed, made in whatever way', {
    timeout: 300_000,
  }, async () => {
    const missed: string[] = [];
    for (const round of rounds(columns.filter(isByRow)))
      await asOwner(books.pool, way, async (client, find) => {
        const edited: [Column, string | null][] = [];
        for (const column of round)
          edited.push([column, await editOne(client, column, BY_ROW_COLUMNS.get(column.table)?.key ?? [])]);
        const differences = await find(BY_ROW);
        for (const [{ table, name }, key] of edited)
          if (key !== null && !names(differences, table, key)) missed.push(`${table}.${name}`);
      });
    expect(missed).toEqual([]);
  });

  test('verify names each edit of any other column, unless a reason says why it stays outside', {
    timeout: 300_000,
  }, async () => {
    const others = columns.filter((column) => !isByRow(column) && !isOutside(column) && !isLeftOut(column));
    const missed: string[] = [];
    for (const column of casesOn(engine, others))
      await asOwner(books.pool, way, async (client, find) => {
        const key = await editOne(client, column, ['ctid']);
        if (key !== null && (await find()).length === 0) missed.push(`${column.table}.${column.name}`);
      });
    expect(missed).toEqual([]);
  });
});
