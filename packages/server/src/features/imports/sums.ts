import { decimalOf, type ImportPartner, type ImportSums } from '@svc/contract';
import type { CommissionRecord, PartnerRecord, SaleRecord } from './records.js';

type Draft = { -readonly [Field in keyof ImportSums]: ImportSums[Field] };

/** What the rows of the files come to, by partner and currency. */
export interface PartnerSums {
  readonly email: string;
  readonly name: string;
  readonly isNew: boolean;
  customers: number;
  readonly byCurrency: Map<string, Draft>;
  reported: PartnerRecord['reported'] | null;
}

/** No rows yet. */
export function noSums(partner: Pick<PartnerSums, 'email' | 'name' | 'isNew'>): PartnerSums {
  return { ...partner, customers: 0, byCurrency: new Map(), reported: null };
}

function emptySums(currency: string): Draft {
  return {
    currency,
    sales: 0,
    sales_cents: 0n,
    refunded_cents: 0n,
    commissions: 0,
    unpaid_cents: 0n,
    paid_cents: 0n,
  };
}

function sumsIn(byCurrency: Map<string, Draft>, currency: string): Draft {
  const sums = byCurrency.get(currency) ?? emptySums(currency);
  byCurrency.set(currency, sums);
  return sums;
}

/** Adds a sale to the sums of its partner. */
export function addSale({ byCurrency }: PartnerSums, sale: SaleRecord): void {
  const sums = sumsIn(byCurrency, sale.currency);
  sums.sales += 1;
  sums.sales_cents += BigInt(sale.amountCents);
  sums.refunded_cents += BigInt(sale.refundedCents);
}

/** Adds a commission to the sums of its partner. What is void counts as a row, and comes to nothing. */
export function addCommission(
  { byCurrency }: PartnerSums,
  { currency, amountCents, status }: CommissionRecord,
): void {
  const sums = sumsIn(byCurrency, currency);
  sums.commissions += 1;
  if (status === 'unpaid') sums.unpaid_cents += BigInt(amountCents);
  if (status === 'paid') sums.paid_cents += BigInt(amountCents);
}

/** A partner's sums as they are shown, with where the file of partners says something else. */
export function partnerOf({
  email,
  name,
  isNew,
  customers,
  byCurrency,
  reported,
}: PartnerSums): ImportPartner {
  return {
    email,
    name,
    is_new: isNew,
    customers,
    sums: inOrder(byCurrency.values()),
    differences: reported === null ? [] : differencesOf(reported, byCurrency),
  };
}

function differencesOf(
  { currency, salesCents, commissionCents }: PartnerRecord['reported'],
  byCurrency: ReadonlyMap<string, Draft>,
): string[] {
  const sums = byCurrency.get(currency) ?? emptySums(currency);
  const say = (what: string, reported: bigint | null, found: bigint) =>
    reported === null || reported === found
      ? []
      : [
          `${what}: the file of partners says ${decimalOf(reported, currency)} ${currency}, the rows come to ${decimalOf(found, currency)} ${currency}`,
        ];
  return [
    ...say('sales', salesCents, sums.sales_cents),
    ...say('commissions', commissionCents, sums.unpaid_cents + sums.paid_cents),
  ];
}

/** The sums of all partners. */
export function totalsOf(partners: Iterable<PartnerSums>): ImportSums[] {
  const totals = new Map<string, Draft>();
  for (const { byCurrency } of partners)
    for (const sums of byCurrency.values()) {
      const total = sumsIn(totals, sums.currency);
      for (const field of ['sales', 'commissions'] as const) total[field] += sums[field];
      for (const field of ['sales_cents', 'refunded_cents', 'unpaid_cents', 'paid_cents'] as const)
        total[field] += sums[field];
    }
  return inOrder(totals.values());
}

function inOrder(sums: Iterable<Draft>): Draft[] {
  return [...sums].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
