import type { Pool } from 'pg';
import { servesHost } from '../../ingest/serving-hosts.js';

/** A program that allows an origin, and the parameters in which its addresses may hold the short link. */
export interface ProgramOfOrigin {
  readonly programId: number;
  readonly linkParameters: readonly string[];
}

/** The programs in use that allow this origin (`scheme://host[:port]`, compared exactly), by id; only those of the workspace it serves. */
export async function listProgramsOfOrigin(pool: Pool, origin: string): Promise<ProgramOfOrigin[]> {
  const { rows } = await pool.query<{ program_id: number; link_parameters: string[] }>({
    name: 'list-programs-of-origin',
    text: `select o.program_id, p.link_parameters from program_origins o join programs p on p.id = o.program_id
            where o.origin = $1 and p.archived_at is null and ${servesHost('o.host', 'p.workspace_id')} order by o.program_id`,
    values: [origin],
  });
  return rows.map((row) => ({ programId: row.program_id, linkParameters: row.link_parameters }));
}
