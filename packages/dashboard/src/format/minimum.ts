import { LOCALE } from '../language/locale.js';
import { formatMoney } from './money.js';

/** The minimum payouts of a program, as the service describes them. */
interface Minimums {
  readonly currency: string;
  readonly minimum_payout_cents: number;
  readonly minimum_payouts: readonly { readonly currency: string; readonly amount_cents: number }[];
}

/** The least amount that a program pays out in a currency, in smallest units; 0: no minimum. */
export function minimumPayoutIn(program: Minimums, currency: string): number {
  if (currency === program.currency) return program.minimum_payout_cents;
  return program.minimum_payouts.find((minimum) => minimum.currency === currency)?.amount_cents ?? 0;
}

/** All minimum payouts of a program, that in its own currency first: "$50.00 or ¥1,600"; null when it has none. */
export function formatMinimums(program: Minimums): string | null {
  const amounts = [program.currency, ...program.minimum_payouts.map(({ currency }) => currency)]
    .map((currency) => ({ currency, cents: minimumPayoutIn(program, currency) }))
    .filter(({ cents }) => cents > 0)
    .map(({ currency, cents }) => formatMoney(cents, currency));
  return amounts.length === 0 ? null : new Intl.ListFormat(LOCALE, { type: 'disjunction' }).format(amounts);
}
