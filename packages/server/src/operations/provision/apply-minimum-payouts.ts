import type { MinimumPayout } from '@svc/contract';
import { setMinimumPayouts } from '../programs/minimum-payouts.js';
import type { MinimumPayoutEntry, ProgramEntry } from './provision-file.js';
import type { Run } from './run.js';

/** The currency a program has once the file is applied. */
async function findCurrency(
  run: Run,
  workspaceId: number,
  { name, currency }: ProgramEntry,
): Promise<string> {
  if (currency !== undefined) return currency;
  const { rows } = await run.client.query<{ currency: string }>(
    'select currency from programs where workspace_id = $1 and name = $2',
    [workspaceId, name],
  );
  return rows[0]?.currency ?? 'USD';
}

/**
 * The minimum payout in the program's own currency; undefined: left as it is. The list may have it too: it is the same
 * setting, and may not say something else than `minimum_payout_cents`. Contract 7.1.
 */
export async function readOwnMinimum(
  run: Run,
  workspaceId: number,
  program: ProgramEntry,
): Promise<number | undefined> {
  const { minimumPayoutCents: cents, minimumPayouts: list = [] } = program;
  if (list.length === 0) return cents;
  const currency = await findCurrency(run, workspaceId, program);
  const listed = list.find((entry) => entry.currency === currency);
  if (listed === undefined) return cents;
  if (cents !== undefined && cents !== listed.amountCents) {
    run.problems.push(
      `${listed.path}.amount_cents: differs from minimum_payout_cents, which is also the minimum in ${currency}`,
    );
  }
  return listed.amountCents;
}

/** Makes these the minimum payouts of a program in currencies other than its own, and counts what that took. */
export async function applyMinimumPayouts(
  run: Run,
  programId: number,
  entries: readonly MinimumPayoutEntry[],
): Promise<void> {
  const { rows: stored } = await run.client.query<MinimumPayout>(
    'select currency, amount_cents from program_minimum_payouts where program_id = $1',
    [programId],
  );
  const count = run.counts['minimum payouts'];
  for (const { currency, amountCents } of entries) {
    const known = stored.find((row) => row.currency === currency);
    count[known === undefined ? 'created' : known.amount_cents === amountCents ? 'unchanged' : 'updated'] +=
      1;
  }
  count.removed += stored.filter((row) => entries.every(({ currency }) => currency !== row.currency)).length;
  const minimums = entries.map(({ currency, amountCents }) => ({ currency, amount_cents: amountCents }));
  await setMinimumPayouts(run.client, programId, minimums);
}
