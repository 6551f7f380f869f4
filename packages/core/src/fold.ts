import { type Effect, type Facts, indexCustomer, refundKeyIndex } from './facts.js';
import { foldPayment } from './fold-payment.js';

/** Brings the facts forward by one effect, for the commands decided after it. */
export function fold(facts: Facts, effect: Effect): void {
  switch (effect.kind) {
    case 'customer':
      indexCustomer(facts, effect.customer);
      return;
    case 'sale': {
      facts.sales.set(effect.sale.id, effect.sale);
      for (const reference of effect.references) facts.saleByReference.set(reference, effect.sale.id);
      return;
    }
    case 'references':
      for (const reference of effect.references) facts.saleByReference.set(reference, effect.saleId);
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
