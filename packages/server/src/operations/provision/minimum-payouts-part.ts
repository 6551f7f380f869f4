import type { MinimumPayout } from '@svc/contract';
import { setMinimumPayouts } from '../programs/minimum-payouts.js';
import type { MinimumPayoutEntry, ProgramEntry } from './provision-file.js';
import type { Row } from './rows.js';
import type { Run } from './run.js';
import type { Part } from './settle.js';

/**
 * The minimum payouts of a program, as one list. An entry in the program's own currency is the same setting as
 * `minimum_payout_cents`, so it is compared with that, and written there. Contract-2, 7.1.
 */
export function minimumPayoutsPart(
  { client }: Run,
  entries: readonly MinimumPayoutEntry[] | undefined,
): Part {
  const wanted =
    entries && sorted(entries.map(({ currency, amountCents: amount_cents }) => ({ currency, amount_cents })));
  const listsOwn = (row: Row) => wanted?.some(({ currency }) => currency === row.currency) === true;
  return {
    name: 'minimum_payouts',
    kind: 'minimum payouts',
    wanted: wanted?.map((minimum) => ({ ...minimum })),
    absent: [],
    async read(row) {
      const { rows } = await client.query<MinimumPayout>(
        `select currency, amount_cents from program_minimum_payouts where program_id = $1
         union all select currency, minimum_payout_cents from programs where id = $1 and $2`,
        [row.id, listsOwn(row)],
      );
      return sorted(rows).map((minimum) => ({ ...minimum }));
    },
    async write(row) {
      const isOwn = ({ currency }: MinimumPayout) => currency === row.currency;
      const own = wanted?.find(isOwn);
      await setMinimumPayouts(client, row.id, wanted?.filter((minimum) => !isOwn(minimum)) ?? []);
      if (own === undefined) return;
      await client.query('update programs set minimum_payout_cents = $2 where id = $1', [
        row.id,
        own.amount_cents,
      ]);
    },
  };
}

function sorted(minimums: readonly MinimumPayout[]): MinimumPayout[] {
  return [...minimums].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Refuses a file that gives two different minimums in the program's own currency. */
export function refuseOtherMinimum(run: Run, entry: ProgramEntry, program: Row): void {
  const { minimum_payout_cents: cents, minimumPayouts = [] } = entry;
  const listed = minimumPayouts.find(({ currency }) => currency === program.currency);
  if (cents === undefined || listed === undefined || cents === listed.amountCents) return;
  run.problems.push(
    `${listed.path}.amount_cents: differs from minimum_payout_cents, which is also the minimum in ${program.currency}`,
  );
}
