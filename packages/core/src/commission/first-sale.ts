import type { Customer, Sale } from '../model.js';

/** The sale that counts as a customer's first, and when their earliest known sale was made. Rules measure their durations from then. */
export interface FirstSale {
  readonly id: number;
  readonly atMs: number;
}

/** Returns the first sale of a customer as it is known now; null: they have bought nothing. */
export function firstSaleOf({
  firstSaleId,
  firstSaleAtMs,
}: Pick<Customer, 'firstSaleId' | 'firstSaleAtMs'>): FirstSale | null {
  return firstSaleId === null || firstSaleAtMs === null ? null : { id: firstSaleId, atMs: firstSaleAtMs };
}

/** Returns the first sale of a customer as it was known when one of their sales was decided. */
export function firstSaleAtSale(
  customer: Pick<Customer, 'firstSaleId' | 'firstSaleAtMs'>,
  { firstSaleAtMs }: Pick<Sale, 'firstSaleAtMs'>,
): FirstSale | null {
  const first = firstSaleOf(customer);
  return first === null || firstSaleAtMs === null ? first : { ...first, atMs: firstSaleAtMs };
}
