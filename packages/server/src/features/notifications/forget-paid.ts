import type { ClientBase } from 'pg';
import { IS_OWN_PARTNER } from './kinds.js';

/** Takes back that partners were told of these payouts, which are not paid after all. Their email has not been sent by then. */
export async function forgetPaid(client: ClientBase, payoutIds: readonly number[]): Promise<void> {
  await client.query(
    `delete from notifications n using payouts o, partners p, users u
      where o.id = any($1::bigint[]) and p.id = o.partner_id and ${IS_OWN_PARTNER} and n.user_id = u.id
        and n.kind = 'payout_paid' and n.object_id = o.id`,
    [payoutIds],
  );
}
