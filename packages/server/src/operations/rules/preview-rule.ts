import type { RulePreviewAnswer } from '@svc/contract';
import { type CommissionRule, commissionTerms, reversalTarget } from '@svc/core';
import type { Pool } from 'pg';
import { RefusedError } from '../refused-error.js';
import type { RuleTerms } from './add-rule-version.js';

const DAYS = 90;
const DAY_MS = 86_400_000;
/** Enough for a month of the largest programs; more would keep people waiting for a figure that hardly moves. */
const MAX_SALES = 100_000;

interface Owner {
  readonly programId: number;
  readonly partnerId: number | null;
}

/** Sales that are alike in everything a commission is computed from. */
interface AlikeRow {
  readonly currency: string;
  readonly amount_cents: number;
  readonly tax_cents: number;
  readonly refunded_cents: number;
  readonly commission_currency: string;
  readonly is_within: boolean;
  readonly sales: number;
  readonly commission_cents: string;
}

interface Sums {
  sales: number;
  now: bigint;
  preview: bigint;
}

/**
 * What the sales of the last 90 days earned, refunds taken off, and what they would have earned had this rule been in
 * force: decided by the same functions that decide real sales, once for all that are alike. A change of the program's
 * rule leaves out partners for whom one of their own is in force, as it would. Null partner: the program's rule.
 */
export async function previewRule(
  pool: Pool,
  owner: Owner,
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
    // Which sales are within it has been looked at for each of them already.
    durationMonths: null,
  };
  const fromMs = nowMs - DAYS * DAY_MS;
  const alike = await readAlike(pool, owner, fromMs, terms.durationMonths);
  const sums = new Map<string, Sums>();
  for (const row of alike) addAlike(sums, row, rule, program.currency);
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(nowMs).toISOString(),
    currencies: [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(currencyOf),
    is_cut: alike.reduce((seen, { sales }) => seen + sales, 0) >= MAX_SALES,
  };
}

/** Whether a sale `s` of a customer `c` is within the duration, as `commissionTerms` decides it: PostgreSQL adds months alike. */
function withinSql(durationMonths: number | null): string {
  if (durationMonths === null) return 'true';
  if (durationMonths === 0) return 'coalesce(s.id = c.first_sale_id, true)';
  return `coalesce(s.occurred_at < c.first_sale_at + interval '${Math.trunc(durationMonths)} months', true)`;
}

async function readAlike(
  pool: Pool,
  { programId, partnerId }: Owner,
  fromMs: number,
  durationMonths: number | null,
): Promise<AlikeRow[]> {
  // Without a duration nothing is asked of customers: as many rows as there are sales need not be looked up.
  const customers = durationMonths === null ? '' : 'join customers c on c.id = s.customer_id';
  const whose =
    partnerId === null
      ? `enrollment_id <> all (array(
           select enrollment_id from (select distinct on (enrollment_id) enrollment_id, type from commission_rules
                                       where program_id = $1 and enrollment_id is not null
                                       order by enrollment_id, version desc) own
            where type <> 'program'))`
      : 'partner_id = $4';
  const { rows } = await pool.query<AlikeRow>(
    `select s.currency, s.amount_cents, s.tax_cents, s.refunded_cents,
            coalesce(k.currency, s.currency) as commission_currency, ${withinSql(durationMonths)} as is_within,
            count(*)::integer as sales, coalesce(sum(k.amount_cents), 0)::text as commission_cents
       from (select id, customer_id, occurred_at, currency, amount_cents, tax_cents, refunded_cents
               from sales
              where program_id = $1 and occurred_at >= to_timestamp($2::bigint / 1000.0) and not test_mode
                and ${whose}
              order by occurred_at desc, id desc limit $3) s
       ${customers}
       left join commissions k on k.sale_id = s.id
      group by 1, 2, 3, 4, 5, 6`,
    [programId, fromMs, MAX_SALES, ...(partnerId === null ? [] : [partnerId])],
  );
  return rows;
}

function addAlike(
  sums: Map<string, Sums>,
  row: AlikeRow,
  rule: CommissionRule,
  programCurrency: string,
): void {
  const now = sumsOf(sums, row.commission_currency);
  now.sales += row.sales;
  now.now += BigInt(row.commission_cents);
  if (!row.is_within) return;
  const { currency, amount_cents: amountCents, tax_cents: taxCents, refunded_cents: refundedCents } = row;
  const sale = { id: 0, currency, amountCents, taxCents, testMode: false, occurredAtMs: 0 };
  const terms = commissionTerms({ sale, rule, programCurrency, firstSale: null });
  if (!terms.due) return;
  // Less the share of it that the refunds took back.
  const left = terms.amountCents - reversalTarget(terms.amountCents, refundedCents, amountCents);
  sumsOf(sums, terms.currency).preview += BigInt(left) * BigInt(row.sales);
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
