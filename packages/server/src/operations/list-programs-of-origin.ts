import type { Pool } from 'pg';

/** The programs that allow this origin (`scheme://host[:port]`, compared exactly). */
export async function listProgramsOfOrigin(pool: Pool, origin: string): Promise<number[]> {
  const { rows } = await pool.query<{ program_id: number }>({
    name: 'list-programs-of-origin',
    text: 'select program_id from program_origins where origin = $1 order by program_id',
    values: [origin],
  });
  return rows.map((row) => row.program_id);
}
