import type { PayoutItem, PayoutMethod, PayoutRunPaid } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Encryption } from '../../encryption.js';
import { type Change, changed, unchanged } from '../audit/change.js';
import { RefusedError } from '../refused-error.js';
import { auditedPayout, findPayout, PAYOUT_FORMAT } from './list-payouts.js';
import { demandRun } from './read-payout-run.js';

/** One payout of a program. */
interface PayoutKey {
  readonly programId: number;
  readonly payoutId: number;
  readonly encryption: Encryption;
}

/** The payer's own note of the transfer, and, where only one payment file was sent, which one. */
export interface Payment {
  readonly reference: string;
  readonly format?: PayoutMethod;
}

/** An open payout of a program, locked until the transaction ends, or a refusal. */
export async function lockOpenPayout(client: ClientBase, of: PayoutKey): Promise<PayoutItem> {
  await client.query('select 1 from payouts where id = $1 for update', [of.payoutId]);
  const payout = await findPayout(client, of);
  if (payout === null) throw new RefusedError('not_found');
  if (payout.status !== 'open') throw new RefusedError('payout_status', payout.status);
  return payout;
}

/**
 * Marks an open payout as paid. The ledger booked it when the run was created. A payout that is not in the payment file
 * named is refused. Contract 2, section 7.1.
 */
export async function markPayoutPaid(
  client: ClientBase,
  of: PayoutKey,
  { reference, format }: Payment,
): Promise<Change<PayoutItem>> {
  const before = await lockOpenPayout(client, of);
  if (format !== undefined && format !== before.format) {
    throw new RefusedError('payout_other_format', before.format);
  }
  await client.query(`update payouts set status = 'paid', reference = $2, settled_at = now() where id = $1`, [
    of.payoutId,
    reference,
  ]);
  const after = await findPayout(client, of);
  if (after === null) throw new Error(`payout ${of.payoutId} is gone`);
  return changed(after, {
    on: 'payout',
    id: of.payoutId,
    before: auditedPayout(before),
    after: auditedPayout(after),
  });
}

/**
 * Marks every payout of a run that is still open as paid; with a `format` only those of that payment file. Of two at
 * once, the second waits for the first and then finds them paid already, which the counts say. Contract 2, section 7.1.
 */
export async function markRunPaid(
  client: ClientBase,
  of: { readonly programId: number; readonly runId: number },
  { reference, format }: Payment,
): Promise<Change<PayoutRunPaid>> {
  await demandRun(client, of);
  // In one order for everybody, so that two at once cannot wait for each other.
  const { rows: open } = await client.query<{ id: number }>(
    `select o.id from payouts o left join partner_payout_details d on d.id = o.payout_details_id
      where o.program_id = $1 and o.run_id = $2 and o.status = 'open' and ($3::text is null or ${PAYOUT_FORMAT} = $3)
      order by o.id for update of o`,
    [of.programId, of.runId, format ?? null],
  );
  const ids = open.map(({ id }) => id);
  await client.query(
    `update payouts set status = 'paid', reference = $2, settled_at = now() where id = any($1::bigint[])`,
    [ids, reference],
  );
  const answer = await countPaid(client, of, { format, now: ids.length });
  if (ids.length === 0) return unchanged(answer);
  const after = { paid: ids, reference, ...(format !== undefined && { format }) };
  return changed(answer, { on: 'payout_run', id: of.runId, before: null, after });
}

async function countPaid(
  client: ClientBase,
  of: { readonly programId: number; readonly runId: number },
  { format, now }: { readonly format: PayoutMethod | undefined; readonly now: number },
): Promise<PayoutRunPaid> {
  const { rows } = await client.query<{ paid: number; cancelled: number; open: number }>(
    `select count(*) filter (where o.status = 'paid' and x.is_meant) as paid,
            count(*) filter (where o.status = 'cancelled' and x.is_meant) as cancelled,
            count(*) filter (where o.status = 'open') as open
       from payouts o left join partner_payout_details d on d.id = o.payout_details_id
      cross join lateral (select $3::text is null or ${PAYOUT_FORMAT} = $3 as is_meant) x
      where o.program_id = $1 and o.run_id = $2`,
    [of.programId, of.runId, format ?? null],
  );
  const { paid = 0, cancelled = 0, open = 0 } = rows[0] ?? {};
  return { paid: now, already_paid: paid - now, cancelled, open };
}
