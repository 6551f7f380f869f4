import type { ClientBase, Pool } from 'pg';
import { withTransaction } from '../../database/transaction.js';
import { hashContents, hashSeal, type SealBody, signText } from './seal.js';
import type { SealKeys } from './seal-keys.js';
import { loadProgress, type Position, type Progress } from './sealed-rows.js';
import {
  hashSealedRow,
  SEALED_TABLES,
  type SealedRow,
  type SealedTable,
  type SealedTableName,
  selectSealed,
} from './sealed-tables.js';

/** How many rows of a table one seal covers at most. */
const ROWS_OF_SEAL = 200;
/** How many rows one statement reads: on the embedded database, everything else waits for as long. */
const ROWS_AT_ONCE = 50;

/** Rows of one table that one seal covers. */
interface Covered {
  readonly ids: number[];
  readonly hashes: Buffer[];
}

/** What seals are to cover, by workspace. */
type Found = Map<number, Partial<Record<SealedTableName, Covered>>>;

/** What a run of sealing works with. */
export interface Sealing {
  readonly keys: SealKeys;
  /** Ends it between two transactions. */
  readonly signal?: AbortSignal;
  /** Rows of a table in one seal (200). */
  readonly atOnce?: number;
}

/**
 * Seals everything that was committed before the call and is not sealed, and returns the number of new seals. Processes take turns by the
 * row of `seal_progress`: of two that have read the same rows, one seals them. New rows are those that the current snapshot sees and the
 * previous one does not, so each row is sealed once, however late its transaction commits. Rows are read before the transaction that
 * seals them, because the sealed part of a row never changes.
 */
export async function sealBooks(
  pool: Pool,
  { keys, signal, atOnce = ROWS_OF_SEAL }: Sealing,
): Promise<number> {
  let made = 0;
  let ours: string | null = null;
  while (!signal?.aborted) {
    const step: Step = await sealSome(pool, { keys, atOnce, ours });
    made += step.made;
    if (step.isDone) break;
    ours = step.ours;
  }
  return made;
}

/**
 * Whether the database was restored into a server that has counted fewer transactions than the one it comes from. Then
 * `sealBooks` has to run before anything is written.
 */
export async function isSealingBehind(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ behind: boolean }>(
    `select coalesce(pg_snapshot_xmax(sealed::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()), false) as behind
       from seal_progress where id = 1`,
  );
  return rows[0]?.behind === true;
}

interface Step {
  readonly made: number;
  /** What is being sealed, if this call began it. */
  readonly ours: string | null;
  readonly isDone: boolean;
}

/** Seals up to `atOnce` rows of each table. */
async function sealSome(
  pool: Pool,
  { keys, atOnce, ours }: { readonly keys: SealKeys; readonly atOnce: number; readonly ours: string | null },
): Promise<Step> {
  const before = await loadProgress(pool);
  // Another process did the rest.
  if (ours !== null && before.sealing !== ours) return { made: 0, ours, isDone: true };
  const isOurs = ours !== null || before.sealing === null;
  const now = before.sealing === null ? { ...before, ...(await takeSnapshots(pool)) } : before;
  const { found, positions } = await readUnsealed(pool, now, atOnce);
  const isDone = SEALED_TABLES.every(({ name }) => positions[name] === 'done');
  const isIdle = found.size === 0 && isDone && before.sealing === null;
  const isStored =
    isIdle ||
    (await withTransaction(pool, async (client) => {
      if (!isSame(await loadProgress(client, 'for update'), before)) return false;
      if (found.size > 0) await writeSeals(client, found, keys);
      await storeProgress(client, isDone ? finished(now) : { ...now, positions });
      return true;
    }));
  // Another process has sealed these rows meanwhile.
  if (!isStored) return { made: 0, ours, isDone: false };
  return { made: found.size, ours: isOurs ? now.sealing : null, isDone: isDone && isOurs };
}

/** Reads up to `atOnce` unsealed rows of each table, and returns them with the position reached. */
async function readUnsealed(
  pool: Pool,
  now: Progress,
  atOnce: number,
): Promise<{ readonly found: Found; readonly positions: Progress['positions'] }> {
  const positions: Partial<Record<SealedTableName, Position>> = { ...now.positions };
  const found: Found = new Map();
  for (const table of SEALED_TABLES) {
    let after = positions[table.name] ?? [-1, 0];
    for (let read = 0; read < atOnce && after !== 'done'; ) {
      const wanted = Math.min(ROWS_AT_ONCE, atOnce - read);
      const rows = await findUnsealed(pool, table, { ...now, after, atOnce: wanted });
      for (const row of rows) addTo(found, table, row);
      const last = rows.length < wanted ? undefined : rows.at(-1);
      after = last === undefined ? 'done' : [last.written_in, last.row_id];
      read += rows.length;
    }
    positions[table.name] = after;
  }
  return { found, positions };
}

function isSame(one: Progress, other: Progress): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const finished = ({ sealed_then }: Progress): Progress => ({
  sealed: sealed_then,
  sealing: null,
  sealed_then: null,
  positions: {},
});

