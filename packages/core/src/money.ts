/** The largest amount svc takes anywhere: the last integer JavaScript counts exactly. In smallest currency units. */
export const MAX_AMOUNT_CENTS = Number.MAX_SAFE_INTEGER;

const BASIS_POINTS_PER_WHOLE = 10_000n;

/**
 * `numerator / denominator` rounded to the nearest integer, halves away from zero.
 * BigInt in and out, because the products that lead here pass 2^53. Contract section 3.
 */
export function divideHalfAwayFromZero(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('denominator must be positive');
  const sign = numerator < 0n ? -1n : 1n;
  const magnitude = numerator < 0n ? -numerator : numerator;
  return sign * ((2n * magnitude + denominator) / (2n * denominator));
}

/** `basisPoints` hundredths of a percent of `baseCents`, rounded half away from zero. Cents in, cents out. */
export function percentOf(baseCents: number, basisPoints: number): number {
  return Number(divideHalfAwayFromZero(BigInt(baseCents) * BigInt(basisPoints), BASIS_POINTS_PER_WHOLE));
}

/**
 * How much of a commission must have been reversed once `refundedCents` of a sale of `saleCents` are refunded.
 * Computed from the commission first earned and the running total, so it is rounded once and no cent drifts however
 * many partial refunds lead here: nothing refunded gives 0, all refunded gives the whole commission.
 */
export function reversalTarget(originalCents: number, refundedCents: number, saleCents: number): number {
  return Number(divideHalfAwayFromZero(BigInt(originalCents) * BigInt(refundedCents), BigInt(saleCents)));
}
