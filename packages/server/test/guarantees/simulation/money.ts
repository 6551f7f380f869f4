/**
 * The money rules once more, written from the contract (section 3) without a look at the core, in the plainest way:
 * fractions of whole numbers, rounded by their remainder.
 */

/** `numerator / denominator` of two whole numbers from 0 on, a half rounded up. */
export function rounded(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const rest = numerator % denominator;
  return rest + rest >= denominator ? whole + 1n : whole;
}

/** The version of a rule that was in force at some time. */
export interface Rule {
  readonly id: number;
  readonly type: 'percent' | 'flat';
  readonly basisPoints: number;
  readonly flatCents: number;
  /** null: every sale; 0: the first only; n: for n months from the first. */
  readonly months: number | null;
}

/** The same time of day `months` later; the last day of a month that is shorter. */
export function monthsLater(fromMs: number, months: number): number {
  const day = new Date(fromMs).getUTCDate();
  const first = new Date(fromMs);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const month = first.getUTCMonth();
  for (let wanted = day; ; wanted--) {
    const date = new Date(first);
    date.setUTCDate(wanted);
    if (date.getUTCMonth() === month) return date.getTime();
  }
}

/** What a real sale earns under a rule, in cents; 0n when nothing. */
export function earnedBy(
  rule: Rule | null,
  sale: { readonly cents: bigint; readonly taxCents: bigint; readonly atMs: number },
  first: { readonly isThis: boolean; readonly atMs: number },
): bigint {
  if (rule === null) return 0n;
  if (rule.months !== null) {
    if (rule.months === 0 && !first.isThis) return 0n;
    if (rule.months > 0 && sale.atMs >= monthsLater(first.atMs, rule.months)) return 0n;
  }
  if (rule.type === 'flat') return BigInt(rule.flatCents);
  return rounded((sale.cents - sale.taxCents) * BigInt(rule.basisPoints), 10_000n);
}

/** What is left of a commission when so much of its sale has gone back. */
export function leftAfter(originalCents: bigint, refundedCents: bigint, saleCents: bigint): bigint {
  return originalCents - rounded(originalCents * refundedCents, saleCents);
}
