import type { PayoutItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { IdSource } from '../../tracking/ids.js';
import { type Change, changed } from '../audit/change.js';
import { payPartner } from '../create-payout.js';
import { RefusedError } from '../refused-error.js';
import { listPayoutsOfRun } from './list-payouts.js';
import { readDue } from './read-due.js';
import { type PayoutRun, readPayoutRun } from './read-payout-run.js';

/** Larger ones are made in several runs: one transaction should not keep the books of everybody for long. */
const MAX_PAYOUTS = 500;

/** Whom a run is to pay: everybody who is due, or only some of them. */
export interface RunRequest {
  readonly programId: number;
  readonly currency: string | null;
  readonly partnerIds: readonly number[] | null;
  readonly createdBy: string;
  readonly nowMs: number;
}

/**
 * Makes one open payout for each partner and currency that is due. The money leaves the books at once, so nothing can
 * be in two runs; what is refunded from now on is carried to the next one. Whom this run leaves out stays due.
 */
export async function createPayoutRun(
  client: ClientBase,
  ids: IdSource,
  request: RunRequest,
): Promise<Change<PayoutRun & { readonly payouts: readonly PayoutItem[] }>> {
  const { programId, currency, partnerIds, createdBy, nowMs } = request;
  const due = (await readDue(client, programId))
    .filter((item) => item.is_due && (currency === null || item.currency === currency))
    .filter((item) => partnerIds === null || partnerIds.includes(item.partner_id))
    .slice(0, MAX_PAYOUTS)
    // In one order for everybody, so that two runs at once cannot wait for each other.
    .sort((a, b) => a.partner_id - b.partner_id || (a.currency < b.currency ? -1 : 1));
  const { rows } = await client.query<{ id: number }>(
    'insert into payout_runs (program_id, created_by) values ($1, $2) returning id',
    [programId, createdBy],
  );
  const runId = rows[0]?.id ?? 0;
  let made = 0;
  for (const { partner_id: partnerId, currency: of, minimum_cents: minimumCents } of due) {
    const payee = { programId, partnerId, currency: of, reference: null, runId, minimumCents, nowMs };
    if ((await payPartner(client, ids, payee)).ok) made += 1;
  }
  // Somebody else may have paid them all meanwhile.
  if (made === 0) throw new RefusedError('nothing_due');
  const run = await readPayoutRun(client, programId, runId);
  if (run === null) throw new Error('the run was not written');
  const payouts = await listPayoutsOfRun(client, programId, runId);
  const summary = payouts.map(({ id, partner_id, currency: of, amount_cents }) => ({
    id,
    partner_id,
    currency: of,
    amount_cents,
  }));
  return changed(
    { ...run, payouts },
    { on: 'payout_run', id: runId, before: null, after: { payouts: summary } },
  );
}
