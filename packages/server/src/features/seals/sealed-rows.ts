import type { ClientBase, Pool } from 'pg';
import type { OfTables } from './seal.js';
import { SEALED_TABLES } from './sealed-tables.js';

/** The last row of a table that is sealed, by the transaction that wrote it and its key; `done`: all of them are. */
export type Position = readonly [writtenIn: number, rowId: number] | 'done';

/** How far sealing is. */
export interface Progress {
  /** What the seals cover: everything that this snapshot sees; null: nothing. */
  readonly sealed: string | null;
  /** What is being sealed, and how far that is. */
  readonly sealing: string | null;
  readonly sealed_then: string | null;
  readonly positions: OfTables<Position>;
}

/** How far sealing is; `lock`: and no other goes on with it until the transaction of `db` ends. */
export async function loadProgress(db: Pool | ClientBase, lock: 'for update' | '' = ''): Promise<Progress> {
  const { rows } = await db.query<Progress>(`select * from seal_progress where id = 1 ${lock}`);
  if (rows[0] === undefined) throw new Error('seal_progress has lost its row');
  return rows[0];
}

/** As `written_in` in a file: the row is in a seal, or in none. */
const IN_A_SEAL = 0;
const IN_NO_SEAL = 1;

/**
 * The rows of a table as an export writes them, as SQL: `written_in`, which means nothing to another database, says only whether
 * the row is in a seal. Null for tables that are not sealed.
 */
export function exportedRow(name: string, { sealed, sealing, positions }: Progress): string | null {
  const table = SEALED_TABLES.find((one) => one.name === name);
  if (table === undefined) return null;
  const sees = (snapshot: string) =>
    `pg_visible_in_snapshot(${name}.written_in::text::xid8, '${snapshot}'::pg_snapshot)`;
  const position = positions[table.name];
  const isCovered = [
    ...(sealed === null ? [] : [sees(sealed)]),
    ...(sealing === null || position === undefined
      ? []
      : position === 'done'
        ? [sees(sealing)]
        : [`${sees(sealing)} and (${name}.written_in, ${name}.${table.key}) <= (${position.join(', ')})`]),
  ];
  const condition = isCovered.map((one) => `(${one})`).join(' or ') || 'false';
  return `json_populate_record(${name}, json_build_object('written_in', case when ${condition} then ${IN_A_SEAL} else ${IN_NO_SEAL} end))`;
}

/** While rows of an export are inserted: those in no seal are written by this transaction, so that the next run seals them. */
export async function beginInserting(client: ClientBase): Promise<void> {
  for (const { name } of SEALED_TABLES)
    await client.query(
      `create trigger written_now before insert on ${name} for each row when (new.written_in = ${IN_NO_SEAL})
         execute function written_now()`,
    );
}

/** Ends what `beginInserting` began. Where nothing was sealed before, the seals of the export are all there are. */
export async function endInserting(client: ClientBase): Promise<void> {
  for (const { name } of SEALED_TABLES) await client.query(`drop trigger written_now on ${name}`);
  await client.query(`update seal_progress set sealed = '1:1:' where sealed is null and sealing is null`);
}
