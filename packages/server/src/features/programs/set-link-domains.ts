import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { linkHostType } from '../../operations/value-types.js';

/**
 * Makes these the hosts on which the links of a program are served, in this order. A host belongs to one program of the whole
 * service: another's links would otherwise lead wherever they like under this company's name. Contract 2 section 10.
 */
export async function setLinkDomains(
  client: ClientBase,
  programId: number,
  hosts: readonly string[],
): Promise<void> {
  const names = [...new Set(hosts.map((host) => parseValue(linkHostType, host, 'link_domains')))];
  await client.query('delete from program_link_domains where program_id = $1', [programId]);
  await client
    .query(
      `insert into program_link_domains (host, program_id, position)
       select host, $1, position from unnest($2::text[]) with ordinality as new (host, position) order by host`,
      [programId, names],
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('link_domain_taken') : error;
    });
}
