import type { Facts } from './facts.js';
import type { Sale } from './model.js';
import { inWorkspace, type Payment } from './payment.js';

/** Everything known under some references and notice keys: payments, their other names, and the sales behind them. */
export interface Gathered {
  readonly payments: readonly Payment[];
  readonly references: readonly string[];
  /** Sales of this workspace, as far as they are loaded. More than one is a contradiction that only a person can solve. */
  readonly sales: readonly Sale[];
  /** Those that are not loaded too. */
  readonly saleIds: readonly number[];
  /** References that no sale of this workspace has. */
  readonly freeReferences: readonly string[];
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
  for (const saleId of saleIds) add(facts.paymentBySale.get(saleId));
  const sales = [...saleIds].map((id) => facts.sales.get(id)).filter((one) => one !== undefined);
  const payments = [...paymentIds].map((id) => facts.payments.get(id)).filter((one) => one !== undefined);
  return { payments, references: [...references], sales, saleIds: [...saleIds], freeReferences };
}
