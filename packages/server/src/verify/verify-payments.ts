import { refundedAmount, totalAdjustments } from '@svc/core';
import { adjustmentFromRow } from '../ingest/payments.js';
import type { Row } from '../ingest/table.js';
import { type Check, reportRows, sentences } from './check.js';

/**
 * Payments and adjustments agree with their sales: a payment belongs to one sale, in its workspace, its references are the
 * sale's, and the refunded amount of the sale follows from the adjustments, by the rules themselves.
 */
export async function verifyPayments(check: Check): Promise<void> {
  await verifyPaymentRows(check);
  await verifyUnadjustedSales(check);
  await reportRows(
    check,
    'payment_references',
    `select r.reference as id, found.what from payment_references r
       left join payments p on p.id = r.payment_id
       left join sale_references n on n.reference = r.reference and n.workspace_id = r.workspace_id
       ${sentences(
         ['p.id is null', "format('its payment %s does not exist', r.payment_id)"],
         [
           'p.workspace_id <> r.workspace_id',
           `format('it is of workspace %s, its payment %s of workspace %s', r.workspace_id, p.id, p.workspace_id)`,
         ],
         [
           'p.sale_id is not null and n.sale_id <> p.sale_id',
           `format('it leads to sale %s, its payment %s is of sale %s', n.sale_id, p.id, p.sale_id)`,
         ],
         [
           'p.sale_id is not null and n.reference is null',
           `format('it identifies the payment of sale %s, and the sale does not have it', p.sale_id)`,
         ],
       )} order by r.reference`,
  );
  await verifyEvents(check);
}

/** Every event is pending, or has an outcome. */
async function verifyEvents(check: Check): Promise<void> {
  await reportRows(
    check,
    'processor_events',
    `select e.id, found.what from processor_events e
       left join processor_outcomes o on o.id = e.id
       left join work_items d on d.key = e.id and d.kind = 'provider_event'
       ${sentences(
         ['o.id is null and d.key is null', `'it has no result, and it is not due'`],
         [
           `o.status = 'waiting' and d.key is null and o.payment_references is null`,
           `'it waits for nothing'`,
         ],
         [
           `o.status = 'processed' and o.workspace_id is null`,
           `'it was processed, and it is of no workspace'`,
         ],
       )} order by e.id`,
  );
  const hasNoEvent = sentences(['e.id is null', `'its event does not exist'`]);
  await reportRows(
    check,
    'processor_outcomes',
    `select r.id, found.what from processor_outcomes r left join processor_events e on e.id = r.id
       ${hasNoEvent} order by r.id`,
  );
  await reportRows(
    check,
    'work_items',
    `select r.key as id, found.what from work_items r left join processor_events e on e.id = r.key
       ${hasNoEvent} and r.kind = 'provider_event' order by r.key`,
  );
}

async function verifyPaymentRows(check: Check): Promise<void> {
  await reportRows(
    check,
    'payments',
    `select p.id, found.what from payments p
       left join sales s on s.id = p.sale_id
       left join (select payment_id, count(*) as reference_count from payment_references group by payment_id) r
         on r.payment_id = p.id
       left join (select payment_id, count(*) as adjustment_count from payment_adjustments group by payment_id) a
         on a.payment_id = p.id
       ${sentences(
         ['p.sale_id is not null and s.id is null', "format('its sale %s does not exist', p.sale_id)"],
         [
           's.workspace_id <> p.workspace_id',
           `format('it is of workspace %s, its sale %s of workspace %s', p.workspace_id, s.id, s.workspace_id)`,
         ],
         [
           'p.sale_id is null and coalesce(r.reference_count, 0) = 0',
           `'its sale is not known, and it has no reference to find it by'`,
         ],
         [
           'coalesce(r.reference_count, 0) = 0 and coalesce(a.adjustment_count, 0) = 0',
           `'nothing is known of it'`,
         ],
       )} order by p.id`,
  );
  await verifyRefundedAmounts(check);
}

/**
 * A payment can have any number of adjustments, so a chunk ends before its payments, or the adjustments of all but the last
 * of them, are more than `chunkSize`.
 */
const ADJUSTED = `
  select p.id, p.sale_id, p.amount_cents, p.currency, p.refunded_cents, p.api_refunded_cents, p.api_base_cents,
         coalesce((select json_agg(a) from payment_adjustments a where a.payment_id = p.id), '[]') as adjustments
    from (select page.*, sum(adjusted.adjustment_count) over (order by page.id) - adjusted.adjustment_count as count_before
            from (select p.id, s.id as sale_id, s.amount_cents, s.currency, s.refunded_cents, s.api_refunded_cents,
                         s.api_base_cents
                    from payments p join sales s on s.id = p.sale_id
                   where p.id > $1 order by p.id limit $2) page
           cross join lateral (select count(*) as adjustment_count from payment_adjustments a
                                where a.payment_id = page.id) adjusted) p
   where p.count_before < $2 order by p.id`;

/** The refunded amount of a sale with a payment is the one that its adjustments make, by the rules themselves. */
async function verifyRefundedAmounts(check: Check): Promise<void> {
  for (let afterId = Number.MIN_SAFE_INTEGER, read = 0, isMore = true; isMore; ) {
    const { rows } = await check.client.query<AdjustedRow>(ADJUSTED, [afterId, check.chunkSize]);
    for (const row of rows) verifyRefundedAmount(check, row);
    afterId = rows.at(-1)?.id ?? afterId;
    isMore = rows.length > 0;
    read += rows.length;
    check.onRowsRead('payments', read);
  }
}

interface AdjustedRow {
  readonly id: number;
  readonly sale_id: number;
  readonly amount_cents: number;
  readonly currency: string;
  readonly refunded_cents: number;
  readonly api_refunded_cents: number;
  readonly api_base_cents: number;
  readonly adjustments: readonly Row[];
}

function verifyRefundedAmount(check: Check, row: AdjustedRow): void {
  const sale = { amountCents: row.amount_cents, currency: row.currency };
  const reportedCents = totalAdjustments(row.adjustments.map(adjustmentFromRow), sale).refundedCents;
  const api = { apiRefundedCents: row.api_refunded_cents, apiBaseCents: row.api_base_cents };
  const expected = refundedAmount({ ...sale, ...api }, reportedCents);
  if (row.refunded_cents === expected) return;
  const what = `${row.refunded_cents} of sale ${row.sale_id} were refunded; the processor reported ${reportedCents}, API callers ${row.api_refunded_cents}`;
  check.report({ table: 'payments', id: row.id, what });
}

/** A sale without adjustments is refunded only as far as API callers said. */
async function verifyUnadjustedSales(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `select s.id, found.what from sales s left join payments p on p.sale_id = s.id
       ${sentences([
         'p.id is null and s.refunded_cents <> s.api_refunded_cents',
         `format('%s of it were refunded, and API callers said %s', s.refunded_cents, s.api_refunded_cents)`,
       ])} order by s.id`,
  );
}
