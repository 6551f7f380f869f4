// Twelve months of a subscription with a refund and a dispute, to the cent. Prints how long it took.
import assert from 'node:assert/strict';
import { createSimulation } from '@svc/testing';

const startedMs = performance.now();
const svc = await createSimulation({ now: '2026-01-15T09:00:00Z' });
const readyMs = performance.now();
try {
  const clickId = await svc.click('jane');
  const lead = await svc.api.trackLead({ customerExternalId: 'user-1', clickId });
  assert.equal(lead.ok, true);
  // 30 % of 49.99, rounded: 15.00 each month.
  const subscription = await svc.processor.subscribe({ customerKey: 'user-1', clickId, amountCents: 4_999 });
  await svc.advance({ months: 5 });
  assert.equal(subscription.payments.length, 6);
  await subscription.payments[5].refund(2_000);
  await svc.advance({ months: 3 });
  const dispute = await subscription.payments[8].dispute();
  const held = (await svc.books()).balances[0];
  assert.equal(held.heldCents, 1_500);
  await svc.advance({ days: 20 });
  await dispute.close('lost');
  await svc.advanceTo('2026-12-31T00:00:00Z');
  subscription.cancel();
  await svc.advance({ days: 45 });

  const { balances, commissions } = await svc.books();
  assert.equal(subscription.payments.length, 12);
  assert.equal(commissions.length, 12);
  // Ten untouched, one of 29.99 left (9.00), one lost in the dispute.
  assert.deepEqual(
    commissions.map(({ amountCents }) => amountCents),
    [1500, 1500, 1500, 1500, 1500, 900, 1500, 1500, 0, 1500, 1500, 1500],
  );
  assert.deepEqual(
    balances.map(({ partner, currency, pendingCents, heldCents, payableCents, paidCents }) => ({
      ...{ partner, currency, pendingCents, heldCents, payableCents, paidCents },
    })),
    [{ partner: 'Jane', currency: 'USD', pendingCents: 0, heldCents: 0, payableCents: 15_900, paidCents: 0 }],
  );
  assert.equal(svc.now().toISOString(), '2027-02-14T00:00:00.000Z');
} finally {
  await svc.close();
}
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const endedMs = performance.now();
console.log(
  `a year of renewals: ${seconds(endedMs - startedMs)}, of which starting the service took ${seconds(readyMs - startedMs)}`,
);
