import type { ClientBase } from 'pg';
import { IS_OWN_PARTNER } from './kinds.js';

/** Deletes the notifications of payouts that are not paid after all. No email has been sent yet: it waits for as long as this can be undone. */
export async function forgetPaid(client: ClientBase, payoutIds: readonly number[]): Promise<void> {
  await client.query(
    `delete from notifications n using payouts o, partners p, users u
      where o.id = any($1::bigint[]) and p.id = o.partner_id and ${IS_OWN_PARTNER} and n.user_id = u.id
        and n.kind = 'payout_paid' and n.object_id = o.id`,
    [payoutIds],
  );
}
