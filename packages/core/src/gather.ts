import type { Facts } from './facts.js';
import type { Sale } from './model.js';
import { inWorkspace, type Payment } from './payment.js';

/** Everything known under some references and notice keys: payments, their other names, and the sales behind them. */
export interface Gathered {
  readonly payments: readonly Payment[];
  readonly references: readonly string[];
  /** Sales of this workspace. More than one is a contradiction that only a person can solve. */
  readonly sales: readonly Sale[];
  /** A reference belongs to a sale that is not loaded or is of another workspace. */
  readonly isTakenElsewhere: boolean;
}

/** Looks up what some names lead to, in one workspace. */
export function gather(
  facts: Facts,
  workspaceId: number,
  told: readonly string[],
  noticeKeys: readonly string[],
): Gathered {
  const paymentIds = new Set<number>();
  const add = (id: number | undefined) => id !== undefined && paymentIds.add(id);
  for (const reference of told) add(facts.paymentByReference.get(inWorkspace(workspaceId, reference)));
  for (const key of noticeKeys) add(facts.paymentByNotice.get(inWorkspace(workspaceId, key)));
  const references = new Set(told);
  for (const id of paymentIds)
    for (const reference of facts.paymentReferences.get(id) ?? []) references.add(reference);
  const saleIds = new Set<number>();
  for (const reference of references) {
    const saleId = facts.saleByReference.get(reference);
    if (saleId !== undefined) saleIds.add(saleId);
  }
  for (const id of paymentIds) {
    const saleId = facts.payments.get(id)?.saleId;
    if (saleId != null) saleIds.add(saleId);
  }
  for (const saleId of saleIds) add(facts.paymentBySale.get(saleId));
  const sales: Sale[] = [];
  for (const saleId of saleIds) {
    const sale = facts.sales.get(saleId);
    if (sale?.workspaceId === workspaceId) sales.push(sale);
  }
  const payments = [...paymentIds].map((id) => facts.payments.get(id)).filter((one) => one !== undefined);
  return { payments, references: [...references], sales, isTakenElsewhere: sales.length < saleIds.size };
}
