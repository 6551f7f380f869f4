import { earningsIndex } from '../facts.js';
import type { Commission, Sale } from '../model.js';
import type { CommissionBasis } from './basis.js';
import { type CommissionCalculation, calculateCommission } from './commission.js';

/** Basis of a commission before its limit per customer is decided. */
export interface OpenBasis extends CommissionBasis {
  readonly sale: CommissionBasis['sale'] &
    Pick<Sale, 'customerId' | 'enrollmentId'> & { customerLeftCents: number | null };
}

/**
 * Calculates what a sale earns its partner within the limit per customer of the rule, and writes the remainder of that limit to the sale.
 * Used for every way of earning. `earnings`: amounts that customers have earned partners so far, by `earningsIndex`.
 */
export function decideEarning(
  basis: OpenBasis,
  earnings: ReadonlyMap<string, number>,
): CommissionCalculation {
  const { sale, rule } = basis;
  sale.customerLeftCents = null;
  const whole = calculateCommission(basis);
  if (!whole.due || rule === null || rule.maxTotalCents === null) return whole;
  const index = earningsIndex(sale.customerId, sale.enrollmentId, whole.currency);
  sale.customerLeftCents = leftOfLimit(rule.maxTotalCents, earnings.get(index) ?? 0);
  return calculateCommission(basis);
}

/** Returns the remainder of a limit per customer, in minor units. Sums beyond 2^53 are not exact, and leave nothing of any limit. */
export function leftOfLimit(maxTotalCents: number, earnedCents: number): number {
  return Math.max(0, maxTotalCents - earnedCents);
}

/** Returns the amount of a commission that counts towards the limit of a rule: as first earned, before reversals. */
export function countedCents({
  originalCents,
  cappedCents,
}: Pick<Commission, 'originalCents' | 'cappedCents'>): number {
  return cappedCents ?? originalCents;
}
