import {
  type CodeResult,
  type CommissionRule,
  codesOfSale,
  customersAskedFor,
  decideEarning,
  earningsIndex,
  type LineItem,
  reversalTarget,
  type SaleSource,
} from '@svc/core';
import type { Pool } from 'pg';
import { partsOf, rowsAtOnce } from '../../database/slices.js';
import { microsOf } from '../../operations/keyset.js';
import { createPacer } from '../../pacer.js';
import { readCustomerIds } from '../customers/read-customer-ids.js';
import {
  type ClauseSum,
  ownerValues,
  type PreviewOwner,
  type PreviewSum,
  type PreviewSums,
  previewScope,
  slicesOfPeriod,
  sumIn,
} from './preview-scope.js';

/** Customers whose sales one statement reads on the embedded engine. */
const CUSTOMERS_AT_ONCE = 400;

interface SaleRow {
  readonly id: number;
  readonly source: SaleSource;
  readonly customer_id: number;
  readonly enrollment_id: number;
  readonly currency: string;
  readonly amount_cents: number;
  readonly tax_cents: number;
  readonly refunded_cents: number;
  readonly items: readonly LineItem[] | null;
  readonly code: string | null;
  readonly code_result: CodeResult | null;
  readonly credit_code: string | null;
  readonly occurred_at: Date;
  /** In microseconds since 1970, the time it was recorded. */
  readonly recorded_us: number;
  readonly first_sale_id: number | null;
  readonly first_sale_at: Date | null;
  readonly is_rejected: boolean;
  readonly earned_cents: number | null;
  readonly left_cents: number | null;
  readonly earned_currency: string | null;
}

interface Period {
  readonly fromMs: number;
  readonly nowMs: number;
  /** The newest sales of the period count. */
  readonly limit: number;
}

/**
 * Decides sales one by one under another rule, in the order in which they were recorded, as the pipeline would have: with the
 * customers that the partner had brought by then, and with what the customer had earned the partner by this rule. What
 * happened before these sales is as it was.
 */
export async function replayRule(
  pool: Pool,
  owner: PreviewOwner,
  period: Period,
  rule: CommissionRule,
  programCurrency: string,
): Promise<PreviewSums> {
  const rows = await readSales(pool, owner, period);
  const customers = await customersBefore(pool, owner, rule, rows);
  const earnings = await earningsBefore(pool, owner, rule, rows);
  const asked = customersAskedFor(rule);
  const sums = new Map<string, PreviewSum>();
  const clauses = new Map<string, ClauseSum>();
  const pacer = createPacer();
  for (const row of rows) {
    await pacer.pause();
    sumIn(sums, row.currency).sales += 1;
    if (row.left_cents !== null && row.earned_currency !== null)
      sumIn(sums, row.earned_currency).now += BigInt(row.left_cents);
    const brought = customers.get(row.enrollment_id) ?? 0;
    const partnerCustomers = asked === null ? null : Math.min(asked, brought);
    if (row.first_sale_id === row.id) customers.set(row.enrollment_id, brought + 1);
    const calculation = decide(row, rule, programCurrency, { partnerCustomers, earnings });
    if (!calculation.due) continue;
    const { amountCents, currency, parts = [] } = calculation;
    const index = earningsIndex(row.customer_id, row.enrollment_id, currency);
    earnings.set(index, (earnings.get(index) ?? 0) + amountCents);
    const reversedCents = reversalTarget(amountCents, row.refunded_cents, row.amount_cents);
    // A person has rejected what it earns, whatever that is.
    const leftCents = row.is_rejected ? 0 : amountCents - reversedCents;
    sumIn(sums, currency).preview += BigInt(leftCents);
    for (const { clause, cents } of parts) addPart(clauses, clause, currency, cents);
  }
  return { sums, clauses: inOrder([...clauses.values()]), isCut: rows.length >= period.limit };
}

function decide(
  row: SaleRow,
  rule: CommissionRule,
  programCurrency: string,
  {
    partnerCustomers,
    earnings,
  }: { readonly partnerCustomers: number | null; readonly earnings: Map<string, number> },
) {
  const { first_sale_id: firstId, first_sale_at: firstAt } = row;
  const sale = {
    id: row.id,
    customerId: row.customer_id,
    enrollmentId: row.enrollment_id,
    amountCents: row.amount_cents,
    taxCents: row.tax_cents,
    currency: row.currency,
    items: row.items,
    testMode: false,
    source: row.source,
    occurredAtMs: row.occurred_at.getTime(),
    partnerCustomers,
    customerLeftCents: null as number | null,
  };
  const firstSale = firstId === null || firstAt === null ? null : { id: firstId, atMs: firstAt.getTime() };
  const basis = {
    sale,
    codes: codesOfSale({ code: row.code, codeResult: row.code_result }, row.credit_code),
    rule,
    programCurrency,
    firstSale,
  };
  return decideEarning(basis, earnings);
}

