import type { MinimumPayout } from '@svc/contract';
import type { ProgramEntry } from './provision-file.js';
import type { Row } from './rows.js';
import type { Run } from './run.js';
import type { Part } from './settle.js';

/**
 * The minimum payout in the program's own currency, and those in others. The list may have the program's currency too:
 * it is the same setting as `minimum_payout_cents`, and may not say something else. Contract-2, 7.1.
 */
export function minimumPayoutParts(run: Run, entry: ProgramEntry): readonly Part[] {
  const { client } = run;
  const own: Part = {
    name: 'minimum_payout_cents',
    kind: null,
    wanted(program) {
      refuseContradiction(run, entry, program);
      return readOwnMinimum(entry, program);
    },
    absent: 0,
    read: async (program) => program.minimum_payout_cents,
  };
  const others: Part = {
    name: 'minimum_payouts',
    kind: 'minimum payouts',
    wanted: (program) => readOthers(entry, program)?.map((minimum) => ({ ...minimum })),
    absent: [],
    async read({ id, currency }) {
      const { rows } = await client.query<MinimumPayout>(
        `select currency, amount_cents from program_minimum_payouts where program_id = $1 and currency <> $2
          order by currency`,
        [id, currency],
      );
      return rows.map(({ currency: listed, amount_cents }) => ({ currency: listed, amount_cents }));
    },
  };
  return [own, others];
}

function readOwnMinimum(
  { minimumPayoutCents, minimumPayouts = [] }: ProgramEntry,
  { currency: own }: Row,
): number | undefined {
  return minimumPayoutCents ?? minimumPayouts.find(({ currency }) => currency === own)?.amountCents;
}

function refuseContradiction(
  { problems }: Run,
  { minimumPayoutCents: cents, minimumPayouts = [] }: ProgramEntry,
  { currency: own }: Row,
): void {
  const listed = minimumPayouts.find(({ currency }) => currency === own);
  if (cents === undefined || listed === undefined || cents === listed.amountCents) return;
  problems.push(
    `${listed.path}.amount_cents: differs from minimum_payout_cents, which is also the minimum in ${own}`,
  );
}

function readOthers({ minimumPayouts }: ProgramEntry, { currency: own }: Row): MinimumPayout[] | undefined {
  return minimumPayouts
    ?.filter(({ currency }) => currency !== own)
    .map(({ currency, amountCents }) => ({ currency, amount_cents: amountCents }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}
