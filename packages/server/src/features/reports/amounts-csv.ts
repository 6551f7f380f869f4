import { decimalOf } from '@svc/contract';

/** Amounts of one currency, in the smallest unit. */
interface Amounts {
  readonly currency: string;
  readonly revenue_cents: bigint | number;
  readonly refunded_cents: bigint | number;
  readonly commission_cents: bigint | number;
  readonly reversed_cents: bigint | number;
}

/** The columns of `amountsOf`: before refunds, what they took, and what is left, as the dashboard shows it. */
export const AMOUNT_COLUMNS = [
  'gross_revenue',
  'refunded',
  'net_revenue',
  'gross_commission',
  'reversed',
  'net_commission',
] as const;

/** Amounts as files of reports have them, each with its decimal point. */
export function amountsOf(amounts: Amounts): string[] {
  const { currency, revenue_cents: revenue, refunded_cents: refunded } = amounts;
  const { commission_cents: commission, reversed_cents: reversed } = amounts;
  return [
    revenue,
    refunded,
    BigInt(revenue) - BigInt(refunded),
    commission,
    reversed,
    BigInt(commission) - BigInt(reversed),
  ].map((cents) => decimalOf(cents, currency));
}
