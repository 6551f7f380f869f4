import type { ClauseCondition, ClausePay, CommissionRule, LineItem } from '../../src/index.js';

// What contract 2 section 13 says of rules of clauses, as plainly as it can be written. It shares no code with the rules.

interface ModelSale {
  readonly customer: number;
  readonly amountCents: number;
  readonly taxCents: number;
  readonly currency: string;
  readonly items: readonly LineItem[] | null;
  readonly occurredAtMs: number;
}

/** What happened before: when each customer first paid, and what each has earned the partner, by currency. */
export interface ModelHistory {
  readonly firstSales: Map<number, number>;
  readonly earned: Map<string, number>;
}

/** What a sale earns, and keeps it in the history; null: nothing. */
export function modelCommission(
  rule: CommissionRule,
  sale: ModelSale,
  programCurrency: string,
  history: ModelHistory,
): { readonly cents: number; readonly currency: string } | null {
  const brought = history.firstSales.size;
  const isFirst = !history.firstSales.has(sale.customer);
  if (isFirst) history.firstSales.set(sale.customer, sale.occurredAtMs);
  const firstAtMs = history.firstSales.get(sale.customer) as number;
  const { durationMonths, clauses, maxTotalCents } = rule;
  if (clauses === null) throw new Error('a rule of clauses was expected');
  const months = fullMonths(firstAtMs, sale.occurredAtMs);
  if (durationMonths === 0 && !isFirst) return null;
  if (durationMonths !== null && durationMonths > 0 && months >= durationMonths) return null;

  const holds = (when: ClauseCondition, product: string | null) =>
    (when.products === null || (product !== null && when.products.includes(product))) &&
    (when.sale === null || when.sale === (isFirst ? 'first' : 'renewal')) &&
    when.codes === null &&
    (when.fromMonth === null || months >= when.fromMonth) &&
    (when.toMonth === null || months < when.toMonth) &&
    (when.minAmountCents === null || sale.amountCents >= when.minAmountCents) &&
    (when.minCustomers === null || brought >= when.minCustomers);

  const listed = sale.items ?? [];
  const rest = listed.reduce((left, item) => left - item.amountCents, sale.amountCents);
  const parts = [...listed, { product: null, amountCents: rest }].filter((part) => part.amountCents > 0);
  const flats: number[] = [];
  const shares: number[] = [];
  for (const { product, amountCents } of parts) {
    const pay: ClausePay | null =
      clauses.list.find(({ when }) => holds(when, product))?.pay ?? clauses.otherwise;
    if (pay?.type === 'flat') flats.push(pay.amountCents);
    if (pay?.type === 'percent') {
      const net = BigInt(sale.amountCents - sale.taxCents);
      const share = round(
        BigInt(amountCents) * net * BigInt(pay.basisPoints),
        BigInt(sale.amountCents) * 10_000n,
      );
      shares.push(pay.maxCents === null ? share : Math.min(share, pay.maxCents));
    }
  }
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
  const areOneCurrency = sale.currency === programCurrency;
  const shared = sum(shares);
  // Two currencies are never added: beside a share, flat amounts in another currency are left out.
  const cents = areOneCurrency || shared === 0 ? shared + sum(flats) : shared;
  const currency = shared === 0 && sum(flats) > 0 ? programCurrency : sale.currency;
  const key = `${sale.customer} ${currency}`;
  const earned = history.earned.get(key) ?? 0;
  const kept = maxTotalCents === null ? cents : Math.min(cents, Math.max(0, maxTotalCents - earned));
  if (kept === 0) return null;
  history.earned.set(key, earned + kept);
  return { cents: kept, currency };
}

/** What is left of a commission once this much of its sale is refunded. */
export function modelLeft(cents: number, refundedCents: number, saleCents: number): number {
  return cents - round(BigInt(cents) * BigInt(refundedCents), BigInt(saleCents));
}

/** Halves up; nothing here is below zero. */
function round(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** How often the day of the month of the first sale has come round; months too short for it end with its last day. */
function fullMonths(firstMs: number, atMs: number): number {
  if (atMs <= firstMs) return 0;
  const first = new Date(firstMs);
  const at = new Date(atMs);
  const months = 12 * (at.getUTCFullYear() - first.getUTCFullYear()) + at.getUTCMonth() - first.getUTCMonth();
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(first.getUTCDate(), lastDay);
  const anniversary = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), day) + (firstMs % 86_400_000);
  return atMs >= anniversary ? months : months - 1;
}
