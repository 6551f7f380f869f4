import type { ClientBase } from 'pg';
import { RefusedError } from '../refused-error.js';

/** Refuses a destination that is no page of the program's site: a partner's link must not lead customers elsewhere. */
export async function demandOwnSite(
  client: ClientBase,
  programId: number,
  destinationUrl: string | null,
): Promise<void> {
  if (destinationUrl === null) return;
  const { rows } = await client.query<{ domain: string }>('select domain from programs where id = $1', [
    programId,
  ]);
  const domain = rows[0]?.domain ?? '';
  const host = URL.canParse(destinationUrl) ? new URL(destinationUrl).host : '';
  if (host === domain || host.endsWith(`.${domain}`)) return;
  throw new RefusedError('field_invalid', 'destination_url');
}
