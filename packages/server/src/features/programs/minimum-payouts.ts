import type { MinimumPayout } from '@svc/contract';
import type { ClientBase } from 'pg';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { currencyType } from '../../operations/value-types.js';

/** Minimum payouts as they are sent with a program; what is left out stays as it is. */
export interface MinimumPayoutInput {
  readonly minimum_payout_cents?: number;
  readonly minimum_payouts?: readonly MinimumPayout[];
}

/**
 * The minimum payout in the program's own currency, and those in others; undefined: left out. An entry of the list in the
 * program's currency is the same setting as `minimum_payout_cents`. Refused as `minimum_payouts is invalid`: a currency
 * that svc does not know or that is listed twice, and an entry that contradicts `minimum_payout_cents`. Contract 7.1.
 */
export function readMinimumPayouts(
  input: MinimumPayoutInput,
  programCurrency: string,
): { readonly ownCents: number | undefined; readonly others: readonly MinimumPayout[] | undefined } {
  const { minimum_payout_cents: cents, minimum_payouts: list } = input;
  if (list === undefined) return { ownCents: cents, others: undefined };
  for (const { currency } of list) parseValue(currencyType, currency, 'minimum_payouts');
  const isUnique = new Set(list.map(({ currency }) => currency)).size === list.length;
  const listedCents = list.find(({ currency }) => currency === programCurrency)?.amount_cents;
  const isContradiction = listedCents !== undefined && cents !== undefined && listedCents !== cents;
  if (!isUnique || isContradiction) throw new RefusedError('field_invalid', 'minimum_payouts');
  return {
    ownCents: cents ?? listedCents,
    others: list.filter(({ currency }) => currency !== programCurrency),
  };
}

/** Makes these the minimum payouts of a program in currencies other than its own. */
export async function setMinimumPayouts(
  client: ClientBase,
  programId: number,
  minimums: readonly MinimumPayout[],
): Promise<void> {
  const currencies = minimums.map(({ currency }) => currency);
  await client.query(
    'delete from program_minimum_payouts where program_id = $1 and currency <> all($2::text[])',
    [programId, currencies],
  );
  await client.query(
    `insert into program_minimum_payouts (program_id, currency, amount_cents)
     select $1, * from unnest($2::text[], $3::bigint[])
     on conflict (program_id, currency) do update set amount_cents = excluded.amount_cents`,
    [programId, currencies, minimums.map(({ amount_cents }) => amount_cents)],
  );
}