function addPart(
  clauses: Map<string, ClauseSum>,
  clause: number | null,
  currency: string,
  cents: number,
): void {
  const key = `${clause} ${currency}`;
  const sum = clauses.get(key) ?? { clause, currency, parts: 0, preview_cents: 0n };
  sum.parts += 1;
  sum.preview_cents += BigInt(cents);
  clauses.set(key, sum);
}

/** Clauses in the order of the rule, `otherwise` last. */
function inOrder(clauses: readonly ClauseSum[]): readonly ClauseSum[] {
  const position = ({ clause }: ClauseSum) => clause ?? Number.MAX_SAFE_INTEGER;
  return [...clauses].sort((a, b) => position(a) - position(b) || (a.currency < b.currency ? -1 : 1));
}

/** The newest sales of the period, the one recorded first first. */
async function readSales(pool: Pool, owner: PreviewOwner, { limit, ...period }: Period): Promise<SaleRow[]> {
  const found: SaleRow[] = [];
  for (const { fromMs, toMs } of slicesOfPeriod(pool, period)) {
    const values = [owner.programId, fromMs, limit - found.length, toMs, ...ownerValues(owner)];
    found.push(...(await pool.query<SaleRow>(salesSql(owner), values)).rows);
    if (found.length >= limit) break;
  }
  return found.sort((a, b) => a.recorded_us - b.recorded_us || a.id - b.id);
}

/** Sales from the time $2 to before $4, the newest $3 of them. */
function salesSql(owner: PreviewOwner): string {
  return `
    select s.id, s.source, s.customer_id, s.enrollment_id, s.currency, s.amount_cents, s.tax_cents, s.refunded_cents, s.items, s.code, s.code_result,
            q.code as credit_code, s.occurred_at, ${microsOf('s.recorded_at')} as recorded_us, c.first_sale_id,
            coalesce(s.first_sale_at, c.first_sale_at) as first_sale_at, k.rejected_at is not null as is_rejected, k.original_cents as earned_cents, k.amount_cents as left_cents,
            k.currency as earned_currency
       from (select * from sales
              where program_id = $1 and occurred_at >= to_timestamp($2::float8 / 1000) and occurred_at < to_timestamp($4::float8 / 1000)
                and not test_mode and ${previewScope(owner, '$5')}
              order by occurred_at desc, id desc limit $3) s
       join customers c on c.id = s.customer_id
       left join commissions k on k.sale_id = s.id and k.reassigned_at is null
       left join codes q on q.id = s.credit_code_id`;
}

/** By relationship: the paying customers the partner had brought before these sales. Empty where the rule does not ask. */
async function customersBefore(
  pool: Pool,
  { programId }: PreviewOwner,
  rule: CommissionRule,
  rows: readonly SaleRow[],
): Promise<Map<number, number>> {
  if (customersAskedFor(rule) === null) return new Map();
  const customers = new Map<number, number>();
  for await (const ids of readCustomerIds(pool, programId, rowsAtOnce(pool, CUSTOMERS_AT_ONCE))) {
    const { rows: counted } = await pool.query<{ enrollment_id: number; customers: number }>(
      `select s.enrollment_id, count(*)::integer as customers
         from customers c join sales s on s.id = c.first_sale_id where c.id = any($1::bigint[]) group by 1`,
      [ids],
    );
    for (const { enrollment_id: id, customers: more } of counted)
      customers.set(id, (customers.get(id) ?? 0) + more);
  }
  for (const { id, enrollment_id, first_sale_id } of rows) {
    if (first_sale_id === id) customers.set(enrollment_id, (customers.get(enrollment_id) ?? 0) - 1);
  }
  return customers;
}

interface EarnedRow {
  readonly customer_id: number;
  readonly enrollment_id: number;
  readonly currency: string;
  readonly cents: number;
}

/** By `earningsIndex`: what customers had earned partners before these sales. Empty where the rule does not limit it. */
async function earningsBefore(
  pool: Pool,
  { programId }: PreviewOwner,
  rule: CommissionRule,
  rows: readonly SaleRow[],
): Promise<Map<string, number>> {
  if (rule.maxTotalCents === null) return new Map();
  const customerIds = [...new Set(rows.map((row) => row.customer_id))];
  const earnings = new Map<string, number>();
  for (const part of partsOf(pool, customerIds, CUSTOMERS_AT_ONCE)) {
    const { rows: summed } = await pool.query<EarnedRow>(
      `select s.customer_id, k.enrollment_id, k.currency, least(sum(coalesce(k.capped_cents, k.original_cents)), 9007199254740991)::bigint as cents
         from sales s join commissions k on k.sale_id = s.id and k.reassigned_at is null
        where s.program_id = $1 and s.customer_id = any($2::bigint[]) group by 1, 2, 3`,
      [programId, part],
    );
    for (const row of summed)
      earnings.set(earningsIndex(row.customer_id, row.enrollment_id, row.currency), row.cents);
  }
  for (const { customer_id, enrollment_id, earned_currency, earned_cents } of rows) {
    if (earned_currency === null || earned_cents === null) continue;
    const index = earningsIndex(customer_id, enrollment_id, earned_currency);
    earnings.set(index, (earnings.get(index) ?? 0) - earned_cents);
  }
  return earnings;
}
