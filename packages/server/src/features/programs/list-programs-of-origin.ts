import type { Pool } from 'pg';

/** The programs in use that allow this origin (`scheme://host[:port]`, compared exactly). */
export async function listProgramsOfOrigin(pool: Pool, origin: string): Promise<number[]> {
  const { rows } = await pool.query<{ program_id: number }>({
    name: 'list-programs-of-origin',
    text: `select o.program_id from program_origins o join programs p on p.id = o.program_id
            where o.origin = $1 and p.archived_at is null order by o.program_id`,
    values: [origin],
  });
  return rows.map((row) => row.program_id);
}
