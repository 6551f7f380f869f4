import { isDeepStrictEqual } from 'node:util';
import type { LinkUpdate } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { destinationType } from '../../operations/value-types.js';
import { auditedLink, type LinkRow } from './link-item.js';
import { readLinkRow } from './read-link.js';

/** Only a provision file moves a link to another partner or program, or spells it in another letter case. */
export type LinkChanges = Static<typeof LinkUpdate> &
  Partial<Pick<LinkRow, 'program_id' | 'partner_id' | 'short_link'>>;

/**
 * Changes where a link leads, turns it off and on, or moves it; what is left out stays. Its clicks and customers stay with
 * the partner they came by. Refused where the link is not one of the program that is named.
 */
export async function changeLink(
  client: ClientBase,
  { linkId, programId }: { readonly linkId: number; readonly programId: number | null },
  { is_active: wantedActive, ...fields }: LinkChanges,
): Promise<Change<LinkRow>> {
  await client.query('select 1 from links where id = $1 for no key update', [linkId]);
  const before = await readLinkRow(client, linkId);
  if (before.program_id !== programId) throw new RefusedError('not_found');
  const wanted = { ...before, ...fields };
  if (wanted.destination_url !== null) parseValue(destinationType, wanted.destination_url, 'destination_url');
  const isActive = wantedActive ?? before.deactivated_at === null;
  const isSame = isDeepStrictEqual(wanted, before) && isActive === (before.deactivated_at === null);
  if (isSame) return unchanged(before);
  await client.query(
    `update links set program_id = $2, partner_id = $3, short_link = $4, destination_url = $5,
                      deactivated_at = case when $6::boolean then null else coalesce(deactivated_at, now()) end
      where id = $1`,
    [linkId, wanted.program_id, wanted.partner_id, wanted.short_link, wanted.destination_url, isActive],
  );
  const after = await readLinkRow(client, linkId);
  const entry = { on: 'link', id: linkId, before: auditedLink(before), after: auditedLink(after) };
  return changed(after, entry);
}
