import { PayoutItem } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { auditedPayout, findPayout } from './load-payouts.js';
import { lockOpenPayout } from './lock-open-payout.js';
import { lockPartnerBooks } from './pay-partner.js';
import { undoPayout } from './undo-payout.js';

/**
 * Cancels a payout whose money was not sent. Every movement it made is undone by another, so its commissions are payable
 * again with what is left of them after refunds meanwhile, and what it had settled is owed back again. Those that
 * something holds, such as a dispute that began meanwhile, are held instead.
 */
export const cancelPayout = defineOperation({
  name: 'cancelPayout',
  route: 'POST /api/programs/:programId/payouts/:id/cancel',
  permission: 'payout:write',
  summary: 'Cancel an open payout: what it paid is payable again',
  output: PayoutItem,
  errors: ['payout_status'],
  audit: 'payout.cancel',
  async run({ client, services, scope: { programId }, id, nowMs }) {
    const payoutId = id();
    const key = { programId, payoutId, encryption: services.encryption };
    const known = await findPayout(client, key);
    // The partner's books first, as everybody who pays does, so that two cannot wait for each other.
    if (known !== null) {
      await lockPartnerBooks(client, { programId, partnerId: known.partner_id });
    }
    const before = await lockOpenPayout(client, key);
    const { partner_id: partnerId, currency } = before;
    await undoPayout(client, services.tracking.ids, { id: payoutId, programId, partnerId, currency }, nowMs);
    await client.query(
      `update payouts set status = 'cancelled', settled_at = to_timestamp($2::float8 / 1000) where id = $1`,
      [payoutId, nowMs],
    );
    const after = await findPayout(client, key);
    if (after === null) throw new Error(`payout ${payoutId} is gone`);
    return changed(
      after,
      { on: 'payout', id: payoutId, before: auditedPayout(before), after: auditedPayout(after) },
      [{ type: 'payout.cancelled', programId, objectId: payoutId }],
    );
  },
});
