import type { PayoutItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed, unchanged } from '../audit/change.js';
import { RefusedError } from '../refused-error.js';
import { findPayout, listPayoutsOfRun } from './list-payouts.js';

/** An open payout of a program, locked until the transaction ends, or a refusal. */
export async function lockOpenPayout(
  client: ClientBase,
  of: { readonly programId: number; readonly payoutId: number },
): Promise<PayoutItem> {
  await client.query('select 1 from payouts where id = $1 for update', [of.payoutId]);
  const payout = await findPayout(client, of.programId, of.payoutId);
  if (payout === null) throw new RefusedError('not_found');
  if (payout.status !== 'open') throw new RefusedError('payout_status', payout.status);
  return payout;
}

/** Says that the money of an open payout was sent, under the payer's own reference. The books have it already. */
export async function markPayoutPaid(
  client: ClientBase,
  of: { readonly programId: number; readonly payoutId: number },
  reference: string,
): Promise<Change<PayoutItem>> {
  const before = await lockOpenPayout(client, of);
  await client.query(`update payouts set status = 'paid', reference = $2, settled_at = now() where id = $1`, [
    of.payoutId,
    reference,
  ]);
  const after = await findPayout(client, of.programId, of.payoutId);
  if (after === null) throw new Error(`payout ${of.payoutId} is gone`);
  return changed(after, { on: 'payout', id: of.payoutId, before, after });
}

/** Says the same of every payout of a run that is still open; tells how many there were. */
export async function markRunPaid(
  client: ClientBase,
  of: { readonly programId: number; readonly runId: number },
  reference: string,
): Promise<Change<{ readonly paid: number }>> {
  const payouts = await listPayoutsOfRun(client, of.programId, of.runId);
  if (payouts.length === 0) throw new RefusedError('not_found');
  const { rows } = await client.query<{ id: number }>(
    `update payouts set status = 'paid', reference = $3, settled_at = now()
      where program_id = $1 and run_id = $2 and status = 'open' returning id`,
    [of.programId, of.runId, reference],
  );
  if (rows.length === 0) return unchanged({ paid: 0 });
  const entry = { on: 'payout_run', id: of.runId, before: null };
  return changed({ paid: rows.length }, { ...entry, after: { paid: rows.map(({ id }) => id), reference } });
}
