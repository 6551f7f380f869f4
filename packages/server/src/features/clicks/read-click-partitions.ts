import type { ClientBase, Pool } from 'pg';

/** A partition of `clicks`. */
export interface ClickPartition {
  /** As it is written in SQL. */
  readonly table: string;
  /** Its half-open range of times in milliseconds; null: the default partition, which takes what no other one does. */
  readonly range: { readonly startMs: number; readonly endMs: number } | null;
}

/** The partitions that are attached, in no particular order. */
export async function readClickPartitions(source: Pool | ClientBase): Promise<readonly ClickPartition[]> {
  const { rows } = await source.query<{ table: string; bounds: string | null }>(
    `select c.oid::regclass::text as table, pg_get_expr(c.relpartbound, c.oid) as bounds
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'clicks'::regclass`,
  );
  return rows.flatMap(({ table, bounds }) => {
    // Somebody dropped it while this statement ran.
    if (bounds === null) return [];
    const [startMs, endMs] = [...bounds.matchAll(/'(-?\d+)'/g)].map(([, digits]) => Number(digits));
    return { table, range: startMs === undefined || endMs === undefined ? null : { startMs, endMs } };
  });
}
