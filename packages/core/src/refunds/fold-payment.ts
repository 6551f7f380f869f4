import type { Facts, PaymentEffect } from '../facts.js';
import { inWorkspace, type Payment, type PaymentAdjustment } from './payment.js';

/** Adds a payment to the facts. */
export function addPayment(facts: Facts, payment: Payment): void {
  facts.payments.set(payment.id, payment);
  if (payment.saleId !== null) facts.paymentBySale.set(payment.saleId, payment.id);
}

/** Adds a reference of a payment to the facts. */
export function addPaymentReference(facts: Facts, payment: Payment, reference: string): void {
  facts.paymentByReference.set(inWorkspace(payment.workspaceId, reference), payment.id);
  const references = facts.paymentReferences.get(payment.id);
  if (references === undefined) facts.paymentReferences.set(payment.id, new Set([reference]));
  else references.add(reference);
}

/** Adds an adjustment of a payment to the facts. */
export function addAdjustment(facts: Facts, payment: Payment, adjustment: PaymentAdjustment): void {
  facts.paymentByAdjustment.set(inWorkspace(payment.workspaceId, adjustment.key), payment.id);
  const adjustments = facts.adjustments.get(payment.id);
  if (adjustments === undefined) facts.adjustments.set(payment.id, new Map([[adjustment.key, adjustment]]));
  else adjustments.set(adjustment.key, adjustment);
}

/** Applies a changed or merged payment to the facts. */
export function foldPayment(facts: Facts, effect: PaymentEffect): void {
  const { payment } = effect;
  addPayment(facts, payment);
  for (const id of effect.mergedIds) {
    for (const reference of facts.paymentReferences.get(id) ?? [])
      addPaymentReference(facts, payment, reference);
    for (const adjustment of facts.adjustments.get(id)?.values() ?? [])
      addAdjustment(facts, payment, adjustment);
    facts.payments.delete(id);
    facts.paymentReferences.delete(id);
    facts.adjustments.delete(id);
  }
  for (const reference of effect.references) addPaymentReference(facts, payment, reference);
  for (const { adjustment } of effect.adjustments) addAdjustment(facts, payment, adjustment);
}
