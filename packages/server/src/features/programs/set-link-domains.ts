import type { ClientBase } from 'pg';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { linkHostType } from '../../operations/value-types.js';

/**
 * Makes these the hosts on which the links of a program are served, in this order. A host belongs to one program of the workspace. Where
 * another workspace uses it, it serves this one only once it is proven. The caller holds `lockHosts`. Contract 2 section 10.
 */
export async function setLinkDomains(
  client: ClientBase,
  programId: number,
  hosts: readonly string[],
): Promise<void> {
  const names = [...new Set(hosts.map((host) => parseValue(linkHostType, host, 'link_domains')))];
  await client.query('delete from program_link_domains where program_id = $1', [programId]);
  const { rows: taken } = await client.query(
    `select 1 from program_link_domains d join programs p on p.id = d.program_id
      where d.host = any($2::text[]) and p.workspace_id = (select workspace_id from programs where id = $1) limit 1`,
    [programId, names],
  );
  if (taken.length > 0) throw new RefusedError('link_domain_taken');
  await client.query(
    `insert into program_link_domains (host, program_id, position)
     select host, $1, position from unnest($2::text[]) with ordinality as new (host, position) order by host`,
    [programId, names],
  );
}
