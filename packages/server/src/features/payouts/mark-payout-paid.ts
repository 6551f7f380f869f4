import { PayoutItem, PayoutPay } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { auditedPayout, findPayout } from './load-payouts.js';
import { lockOpenPayout } from './lock-open-payout.js';

/**
 * Marks an open payout as paid. The ledger booked it when the run was created. A payout that is not in the payment file
 * named is refused. Contract 2, section 7.1.
 */
export const markPayoutPaid = defineOperation({
  name: 'markPayoutPaid',
  route: 'POST /api/programs/:programId/payouts/:id/pay',
  permission: 'payout:write',
  summary: 'Mark an open payout as paid',
  input: PayoutPay,
  output: PayoutItem,
  errors: ['payout_status', 'payout_other_format', 'payout_details_invalid'],
  audit: 'payout.pay',
  async run({ client, services, scope: { programId }, input: { reference, format }, nowMs, id }) {
    const payoutId = id();
    const key = { programId, payoutId, encryption: services.encryption };
    const before = await lockOpenPayout(client, key);
    if (format !== undefined && format !== before.format) {
      throw new RefusedError('payout_other_format', before.format);
    }
    if (format !== undefined && before.details_problem !== null)
      throw new RefusedError('payout_details_invalid');
    await client.query(
      `update payouts set status = 'paid', reference = $2, settled_at = to_timestamp($3::float8 / 1000) where id = $1`,
      [payoutId, reference, nowMs],
    );
    const after = await findPayout(client, key);
    if (after === null) throw new Error(`payout ${payoutId} is gone`);
    return changed(
      after,
      { on: 'payout', id: payoutId, before: auditedPayout(before), after: auditedPayout(after) },
      [{ type: 'payout.paid', programId, objectId: payoutId }],
    );
  },
});
