import type { NewId } from './decision.js';
import type { Effect, Facts } from './facts.js';
import type { Gathered } from './gather.js';
import { inWorkspace, mergeNotices, type Notice, type Payment } from './payment.js';

interface Joining {
  readonly facts: Facts;
  readonly workspaceId: number;
  readonly gathered: Gathered;
  /** What is told now. */
  readonly notices: readonly Notice[];
  /** The sale behind it, where it is known. */
  readonly saleId: number | null;
  readonly atMs: number;
  readonly newId: NewId;
}

/** One payment where there may have been several, and all that is known of it. */
export interface Joined {
  readonly effects: readonly Effect[];
  readonly notices: readonly Notice[];
}

/**
 * Makes one payment of all that was gathered and told: what is told to be the same money is the same from now on, and
 * belongs to the sale if there is one. Nothing is kept that tells nothing: a single name without notice, or the names
 * of a sale, which the sale itself keeps.
 */
export function joinPayment(joining: Joining): Joined {
  const { facts, workspaceId, gathered, saleId, atMs, newId } = joining;
  const known = new Map<string, Notice>();
  for (const { id } of gathered.payments)
    for (const notice of facts.notices.get(id)?.values() ?? []) known.set(notice.key, notice);
  const changed = changedNotices(known, joining.notices);
  for (const { notice } of changed) known.set(notice.key, notice);
  const notices = [...known.values()];
  const before = gathered.payments.find((one) => one.saleId !== null) ?? gathered.payments[0];
  const isWorthKeeping = notices.length > 0 || (saleId === null && gathered.references.length > 1);
  if (before === undefined && !isWorthKeeping) return { effects: [], notices };
  const payment: Payment =
    before === undefined
      ? { id: newId(), workspaceId, saleId, createdAtMs: atMs }
      : { ...before, saleId: saleId ?? before.saleId };
  const absorbed = gathered.payments.filter(({ id }) => id !== payment.id).map(({ id }) => id);
  const references =
    payment.saleId === null
      ? gathered.references.filter(
          (reference) => !facts.paymentByReference.has(inWorkspace(workspaceId, reference)),
        )
      : [];
  const isChanged =
    before?.saleId !== payment.saleId || absorbed.length > 0 || references.length > 0 || changed.length > 0;
  if (before !== undefined && !isChanged) return { effects: [], notices };
  const isNew = before === undefined;
  return { effects: [{ kind: 'payment', payment, isNew, absorbed, references, notices: changed }], notices };
}

function changedNotices(known: ReadonlyMap<string, Notice>, told: readonly Notice[]) {
  const changed = new Map<string, { notice: Notice; isNew: boolean }>();
  for (const one of told) {
    const before = changed.get(one.key)?.notice ?? known.get(one.key);
    const notice = before === undefined ? one : mergeNotices(before, one);
    if (notice !== before) changed.set(one.key, { notice, isNew: !known.has(one.key) });
  }
  return [...changed.values()];
}
