import { RuleChange, RulePreviewAnswer, RulePreviewQuery } from '@svc/contract';
import { type CommissionRule, calculateCommission, reversalTarget } from '@svc/core';
import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { ruleFromRow } from '../../ingest/rules.js';
import { defineRead } from '../../operations/define-operation.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { readInput } from '../../operations/read-input.js';
import { RefusedError } from '../../operations/refused-error.js';
import { createPacer } from '../../pacer.js';
import type { RuleTerms } from './add-rule-version.js';
import {
  ownerValues,
  type PreviewOwner,
  type PreviewSum,
  type PreviewSums,
  previewScope,
  slicesOfPeriod,
  sumIn,
} from './preview-scope.js';
import { readRules } from './read-rules.js';
import { replayRule } from './replay-rule.js';
import { ruleOfTerms } from './rule-of-terms.js';
import { termsFromInput } from './terms-from-input.js';

const DAYS = 90;
const DAY_MS = 86_400_000;
/** Enough for a month of the largest programs; more would keep people waiting for a figure that hardly moves. */
const MAX_SALES = 100_000;
/** Of those that are decided one by one. */
const MAX_REPLAYED = 20_000;

/** Sales that are alike in everything a commission is computed from. */
interface AlikeRow {
  readonly currency: string;
  readonly amount_cents: number;
  readonly tax_cents: number;
  readonly refunded_cents: number;
  /** The version of the rule they were decided by, and whether it gave them a commission. */
  readonly rule_id: number | null;
  readonly has_commission: boolean;
  /** Whether the duration of the other rule covers them. */
  readonly is_rejected: boolean;
  readonly is_within: boolean;
  readonly sales: number;
}

/**
 * What the sales of the last 90 days earned, refunds taken off, and what they would have earned had this rule been in
 * force: decided by the same functions that decide real sales. A change of the program's rule leaves out partners for whom
 * one of their own is in force, as it would. Null partner: the program's rule.
 */
