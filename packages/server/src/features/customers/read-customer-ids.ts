import type { Pool } from 'pg';

/** Reads the ids of a program's customers, at most `limit` at a time, in the order in which they came. */
export async function* readCustomerIds(
  pool: Pool,
  programId: number,
  limit: number,
): AsyncGenerator<readonly number[]> {
  let after: { readonly id: number; readonly at: string } | undefined = { id: 0, at: '-infinity' };
  while (after !== undefined) {
    const { rows }: { rows: { id: number; at: string }[] } = await pool.query(
      `select id, created_at::text as at from customers where program_id = $1 and (created_at, id) > ($2::timestamptz, $3::bigint)
        order by created_at, id limit $4`,
      [programId, after.at, after.id, limit],
    );
    yield rows.map(({ id }) => id);
    after = rows.length < limit ? undefined : rows.at(-1);
  }
}
