import { formatClickId } from './click-id.js';
import { customerKeyIndex, type Effect, type Facts, refundKeyIndex } from './facts.js';
import { foldPayment } from './fold-payment.js';

/** Brings the facts forward by one effect, for the commands decided after it. */
export function fold(facts: Facts, effect: Effect): void {
  switch (effect.kind) {
    case 'customer': {
      const { customer } = effect;
      const before = facts.customers.get(customer.id);
      if (before?.customerKey != null && before.customerKey !== customer.customerKey) {
        facts.customerByKey.delete(customerKeyIndex(before.workspaceId, before.customerKey));
      }
      facts.customers.set(customer.id, customer);
      if (customer.customerKey !== null) {
        facts.customerByKey.set(customerKeyIndex(customer.workspaceId, customer.customerKey), customer.id);
      }
      if (customer.click !== null) facts.customerByClick.set(formatClickId(customer.click), customer.id);
      return;
    }
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
    case 'lead':
    case 'movement':
    case 'totals':
      return;
  }
}