/**
 * What to seal now. In a database that was restored into a server with fewer transactions, `written_in` of what was not sealed is ahead of
 * every snapshot of the new one, so everything there is counts as seen once.
 */
async function takeSnapshots(pool: Pool): Promise<Pick<Progress, 'sealing' | 'sealed_then'>> {
  const newest = SEALED_TABLES.map(({ name }) => `coalesce((select max(written_in) from ${name}), 0)`);
  const { rows } = await pool.query<{ now: string; all_there_is: string; is_behind: boolean | null }>(
    `select now.snapshot::text as now, format('%1$s:%1$s:', 1 + greatest(${newest.join(', ')})) as all_there_is,
            pg_snapshot_xmax(p.sealed::pg_snapshot) > pg_snapshot_xmax(now.snapshot) as is_behind
       from seal_progress p cross join (select pg_current_snapshot() as snapshot) now where p.id = 1`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('seal_progress has lost its row');
  return { sealing: row.is_behind === true ? row.all_there_is : row.now, sealed_then: row.now };
}

/** Rows that `sealing` sees and `sealed` does not, in the order of their transactions; all references of a sale together. */
async function findUnsealed(
  pool: Pool,
  table: SealedTable,
  {
    sealed,
    sealing,
    after,
    atOnce,
  }: Progress & { readonly after: readonly [number, number]; readonly atOnce: number },
): Promise<readonly SealedRow[]> {
  const { rows } = await pool.query<SealedRow>(
    selectSealed(
      table,
      `where (t.written_in, t.${table.key}) > ($1::bigint, $2::bigint)
         and t.written_in >= coalesce(pg_snapshot_xmin($3::pg_snapshot)::text::bigint, 0)
         and t.written_in < pg_snapshot_xmax($4::pg_snapshot)::text::bigint
         and pg_visible_in_snapshot(t.written_in::text::xid8, $4::pg_snapshot)
         and ($3::pg_snapshot is null or not pg_visible_in_snapshot(t.written_in::text::xid8, $3::pg_snapshot))
       order by t.written_in, t.${table.key} fetch first ${atOnce} rows with ties`,
    ),
    [...after, sealed, sealing],
  );
  return rows;
}

function addTo(found: Found, table: SealedTable, row: SealedRow): void {
  const ofWorkspace = found.get(row.workspace_id) ?? {};
  found.set(row.workspace_id, ofWorkspace);
  ofWorkspace[table.name] ??= { ids: [], hashes: [] };
  ofWorkspace[table.name]?.ids.push(row.row_id);
  ofWorkspace[table.name]?.hashes.push(hashSealedRow(table, row));
}

/** One seal for each workspace, after the newest it has. */
async function writeSeals(client: ClientBase, found: Found, keys: SealKeys): Promise<void> {
  const key = await keys.current(client);
  const sealedAt = new Date(keys.now()).toISOString();
  const workspaceIds = [...found.keys()];
  const { rows: heads } = await client.query<{
    workspace_id: number;
    number: number;
    hash: string;
  }>(
    `select w.id as workspace_id, s.number, s.hash
       from unnest($1::bigint[]) as w (id)
       left join lateral (select number, hash from seals where workspace_id = w.id order by number desc limit 1) s on true`,
    [workspaceIds],
  );
  const sealed = heads.map(({ workspace_id, number, hash }) => {
    const tables = Object.entries(found.get(workspace_id) ?? {}) as [SealedTableName, Covered][];
    const body: SealBody = {
      workspace_id,
      number: (number ?? 0) + 1,
      previous_hash: hash,
      counts: Object.fromEntries(tables.map(([name, { ids }]) => [name, ids.length])),
      contents: Object.fromEntries(
        tables.map(([name, { hashes }]) => [name, hashContents(Buffer.concat(hashes))]),
      ),
      sealed_at: sealedAt,
      key_id: key.id,
    };
    const ownHash = hashSeal(body);
    return { body, hash: ownHash, signature: signText(ownHash, key), tables };
  });
  await client.query(
    `insert into seals (workspace_id, number, previous_hash, hash, counts, contents, sealed_at, key_id, signature)
     select workspace_id, number, previous_hash, hash, counts, contents, sealed_at, key_id, signature
       from json_populate_recordset(null::seals, $1::json)`,
    [JSON.stringify(sealed.map(({ body, hash, signature }) => ({ ...body, hash, signature })))],
  );
  const contents = sealed.flatMap(({ body: { workspace_id, number }, tables }) =>
    tables.map(([table_name, { ids, hashes }]) => ({
      ...{ workspace_id, number, table_name, row_ids: ids },
      row_hashes: `\\x${Buffer.concat(hashes).toString('hex')}`,
    })),
  );
  await client.query(
    'insert into seal_contents select * from json_populate_recordset(null::seal_contents, $1::json)',
    [JSON.stringify(contents)],
  );
}

async function storeProgress(
  client: ClientBase,
  { sealed, sealing, sealed_then, positions }: Progress,
): Promise<void> {
  await client.query(
    'update seal_progress set sealed = $1, sealing = $2, sealed_then = $3, positions = $4::json where id = 1',
    [sealed, sealing, sealed_then, JSON.stringify(positions)],
  );
}
