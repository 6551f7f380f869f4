import type { RulePreviewAnswer } from '@svc/contract';
import { type CommissionRule, commissionTerms, reversalTarget, type Sale } from '@svc/core';
import type { Pool } from 'pg';
import { saleFromRow } from '../../tracking/sales.js';
import { microsOf, timeOfMicros } from '../keyset.js';
import { RefusedError } from '../refused-error.js';
import type { RuleTerms } from './add-rule-version.js';

const DAYS = 90;
const DAY_MS = 86_400_000;
const CHUNK = 2000;
/** Enough for a month of the largest programs; more would keep people waiting for a figure that hardly moves. */
const MAX_SALES = 100_000;

type PreviewRow = Parameters<typeof saleFromRow>[0] & {
  readonly original_cents: number | null;
  readonly commission_cents: number | null;
  readonly commission_currency: string | null;
  readonly first_sale_id: number | null;
  readonly first_sale_at: Date | null;
  readonly occurred_us: number;
};

interface Sums {
  sales: number;
  now: bigint;
  preview: bigint;
}

/**
 * What the sales of the last 90 days earned, refunds taken off, and what they would have earned had this rule been in
 * force: decided by the same functions that decide real sales. A change of the program's rule leaves out partners who
 * have one of their own, as it would. Null partner: the program's rule.
 */
export async function previewRule(
  pool: Pool,
  owner: { readonly programId: number; readonly partnerId: number | null },
  terms: RuleTerms,
  nowMs: number,
): Promise<RulePreviewAnswer> {
  const { rows: programs } = await pool.query<{ currency: string; enrolled: boolean }>(
    `select currency, exists (select 1 from enrollments where program_id = $1 and partner_id = $2::bigint) as enrolled
       from programs where id = $1`,
    [owner.programId, owner.partnerId],
  );
  const program = programs[0];
  if (program === undefined || (owner.partnerId !== null && !program.enrolled))
    throw new RefusedError('not_found');
  const rule: CommissionRule = {
    id: 0,
    version: 0,
    scope: owner.partnerId === null ? 'program' : 'partner',
    basisPoints: null,
    amountCents: null,
    ...terms,
  };
  const fromMs = nowMs - DAYS * DAY_MS;
  const sums = new Map<string, Sums>();
  let seen = 0;
  let before: PreviewRow | undefined;
  for (let isMore = true; isMore && seen < MAX_SALES; ) {
    const rows = await readSales(pool, owner, fromMs, before);
    for (const row of rows) addSale(sums, row, rule, program.currency);
    seen += rows.length;
    before = rows.at(-1);
    isMore = rows.length === CHUNK;
  }
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(nowMs).toISOString(),
    currencies: [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(currencyOf),
    is_cut: seen >= MAX_SALES,
  };
}

async function readSales(
  pool: Pool,
  owner: { readonly programId: number; readonly partnerId: number | null },
  fromMs: number,
  before: PreviewRow | undefined,
): Promise<PreviewRow[]> {
  const { rows } = await pool.query<PreviewRow>(
    `select s.*, k.original_cents, k.amount_cents as commission_cents, k.currency as commission_currency,
            c.first_sale_id, c.first_sale_at, ${microsOf('s.occurred_at')} as occurred_us
       from sales s
       join customers c on c.id = s.customer_id
       left join commissions k on k.sale_id = s.id
      where s.program_id = $1 and s.occurred_at >= to_timestamp($3::bigint / 1000.0) and not s.test_mode
        and ($2::bigint is null or s.partner_id = $2)
        and ($2::bigint is not null
             or not exists (select 1 from commission_rules r
                             where r.program_id = s.program_id and coalesce(r.enrollment_id, 0) = s.enrollment_id))
        and (s.occurred_at, s.id) < (${timeOfMicros('$4')}, $5::bigint)
      order by s.occurred_at desc, s.id desc limit $6`,
    [
      owner.programId,
      owner.partnerId,
      fromMs,
      before?.occurred_us ?? Number.MAX_SAFE_INTEGER,
      before?.id ?? 0,
      CHUNK,
    ],
  );
  return rows;
}

function addSale(
  sums: Map<string, Sums>,
  row: PreviewRow,
  rule: CommissionRule,
  programCurrency: string,
): void {
  const sale = saleFromRow(row);
  const { first_sale_id: id, first_sale_at: at } = row;
  const firstSale = id === null || at === null ? null : { id, atMs: at.getTime() };
  const terms = commissionTerms({ sale, rule, programCurrency, firstSale });
  sumsOf(sums, row.commission_currency ?? sale.currency).sales += 1;
  sumsOf(sums, row.commission_currency ?? sale.currency).now += BigInt(row.commission_cents ?? 0);
  if (terms.due) sumsOf(sums, terms.currency).preview += BigInt(leftOf(terms.amountCents, sale));
}

/** A commission less the share of it that the sale's refunds took back. */
function leftOf(amountCents: number, sale: Sale): number {
  return amountCents - reversalTarget(amountCents, sale.refundedCents, sale.amountCents);
}

function sumsOf(sums: Map<string, Sums>, currency: string): Sums {
  const known = sums.get(currency) ?? { sales: 0, now: 0n, preview: 0n };
  sums.set(currency, known);
  return known;
}

function currencyOf([currency, { sales, now, preview }]: [string, Sums]) {
  return {
    currency,
    sales,
    commission_cents: now,
    preview_cents: preview,
    difference_cents: preview - now,
  };
}
