import type { PayoutDetails } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { type Change, changed } from '../audit/change.js';

/** Where a partner wants to be paid; null while they have not said. */
export async function readPayoutDetails(
  db: Pool | ClientBase,
  partnerId: number,
): Promise<PayoutDetails | null> {
  const { rows } = await db.query<PayoutDetails>(
    'select method, account_name, details, country from partner_payout_details where partner_id = $1',
    [partnerId],
  );
  return rows[0] ?? null;
}

/** Says where a partner wants to be paid. The log tells that and how it changed, not the account itself. */
export async function setPayoutDetails(
  client: ClientBase,
  partnerId: number,
  wanted: PayoutDetails,
): Promise<Change<{ readonly payout_details: PayoutDetails }>> {
  // While they have not said, there is no other row to lock.
  await client.query('select 1 from partners where id = $1 for no key update', [partnerId]);
  const before = await readPayoutDetails(client, partnerId);
  const country = wanted.country ?? null;
  await client.query(
    `insert into partner_payout_details (partner_id, method, account_name, details, country)
     values ($1, $2, $3, $4, $5)
     on conflict (partner_id) do update
        set method = excluded.method, account_name = excluded.account_name, details = excluded.details,
            country = excluded.country, updated_at = now()`,
    [partnerId, wanted.method, wanted.account_name, wanted.details, country],
  );
  const answer = { payout_details: { ...wanted, country } };
  return changed(answer, {
    on: 'partner',
    id: partnerId,
    before: before && { payout_method: before.method },
    after: { payout_method: wanted.method },
  });
}
