import type { Pool } from 'pg';
import { servesHost } from '../../ingest/serving-hosts.js';

/** A host on which nothing but the links of one program is served. */
export interface LinkDomain {
  readonly programId: number;
  /** Where its links lead that are unknown or inactive; null: to a page that says so. */
  readonly fallbackUrl: string | null;
}

/** The program of a host in lower case; null when it is no link domain. */
export async function findLinkDomain(pool: Pool, host: string): Promise<LinkDomain | null> {
  const { rows } = await pool.query<{ program_id: number; fallback_url: string | null }>({
    name: 'find-link-domain',
    text: `select d.program_id, p.fallback_url
             from program_link_domains d join programs p on p.id = d.program_id
            where d.host = $1 and ${servesHost('d.host', 'p.workspace_id')}`,
    values: [host],
  });
  const row = rows[0];
  return row === undefined ? null : { programId: row.program_id, fallbackUrl: row.fallback_url };
}
