import { payerIndex } from './attribution/payer.js';
import { type Effect, earningsIndex, type Facts, indexCustomer, refundKeyIndex } from './facts.js';
import type { Commission, Sale } from './model.js';
import { foldPayment } from './refunds/fold-payment.js';
import { inWorkspace } from './refunds/payment.js';

/** Brings the facts forward by one effect, for the commands decided after it. */
export function fold(facts: Facts, effect: Effect): void {
  switch (effect.kind) {
    case 'customer':
      indexCustomer(facts, effect.customer);
      return;
    case 'sale': {
      const { sale } = effect;
      facts.sales.set(sale.id, sale);
      facts.programBySale.set(sale.id, sale.programId);
      facts.amountBySale.set(sale.id, sale);
      if (sale.source === 'api' && !sale.testMode)
        facts.saleByApiTransaction.set(sale.transactionId, sale.id);
      addReferences(facts, sale.workspaceId, sale.id, effect.references);
      countCustomer(facts, sale);
      return;
    }
    case 'payer':
      facts.payers.set(payerIndex(effect.connectionId, effect.name), effect.remembered);
      return;
    case 'references':
      addReferences(facts, effect.workspaceId, effect.saleId, effect.references);
      return;
    case 'payment':
      foldPayment(facts, effect);
      return;
    case 'refund': {
      facts.sales.set(effect.sale.id, effect.sale);
      if (effect.refund.refundKey !== null) {
        facts.refundKeys.add(refundKeyIndex(effect.sale.id, effect.refund.refundKey));
      }
      return;
    }
    case 'commission':
      if (effect.commission.saleId !== null) {
        facts.commissionBySale.set(effect.commission.saleId, effect.commission);
      }
      if (effect.isNew) addEarnings(facts, effect.commission);
      return;
    case 'click':
    case 'credit_change':
    case 'lead':
    case 'uncredited':
    case 'unused_click':
    case 'refused_lead':
    case 'earlier_sale':
    case 'movement':
    case 'totals':
      return;
  }
}

/** A customer's first sale makes the number of paying customers of the partner and of the code grow, for the sales decided after it. */
function countCustomer(facts: Facts, { id, customerId, enrollmentId, creditCodeId }: Sale): void {
  if (facts.customers.get(customerId)?.firstSaleId !== id) return;
  const count = facts.partnerCustomers.get(enrollmentId);
  if (count !== undefined) facts.partnerCustomers.set(enrollmentId, count + 1);
  const use = creditCodeId === null ? undefined : facts.codeUse.get(creditCodeId);
  if (creditCodeId !== null && use !== undefined)
    facts.codeUse.set(creditCodeId, { ...use, today: use.today + 1 });
}

function addEarnings(facts: Facts, { reason, enrollmentId, currency, originalCents }: Commission): void {
  if (reason.type === 'lead' || reason.maxTotalCents === undefined) return;
  const index = earningsIndex(reason.customerId, enrollmentId, currency);
  facts.customerEarnings.set(index, (facts.customerEarnings.get(index) ?? 0) + originalCents);
}

function addReferences(
  facts: Facts,
  workspaceId: number,
  saleId: number,
  references: readonly string[],
): void {
  for (const reference of references) facts.saleByReference.set(inWorkspace(workspaceId, reference), saleId);
}
