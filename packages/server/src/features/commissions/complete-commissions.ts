import {
  applyHolds,
  type Commission,
  type Customer,
  calculateCommission,
  codesOfSale,
  type Enrollment,
  earnCommission,
  emptyFacts,
  firstSaleAtSale,
  type Movement,
  type NewId,
  type Program,
  raiseFlags,
  reverseCommission,
  type Sale,
  type TotalsIncrement,
  whenRecorded,
} from '@svc/core';
import type { ClientBase, Pool } from 'pg';
import { send } from '../../database/statements.js';
import { isConnectionLost, withTransaction } from '../../database/transaction.js';
import { appendEvents, eventsOfMovements } from '../../events/append-events.js';
import { createBreakdownMemory } from '../../ingest/breakdown.js';
import { loadCodeNames } from '../../ingest/codes.js';
import { columnsOf } from '../../ingest/columns.js';
import { insertCommissions, updateCommissions } from '../../ingest/commissions.js';
import type { IdSource } from '../../ingest/ids.js';
import { insertMovements } from '../../ingest/movements.js';
import { loadEnrollments, loadPrograms } from '../../ingest/programs.js';
import { ruleFromRow } from '../../ingest/rules.js';
import { saleFromRow } from '../../ingest/sales.js';
import type { Row } from '../../ingest/table.js';
import { addTotals } from '../../ingest/totals.js';
import { readCustomersAtSales } from '../customers/read-customers-at-sales.js';
import { type RuleRow, readRules } from '../rules/read-rules.js';
import { type FindConditions, readHoldConditions } from './read-hold-conditions.js';

/** The slot of daily_totals that only this operation writes, so that it never waits for a busy pipeline's rows. */
const TOTALS_SLOT = -1;
/** At most a commission, its earn movement, a reversal and a hold per sale. */
const IDS_PER_SALE = 4;
/** When this many sales in a row fail on their own, the fault is not theirs, and the rest waits for the next run. */
const MAX_FAILURES_IN_A_ROW = 3;

/** What a run did: how many sales were completed, and which could not be. */
export interface CompletionResult {
  readonly completed: number;
  readonly failed: readonly { readonly saleId: number; readonly error: unknown }[];
  /** Sales that were looked at; as many as the limit means that there may be more. */
  readonly found: number;
}

/**
 * Gives sales whose commission could not be written with them the commission they earned, once, by what was true when they
 * were recorded: the rule version, hold days, program currency and partner status stored on the sale, and the customer's
 * first sale. What was refunded meanwhile is taken off, and it is held while its payment is disputed. The sale becomes
 * `earned`, or `none` with its code, and the totals grow with it. At most `limit` sales, `except` left out. All go into one
 * transaction; when that fails, each on its own, so that one that cannot be completed does not keep the others.
 * Rejects only when that says nothing about the sales, as when the database is away. Contract section 2 (sale), contract 2 section 7.1.
 */
export async function completeCommissions(
  pool: Pool,
  ids: IdSource,
  options: { readonly nowMs: number; readonly limit?: number; readonly except?: readonly number[] },
): Promise<CompletionResult> {
  const { nowMs, limit = 200, except = [] } = options;
  const { rows } = await pool.query<{ id: number }>(
    `select id from sales where commission_state = 'missing' and id <> all($1::bigint[]) order by id limit $2`,
    [except, limit],
  );
  const saleIds = rows.map((row) => row.id);
  const found = saleIds.length;
  if (found === 0) return { completed: 0, failed: [], found };
  try {
    return { completed: await completeSales(pool, ids, saleIds, nowMs), failed: [], found };
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    if (found === 1) return { completed: 0, failed: saleIds.map((saleId) => ({ saleId, error })), found };
    return { ...(await completeOneByOne(pool, ids, saleIds, nowMs)), found };
  }
}

async function completeOneByOne(
  pool: Pool,
  ids: IdSource,
  saleIds: readonly number[],
  nowMs: number,
): Promise<Omit<CompletionResult, 'found'>> {
  const failed: { saleId: number; error: unknown }[] = [];
  let completed = 0;
  let failuresInARow = 0;
  for (const saleId of saleIds) {
    try {
      completed += await completeSales(pool, ids, [saleId], nowMs);
      failuresInARow = 0;
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      failed.push({ saleId, error });
      if (++failuresInARow === MAX_FAILURES_IN_A_ROW) break;
    }
  }
  return { completed, failed };
}

/** Completes these sales in one transaction, but for those that another process has or has had. */
async function completeSales(
  pool: Pool,
  ids: IdSource,
  saleIds: readonly number[],
  nowMs: number,
): Promise<number> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(
      `select * from sales where id = any($1::bigint[]) and commission_state = 'missing'
        order by id for update skip locked`,
      [saleIds],
    );
    const sales = rows.map(saleFromRow);
    if (sales.length === 0) return 0;
    const basis = await loadBasis(client, sales);
    const newId = await ids.take(client, sales.length * IDS_PER_SALE);
    const completions = sales.map((sale) => completionOf(sale, basis, newId, nowMs));
    const movements = completions.flatMap((completion) => completion.movements);
    const commissions = completions.flatMap(({ commission }) => commission ?? []);
    await send(client, [
      insertCommissions(commissions),
      // New commissions have no note of a hold otherwise, and no column is written for it.
      updateCommissions(commissions.filter(({ holdNote }) => holdNote !== null)),
      insertMovements(movements),
    ]);
    await appendEvents(client, eventsOfMovements(movements));
    await updateCommissionStates(
      client,
      completions.map(({ sale }) => sale),
    );
    const totals = completions.flatMap((completion) => completion.totals);
    await send(client, [addTotals(totals, TOTALS_SLOT), createBreakdownMemory().add(totals, TOTALS_SLOT)]);
    return completions.length;
  });
}

