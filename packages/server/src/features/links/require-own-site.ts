import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

/** Refuses a destination that is no page of the program's site: a partner's link must not lead customers elsewhere. */
export async function requireOwnSite(
  client: ClientBase,
  programId: number,
  destinationUrl: string | null,
): Promise<void> {
  if (destinationUrl === null) return;
  const { rows } = await client.query<{ domain: string }>('select domain from programs where id = $1', [
    programId,
  ]);
  const domain = rows[0]?.domain;
  if (domain !== undefined && URL.canParse(destinationUrl)) {
    const { protocol, host } = new URL(destinationUrl);
    const site = hostOf(protocol, domain);
    if (site !== null && (host === site || host.endsWith(`.${site}`))) return;
  }
  throw new RefusedError('field_invalid', 'destination_url');
}

/** A domain as an address of this protocol has it: in lower case, and without the port that goes without saying. */
function hostOf(protocol: string, domain: string): string | null {
  const address = `${protocol}//${domain}`;
  return URL.canParse(address) ? new URL(address).host : null;
}
