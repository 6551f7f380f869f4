import type { LinkItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed, unchanged } from '../audit/change.js';
import { demand } from '../demand.js';
import { destinationType } from '../provision/values.js';
import { readLink } from './create-link.js';

/** Lets a link lead elsewhere, or turns it off and on. Clicks and customers of it stay with its partner. */
export async function updateLink(
  client: ClientBase,
  of: { readonly programId: number; readonly linkId: number },
  wanted: { readonly destination_url?: string | null; readonly is_active?: boolean },
): Promise<Change<LinkItem>> {
  await client.query('select 1 from links where id = $1 for no key update', [of.linkId]);
  const before = await readLink(client, of.programId, of.linkId);
  const destination = wanted.destination_url === undefined ? before.destination_url : wanted.destination_url;
  if (destination !== null) demand(destinationType, destination, 'destination_url');
  const isActive = wanted.is_active ?? before.is_active;
  if (destination === before.destination_url && isActive === before.is_active) return unchanged(before);
  await client.query(
    `update links set destination_url = $2,
                      deactivated_at = case when $3::boolean then null else coalesce(deactivated_at, now()) end
      where id = $1`,
    [of.linkId, destination, isActive],
  );
  const after = await readLink(client, of.programId, of.linkId);
  return changed(after, { on: 'link', id: of.linkId, before, after });
}
