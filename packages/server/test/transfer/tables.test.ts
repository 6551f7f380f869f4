import { describe, expect, test } from 'vitest';
import { RECORDED_TABLES, recordingTrigger } from '../../src/features/seals/recorded-tables.js';
import { TABLES_LEFT_BEHIND, TRIGGERS_OFF, WORKSPACE_TABLES } from '../../src/transfer/tables.js';
import { openTestDatabase } from '../support/engines.js';
import { shared } from '../support/shared.js';

/** Triggers that fire on new rows and change nothing of a row that the service has written. */
const HARMLESS = [
  'commissions_code_hold',
  // Of the whole service: the importing service records them.
  ...RECORDED_TABLES.filter(({ workspaceBy }) => workspaceBy === 'none').map(({ name }) =>
    recordingTrigger(name),
  ),
  'sale_references_complete',
  'sales_code_no_commission',
  'seals_keep_heads',
  'sessions_limit',
];

describe('the tables of an export', () => {
  const database = shared(() => openTestDatabase('embedded'));

  test('are all there are, but for those that are named with a reason', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const known = [...WORKSPACE_TABLES.map(({ name }) => name), ...Object.keys(TABLES_LEFT_BEHIND)];
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  test('come after those that they refer to', async () => {
    const { rows } = await database.pool.query<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
        where contype = 'f' and conrelid <> confrelid`,
    );
    const place = (table: string) => WORKSPACE_TABLES.findIndex(({ name }) => name === table);
    const early = rows.filter(({ from, to }) => place(from) >= 0 && place(from) < place(to));
    expect(early).toEqual([]);
  });

  test('are imported with every trigger known that fires on new rows', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select distinct tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where not tgisinternal and tgtype & 4 = 4 and not relispartition`,
    );
    const known = [...TRIGGERS_OFF.map(([, trigger]) => trigger), ...HARMLESS];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });
});
