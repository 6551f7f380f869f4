import type { Facts, PaymentEffect } from './facts.js';
import { inWorkspace, type Notice, type Payment } from './payment.js';

/** Adds to the facts that a payment exists. */
export function addPayment(facts: Facts, payment: Payment): void {
  facts.payments.set(payment.id, payment);
  if (payment.saleId !== null) facts.paymentBySale.set(payment.saleId, payment.id);
}

/** Adds to the facts a name that a payment goes by. */
export function addPaymentReference(facts: Facts, payment: Payment, reference: string): void {
  facts.paymentByReference.set(inWorkspace(payment.workspaceId, reference), payment.id);
  const references = facts.paymentReferences.get(payment.id);
  if (references === undefined) facts.paymentReferences.set(payment.id, new Set([reference]));
  else references.add(reference);
}

/** Adds to the facts what was told of a payment. */
export function addNotice(facts: Facts, payment: Payment, notice: Notice): void {
  facts.paymentByNotice.set(inWorkspace(payment.workspaceId, notice.key), payment.id);
  const notices = facts.notices.get(payment.id);
  if (notices === undefined) facts.notices.set(payment.id, new Map([[notice.key, notice]]));
  else notices.set(notice.key, notice);
}

/** Brings the facts forward by what became of a payment. */
export function foldPayment(facts: Facts, effect: PaymentEffect): void {
  const { payment } = effect;
  addPayment(facts, payment);
  for (const id of effect.absorbed) {
    for (const reference of facts.paymentReferences.get(id) ?? [])
      addPaymentReference(facts, payment, reference);
    for (const notice of facts.notices.get(id)?.values() ?? []) addNotice(facts, payment, notice);
    facts.payments.delete(id);
    facts.paymentReferences.delete(id);
    facts.notices.delete(id);
  }
  for (const reference of effect.references) addPaymentReference(facts, payment, reference);
  for (const { notice } of effect.notices) addNotice(facts, payment, notice);
}
