import { type Effect, type Facts, indexCustomer, refundKeyIndex } from './facts.js';
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
      if (sale.source === 'api') facts.saleByApiTransaction.set(sale.transactionId, sale.id);
      addReferences(facts, sale.workspaceId, sale.id, effect.references);
      return;
    }
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
      facts.commissionBySale.set(effect.commission.saleId, effect.commission);
      return;
    case 'click':
    case 'credit_change':
    case 'lead':
    case 'movement':
    case 'totals':
      return;
  }
}

function addReferences(
  facts: Facts,
  workspaceId: number,
  saleId: number,
  references: readonly string[],
): void {
  for (const reference of references) facts.saleByReference.set(inWorkspace(workspaceId, reference), saleId);
}
