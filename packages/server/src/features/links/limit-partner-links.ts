import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

/** Short links are unique over the whole service, so one partner must not be able to take all good names. */
const MAX_PER_DAY = 50;

/** Refuses one more link of a partner's own where they have made the most in the last 24 hours; locks the partner. */
export async function limitPartnerLinks(client: ClientBase, partnerId: number): Promise<void> {
  await client.query('select 1 from partners where id = $1 for no key update', [partnerId]);
  const { rows } = await client.query<{ seconds: number }>(
    `select ceil(extract(epoch from created_at + interval '1 day' - now()))::int as seconds
       from links
      where partner_id = $1 and made_by_partner and created_at > now() - interval '1 day'
      order by created_at desc offset $2 limit 1`,
    [partnerId, MAX_PER_DAY - 1],
  );
  const [oldest] = rows;
  if (oldest !== undefined) throw new RefusedError('rate_limited', { retryAfterSeconds: oldest.seconds });
}