interface Basis {
  readonly programs: ReadonlyMap<number, Program>;
  readonly enrollments: ReadonlyMap<number, Enrollment>;
  readonly codeNames: ReadonlyMap<number, string>;
  readonly rules: ReadonlyMap<number, RuleRow>;
  /** By sale. */
  readonly customers: ReadonlyMap<number, Customer>;
  readonly conditionsOf: FindConditions;
}

async function loadBasis(client: ClientBase, sales: readonly Sale[]): Promise<Basis> {
  const facts = emptyFacts();
  await send(client, [
    loadPrograms(facts, new Set(sales.map((sale) => sale.programId))),
    loadEnrollments(facts, new Set(sales.map((sale) => sale.enrollmentId))),
    loadCodeNames(
      facts.codeNames,
      sales.flatMap((sale) => sale.creditCodeId ?? []),
    ),
  ]);
  const rules = await readRules(client, new Set(sales.flatMap((sale) => sale.ruleId ?? [])));
  const customers = await readCustomersAtSales(client, sales);
  const conditionsOf = await readHoldConditions(
    client,
    sales.map(({ id: saleId, enrollmentId }) => ({ saleId, enrollmentId })),
  );
  const { programs, enrollments } = facts;
  return { programs, enrollments, codeNames: facts.codeNames, rules, customers, conditionsOf };
}

interface Completion {
  readonly sale: Sale;
  readonly commission: Commission | null;
  readonly movements: readonly Movement[];
  readonly totals: readonly TotalsIncrement[];
}

function need<Row>(row: Row | undefined, what: string, sale: Sale): Row {
  if (row === undefined) throw new Error(`sale ${sale.id} cannot be completed: its ${what} is unknown`);
  return row;
}

/** What one sale earned, decided by the same rules as if nothing had failed. */
function completionOf(sale: Sale, basis: Basis, newId: NewId, nowMs: number): Completion {
  const { program, enrollment } = whenRecorded(
    sale,
    need(basis.programs.get(sale.programId), 'program', sale),
    need(basis.enrollments.get(sale.enrollmentId), 'partner-program relationship', sale),
  );
  const customer = need(basis.customers.get(sale.id), 'customer', sale);
  const rule = sale.ruleId === null ? null : ruleFromRow(need(basis.rules.get(sale.ruleId), 'rule', sale));
  const firstSale = firstSaleAtSale(customer, sale);
  const codes = codesOfSale(
    sale,
    sale.creditCodeId === null ? null : (basis.codeNames.get(sale.creditCodeId) ?? null),
  );
  const facts = { sale, codes, rule, programCurrency: program.currency, firstSale };
  const calculation = calculateCommission(facts);
  if (!calculation.due) {
    const none: Sale = { ...sale, commissionState: 'none', noCommissionCode: calculation.code };
    return { sale: none, commission: null, movements: [], totals: [] };
  }
  const context = {
    sale,
    program,
    enrollment,
    customer,
    rule: need(rule ?? undefined, 'rule', sale),
    firstSale: need(firstSale ?? undefined, "customer's first sale", sale),
    flags: raiseFlags({
      settings: program.fraud,
      customer,
      partner: enrollment.partner,
      isOfClick: sale.linkId !== null && sale.creditCodeId === null,
      soldAtMs: sale.occurredAtMs,
      // How many customers the code had brought then is not known any more.
      codeUse: null,
    }),
    atMs: nowMs,
    newId,
  };
  const earned = earnCommission(context, calculation);
  const { refundedCents, amountCents: saleCents } = sale;
  const left = reverseCommission(earned.commission, {
    refundId: null,
    refundedCents,
    saleCents,
    atMs: nowMs,
    newId,
  });
  const conditions = basis.conditionsOf(left.commission);
  // It was earned when the sale was recorded.
  const asEarned = { ...left, commission: { ...left.commission, createdAtMs: sale.recordedAtMs } };
  const { commission: held, movements } = applyHolds(asEarned, conditions, { atMs: nowMs, newId });
  const commission = { ...held, createdAtMs: nowMs };
  return {
    sale: { ...sale, commissionState: 'earned', noCommissionCode: null },
    commission,
    movements: [...earned.movements, ...movements],
    totals: completionTotals(sale, earned.commission, left.movements),
  };
}

/** The commission counts on the day of its sale, as it would have; what is reversed with it on the day it is reversed. */
function completionTotals(sale: Sale, earned: Commission, reversals: readonly Movement[]): TotalsIncrement[] {
  const { programId, partnerId } = sale;
  const key = { programId, partnerId, linkId: sale.linkId ?? 0, currency: earned.currency };
  return [
    { ...key, atMs: sale.recordedAtMs, dimensions: sale.dimensions, commissionCents: earned.originalCents },
    ...reversals.map(({ occurredAtMs, amountCents }) => ({
      ...key,
      atMs: occurredAtMs,
      reversedCents: amountCents,
    })),
  ];
}

async function updateCommissionStates(client: ClientBase, sales: readonly Sale[]): Promise<void> {
  await client.query(
    `update sales s set commission_state = changed.state, no_commission_code = changed.code
       from unnest($1::bigint[], $2::text[], $3::text[]) as changed (id, state, code)
      where s.id = changed.id`,
    columnsOf(
      sales,
      (sale) => sale.id,
      (sale) => sale.commissionState,
      (sale) => sale.noCommissionCode,
    ),
  );
}
