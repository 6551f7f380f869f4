import { type PayoutMethod, PayoutPay, PayoutRunPaid } from '@svc/contract';
import type { ClientBase } from 'pg';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { requireCompleteRun } from './load-payout-runs.js';
import { PAYOUT_FORMAT } from './load-payouts.js';
import { storedProblem } from './payee.js';
import { DETAILS_COLUMNS, type DetailsRow } from './stored-details.js';

/**
 * Marks every payout of a run that is still open as paid; with a `format` only those of that payment file. One whose payout
 * details no bank would accept is in no file and stays open. Of two at once, the second waits for the first and then finds them paid already, which the counts say. Contract 2, section 7.1.
 */
export const markPayoutRunPaid = defineOperation({
  name: 'markPayoutRunPaid',
  route: 'POST /api/programs/:programId/payout-runs/:id/pay',
  permission: 'payout:write',
  summary: 'Mark the open payouts of a run as paid; with a format, only those of that payment file',
  input: PayoutPay,
  output: PayoutRunPaid,
  errors: ['payout_run_incomplete'],
  audit: 'payout_run.pay',
  async run({ client, services, scope, input: { reference, format }, nowMs, id }) {
    const run = { programId: scope.programId, runId: id() };
    await requireCompleteRun(client, run);
    // In one order for everybody, so that two at once cannot wait for each other.
    const { rows: open } = await client.query<DetailsRow & { id: number; partner_id: number }>(
      `select o.id, o.partner_id, ${DETAILS_COLUMNS} from payouts o left join partner_payout_details d on d.id = o.payout_details_id
      where o.program_id = $1 and o.run_id = $2 and o.status = 'open' and ($3::text is null or ${PAYOUT_FORMAT} = $3)
      order by o.id for update of o`,
      [run.programId, run.runId, format ?? null],
    );
    const ids = open
      .filter((row) => storedProblem(row.partner_id, row, services.encryption) === null)
      .map(({ id }) => id);
    await client.query(
      `update payouts set status = 'paid', reference = $2, settled_at = to_timestamp($3::float8 / 1000)
        where id = any($1::bigint[])`,
      [ids, reference, nowMs],
    );
    const answer = await countPaid(client, run, { format, now: ids.length });
    if (ids.length === 0) return unchanged(answer);
    const after = { paid: ids, reference, ...(format !== undefined && { format }) };
    return changed(
      answer,
      { on: 'payout_run', id: run.runId, before: null, after },
      ids.map((payoutId) => ({ type: 'payout.paid', programId: run.programId, objectId: payoutId })),
    );
  },
});

async function countPaid(
  client: ClientBase,
  run: { readonly programId: number; readonly runId: number },
  { format, now }: { readonly format: PayoutMethod | undefined; readonly now: number },
): Promise<PayoutRunPaid> {
  const { rows } = await client.query<{ paid: number; cancelled: number; open: number }>(
    `select count(*) filter (where o.status = 'paid' and x.is_meant) as paid,
            count(*) filter (where o.status = 'cancelled' and x.is_meant) as cancelled,
            count(*) filter (where o.status = 'open') as open
       from payouts o left join partner_payout_details d on d.id = o.payout_details_id
      cross join lateral (select $3::text is null or ${PAYOUT_FORMAT} = $3 as is_meant) x
      where o.program_id = $1 and o.run_id = $2`,
    [run.programId, run.runId, format ?? null],
  );
  const { paid = 0, cancelled = 0, open = 0 } = rows[0] ?? {};
  return { paid: now, already_paid: paid - now, cancelled, open };
}
