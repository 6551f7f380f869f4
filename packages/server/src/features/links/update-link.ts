import { LinkItem, LinkUpdate } from '@svc/contract';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { destinationType } from '../../operations/value-types.js';
import { readLink } from './read-link.js';

/** Changes where a link leads, or turns it off and on. Its clicks and customers stay with its partner. */
export const updateLink = defineOperation({
  name: 'updateLink',
  route: 'PATCH /api/programs/:programId/links/:id',
  permission: 'link:write',
  summary: 'Change where a link leads, or turn it off and on',
  input: LinkUpdate,
  output: LinkItem,
  audit: 'link.update',
  async run({ client, scope: { programId }, input, id }) {
    const linkId = id();
    await client.query('select 1 from links where id = $1 for no key update', [linkId]);
    const before = await readLink(client, programId, linkId);
    const destination = input.destination_url === undefined ? before.destination_url : input.destination_url;
    if (destination !== null) parseValue(destinationType, destination, 'destination_url');
    const isActive = input.is_active ?? before.is_active;
    if (destination === before.destination_url && isActive === before.is_active) return unchanged(before);
    await client.query(
      `update links set destination_url = $2,
                      deactivated_at = case when $3::boolean then null else coalesce(deactivated_at, now()) end
      where id = $1`,
      [linkId, destination, isActive],
    );
    const after = await readLink(client, programId, linkId);
    return changed(after, { on: 'link', id: linkId, before, after });
  },
  after: forgetConfiguration,
});
