/** The columns of daily_totals that count something. */
export const SUMS = [
  'clicks',
  'leads',
  'customers',
  'sales',
  'revenue_cents',
  'refunded_cents',
  'commission_cents',
  'reversed_cents',
] as const;

export type SumsRow = Record<(typeof SUMS)[number], string> & { readonly currency: string };

/** What happened in one currency. Sums can pass what a Number keeps exactly. */
export type Totals = Record<(typeof SUMS)[number], bigint> & { readonly currency: string };

export const SUM_COLUMNS = SUMS.map((name) => `sum(${name}) as ${name}`).join(', ');

const COLUMNS = ['day', 'partner_id', 'link_id', 'currency', ...SUMS].join(', ');

/**
 * The totals a condition picks out, those that could not be added at once included. Both tables in one statement,
 * because a job moves rows from one to the other: read one after the other, such a row would be missed or counted twice.
 */
export function keptTotals(condition: string): string {
  return `select ${COLUMNS} from daily_totals where ${condition}
          union all select ${COLUMNS} from missed_totals where ${condition}`;
}

/** Sums as they are shown. */
export function totalsFromRow(row: SumsRow): Totals {
  const sums = Object.fromEntries(SUMS.map((name) => [name, BigInt(row[name])]));
  return { currency: row.currency, ...sums } as Totals;
}

/** The sum of two in the same currency. */
export function addTotals(one: Totals, other: Totals): Totals {
  const sums = Object.fromEntries(SUMS.map((name) => [name, one[name] + other[name]]));
  return { currency: one.currency, ...sums } as Totals;
}
