import type { TotalsIncrement } from '../facts.js';
import type { CommissionChange, Movement } from '../ledger/postings.js';
import type { Commission, Customer, Refund, Sale } from '../model.js';

/** A movement that took something of a commission, or gave it back. */
export type Reversal = Pick<
  Movement,
  'commissionId' | 'kind' | 'from' | 'currency' | 'amountCents' | 'occurredAtMs'
>;

/** A sale before it is assigned, with its refunds and what was reversed of its commissions. */
interface SaleBefore {
  readonly sale: Sale;
  readonly refunds: readonly Refund[];
  readonly reversals: readonly Reversal[];
}

/** The sale as it is assigned, with what it earned the partner before, as it was, and what it earns the new one. */
interface SaleAfter {
  readonly sale: Sale;
  readonly lost: Commission | null;
  readonly earned: CommissionChange | null;
}

/**
 * The sale leaves the totals of one partner and reaches those of the other, with its refunds, what it earned, and what refunds reversed
 * of that, on the days on which each happened: totals show each sale with the partner who is credited with it now, once.
 */
export function moveTotals(
  { sale: before, refunds, reversals }: SaleBefore,
  { sale, lost, earned }: SaleAfter,
  customer: Customer,
): TotalsIncrement[] {
  const customers = customer.firstSaleId === sale.id ? 1 : 0;
  const { currency, amountCents, recordedAtMs: atMs } = sale;
  const increments: TotalsIncrement[] = [];
  for (const [one, sign] of [[before, -1] as const, [sale, 1] as const]) {
    const key = { ...keyOf(one), currency };
    increments.push({
      ...key,
      atMs,
      dimensions: dimensionsIn(one),
      sales: sign,
      customers: sign * customers,
      revenueCents: sign * amountCents,
    });
    for (const { amountCents: refunded, occurredAtMs } of refunds)
      increments.push({ ...key, atMs: occurredAtMs, refundedCents: sign * refunded });
  }
  if (lost !== null) increments.push(...totalsOf(before, lost, reversals, -1));
  if (earned !== null)
    increments.push(...totalsOf(sale, earned.commission, [...reversals, ...earned.movements], 1));
  return increments;
}

const keyOf = ({ programId, partnerId, linkId }: Sale) => ({ programId, partnerId, linkId: linkId ?? 0 });

/** What nobody's link or code brought counts under no dimension; given back, it counts under its own again. */
function dimensionsIn({ linkId, creditCodeId, dimensions }: Sale) {
  return linkId === null && creditCodeId === null ? null : dimensions;
}

/** What a commission adds to the totals of its sale's partner, or with a minus takes out of them. */
function totalsOf(
  sale: Sale,
  { id, currency, originalCents }: Commission,
  reversals: readonly Reversal[],
  sign: 1 | -1,
): TotalsIncrement[] {
  const own = reversals.filter(({ commissionId }) => commissionId === id);
  const key = { ...keyOf(sale), currency };
  const earned = {
    ...key,
    atMs: sale.recordedAtMs,
    dimensions: dimensionsIn(sale),
    commissionCents: sign * originalCents,
  };
  const taken = own
    .filter(({ kind }) => kind === 'reverse' || kind === 'restore' || kind === 'reject')
    .map((one) => ({ ...key, atMs: one.occurredAtMs, reversedCents: sign * reversedBy(one) }));
  return [earned, ...taken, ...reversedWhileAway(own, key, sign)];
}

/** What is missing of a commission that was taken and given back: refunds reversed it meanwhile. On the day on which it was given back. */
function reversedWhileAway(
  reversals: readonly Reversal[],
  key: Pick<TotalsIncrement, 'programId' | 'partnerId' | 'linkId' | 'currency'>,
  sign: 1 | -1,
): TotalsIncrement[] {
  const moves = reversals.filter(({ kind }) => kind === 'reassign');
  const cents = moves.reduce((sum, move) => sum + reversedBy(move), 0);
  if (cents === 0) return [];
  const atMs = Math.max(...moves.map(({ occurredAtMs }) => occurredAtMs));
  return [{ ...key, atMs, reversedCents: sign * cents }];
}

/** Below zero: given back. */
function reversedBy({ from, amountCents }: Reversal): number {
  return from === 'expense' ? -amountCents : amountCents;
}