async function computePreview(
  pool: Pool,
  owner: PreviewOwner,
  terms: RuleTerms,
  nowMs: number,
): Promise<RulePreviewAnswer> {
  const { rows: programs } = await pool.query<{ currency: string; has_owner: boolean; has_clauses: boolean }>(
    `select currency,
            ($2::bigint is null or exists (select 1 from enrollments where program_id = $1 and partner_id = $2))
            and ($3::bigint is null or exists (select 1 from partner_groups where program_id = $1 and id = $3
                                                 and removed_at is null)) as has_owner,
            exists (select 1 from commission_rules
                     where program_id = $1 and (clauses is not null or max_total_cents is not null)) as has_clauses
       from programs where id = $1`,
    [owner.programId, owner.partnerId, owner.groupId],
  );
  const program = programs[0];
  if (!program?.has_owner) throw new RefusedError('not_found');
  const rule = ruleOfTerms(terms, owner);
  const period = { fromMs: nowMs - DAYS * DAY_MS, nowMs };
  const found =
    program.has_clauses || rule.clauses !== null || rule.maxTotalCents !== null
      ? await replayRule(pool, owner, { ...period, limit: MAX_REPLAYED }, rule, program.currency)
      : await previewAlike(pool, owner, period, rule, program.currency);
  return {
    from: new Date(period.fromMs).toISOString(),
    to: new Date(nowMs).toISOString(),
    currencies: [...found.sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(currencyOf),
    clauses: [...found.clauses],
    is_cut: found.isCut,
  };
}

/**
 * Decides once for all sales that are alike. A commission is what its rule version makes of its sale, which `verify` proves, so
 * none is read.
 */
async function previewAlike(
  pool: Pool,
  owner: PreviewOwner,
  period: { readonly fromMs: number; readonly nowMs: number },
  rule: CommissionRule,
  programCurrency: string,
): Promise<PreviewSums> {
  const alike = await readAlike(pool, owner, period, rule.durationMonths);
  const rules = await readRules(pool, new Set(alike.flatMap((row) => row.rule_id ?? [])));
  const sums = new Map<string, PreviewSum>();
  const pacer = createPacer();
  for (const row of alike) {
    await pacer.pause();
    const given = row.rule_id === null ? undefined : rules.get(row.rule_id);
    const earned = given && row.has_commission ? leftOf(row, ruleFromRow(given), programCurrency) : null;
    sumIn(sums, row.currency).sales += row.sales;
    // A person has rejected what they earn, whatever that is.
    if (row.is_rejected) continue;
    if (earned !== null) sumIn(sums, earned.currency).now += earned.cents;
    const other = row.is_within ? leftOf(row, rule, programCurrency) : null;
    if (other !== null) sumIn(sums, other.currency).preview += other.cents;
  }
  return { sums, clauses: [], isCut: alike.reduce((seen, { sales }) => seen + sales, 0) >= MAX_SALES };
}

/**
 * The SQL for whether a duration covers the sales `s`: a join, and the value. As `calculateCommission` decides it: PostgreSQL
 * adds months to a time alike. Only customers who bought for the first time that long ago have sales it does not cover.
 */
function durationSql(months: number | null): { readonly join: string; readonly isWithin: string } {
  if (months === null) return { join: '', isWithin: 'true' };
  const customers = 'left join (select id, first_sale_id, first_sale_at from customers where program_id = $1';
  if (months === 0) {
    const join = `${customers}) c on c.id = s.customer_id and c.first_sale_id = s.id`;
    return { join, isWithin: 'c.id is not null' };
  }
  const length = `interval '${Math.trunc(months)} months'`;
  const join = `${customers} and first_sale_at + ${length} <= to_timestamp($4::float8 / 1000)) c on c.id = s.customer_id`;
  return {
    join,
    isWithin: `coalesce(s.occurred_at < coalesce(s.first_sale_at, c.first_sale_at) + ${length}, true)`,
  };
}

/** The newest sales of the period, read from the newest on; of each slice, those that are alike together. */
async function readAlike(
  pool: Pool,
  owner: PreviewOwner,
  period: { readonly fromMs: number; readonly nowMs: number },
  durationMonths: number | null,
): Promise<AlikeRow[]> {
  const duration = durationSql(durationMonths);
  const found: AlikeRow[] = [];
  let left = MAX_SALES;
  for (const { fromMs, toMs } of slicesOfPeriod(pool, period)) {
    const { rows } = await pool.query<AlikeRow>(alikeSql(owner, duration), [
      ...[owner.programId, fromMs, left, period.nowMs, toMs],
      ...ownerValues(owner),
    ]);
    found.push(...rows);
    left -= rows.reduce((sum, { sales }) => sum + sales, 0);
    if (left <= 0) break;
  }
  return found;
}

/** Sales from the time $2 to before $5, the newest $3 of them. */
function alikeSql(owner: PreviewOwner, duration: ReturnType<typeof durationSql>): string {
  return `
    select s.currency, s.amount_cents, s.tax_cents, s.refunded_cents, s.rule_id,
            s.commission_state = 'earned' as has_commission, ${duration.isWithin} as is_within,
            s.id in (select sale_id from commissions where program_id = $1 and rejected_at is not null) as is_rejected,
            count(*)::integer as sales
       from (select * from sales
              where program_id = $1 and occurred_at >= to_timestamp($2::float8 / 1000) and occurred_at < to_timestamp($5::float8 / 1000)
                and $4::bigint is not null and not test_mode and source <> 'import' and ${previewScope(owner, '$6')}
              order by occurred_at desc, id desc limit $3) s
       ${duration.join}
      group by 1, 2, 3, 4, 5, 6, 7, 8`;
}

/** What sales like these keep of their commissions under a rule whose duration covers them, in all; null: nothing. */
function leftOf(row: AlikeRow, rule: CommissionRule, programCurrency: string) {
  const { currency, amount_cents: amountCents, tax_cents: taxCents, refunded_cents: refundedCents } = row;
  const sale = {
    id: 0,
    currency,
    amountCents,
    taxCents,
    items: null,
    testMode: false,
    source: 'api' as const,
    occurredAtMs: 0,
    partnerCustomers: null,
    customerLeftCents: null,
  };
  const calculation = calculateCommission({ sale, codes: [], rule, programCurrency, firstSale: null });
  if (!calculation.due) return null;
  const left = calculation.amountCents - reversalTarget(calculation.amountCents, refundedCents, amountCents);
  return { currency: calculation.currency, cents: BigInt(left) * BigInt(row.sales) };
}

function currencyOf([currency, { sales, now, preview }]: [string, PreviewSum]) {
  return {
    currency,
    sales,
    commission_cents: now,
    preview_cents: preview,
    difference_cents: preview - now,
  };
}

/** A rule out of a query: as JSON, or in fields, of which that of its type has to be there. */
function termsFromQuery(query: {
  readonly commission?: string;
  readonly type?: 'percent' | 'flat';
  readonly basis_points?: string;
  readonly amount_cents?: string;
  readonly duration_months?: string;
}): RuleTerms {
  if (query.commission !== undefined) return termsFromJson(query.commission);
  if (query.type === undefined) throw new RefusedError('field_required', 'type');
  const durationMonths = optionalNumber(query.duration_months);
  if (query.type === 'percent') {
    const basisPoints = optionalNumber(query.basis_points);
    if (basisPoints === null) throw new RefusedError('field_required', 'basis_points');
    if (basisPoints > 10_000) throw new RefusedError('field_invalid', 'basis_points');
    return { type: 'percent', basisPoints, durationMonths };
  }
  const amountCents = optionalNumber(query.amount_cents);
  if (amountCents === null) throw new RefusedError('field_required', 'amount_cents');
  return { type: 'flat', amountCents, durationMonths };
}

function termsFromJson(text: string): RuleTerms {
  let commission: unknown;
  try {
    commission = JSON.parse(text);
  } catch {
    throw new RefusedError('field_invalid', 'commission');
  }
  return termsFromInput((readInput(RuleChange, { commission }) as Static<typeof RuleChange>).commission);
}

export const previewRule = defineRead({
  name: 'previewRule',
  route: 'GET /api/programs/:programId/rules/preview',
  permission: 'program:read',
  alsoNeeds: ['report:read'],
  summary: 'What the last 90 days would have cost under another commission rule',
  input: RulePreviewQuery,
  output: RulePreviewAnswer,
  run: ({ pool, scope, input, nowMs }) =>
    computePreview(
      pool,
      {
        programId: scope.programId,
        partnerId: optionalNumber(input.partner_id),
        groupId: optionalNumber(input.group_id),
      },
      termsFromQuery(input),
      nowMs,
    ),
});
