import type { Facts } from '../facts.js';
import type { Sale } from '../model.js';
import { inWorkspace, type Payment } from './payment.js';

/** What some references and adjustment keys lead to: payments, all their references, and the sales behind them. */
export interface KnownPayments {
  readonly payments: readonly Payment[];
  readonly references: readonly string[];
  /** Loaded sales of this workspace. More than one is a contradiction that only a person can resolve. */
  readonly sales: readonly Sale[];
  /** Sales that are not loaded are included. */
  readonly saleIds: readonly number[];
  /** References that no sale of this workspace has. */
  readonly freeReferences: readonly string[];
}

/** Looks up the payments and sales behind references and adjustment keys in one workspace. */
export function lookUpPayments(
  facts: Facts,
  workspaceId: number,
  reported: readonly string[],
  adjustmentKeys: readonly string[],
): KnownPayments {
  const paymentIds = new Set<number>();
  const addPaymentId = (id: number | undefined) => id !== undefined && paymentIds.add(id);
  for (const reference of reported)
    addPaymentId(facts.paymentByReference.get(inWorkspace(workspaceId, reference)));
  for (const key of adjustmentKeys)
    addPaymentId(facts.paymentByAdjustment.get(inWorkspace(workspaceId, key)));
  const references = new Set(reported);
  for (const id of paymentIds)
    for (const reference of facts.paymentReferences.get(id) ?? []) references.add(reference);
  const saleIds = new Set<number>();
  const freeReferences: string[] = [];
  for (const reference of references) {
    const saleId = facts.saleByReference.get(inWorkspace(workspaceId, reference));
    if (saleId === undefined) freeReferences.push(reference);
    else saleIds.add(saleId);
  }
  for (const id of paymentIds) {
    const saleId = facts.payments.get(id)?.saleId;
    if (saleId != null) saleIds.add(saleId);
  }
  for (const saleId of saleIds) addPaymentId(facts.paymentBySale.get(saleId));
  const sales = [...saleIds].map((id) => facts.sales.get(id)).filter((sale) => sale !== undefined);
  const payments = [...paymentIds]
    .map((id) => facts.payments.get(id))
    .filter((payment) => payment !== undefined);
  return { payments, references: [...references], sales, saleIds: [...saleIds], freeReferences };
}
