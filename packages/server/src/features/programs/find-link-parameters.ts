import type { Pool } from 'pg';

/** The query parameters that hold the short link in addresses of a program without `aff`; null when there is no such program. */
export async function findLinkParameters(pool: Pool, programId: number): Promise<string[] | null> {
  const { rows } = await pool.query<{ link_parameters: string[] }>({
    name: 'find-link-parameters',
    text: 'select link_parameters from programs where id = $1',
    values: [programId],
  });
  return rows[0]?.link_parameters ?? null;
}
