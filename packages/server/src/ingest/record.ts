import {
  type ClickRecord,
  type Commission,
  type CreditChange,
  type Customer,
  type Effect,
  type Lead,
  type Movement,
  type NewEvent,
  payerIndex,
  type Refund,
  type RefusedLead,
  type Sale,
  type TotalsIncrement,
  type UncreditedReport,
  type UnusedClick,
} from '@svc/core';
import type { ClientBase } from 'pg';
import type { Statement } from '../database/statements.js';
import { insertClicks } from './clicks.js';
import { insertCommissions, updateCommissions } from './commissions.js';
import { recordCreditChanges } from './credit-changes.js';
import { insertCustomers, updateCustomers } from './customers.js';
import { insertLeads } from './leads.js';
import { insertMovements } from './movements.js';
import { type PayerEffect, recordPayers } from './payers.js';
import { collectPayment, noPaymentChanges, type PaymentChanges, recordPayments } from './payments.js';
import { insertRefunds } from './refunds.js';
import { insertRefusedLeads } from './refused-leads.js';
import {
  insertReferences,
  insertSales,
  keepAddedReferences,
  keepFirstSaleDates,
  type SaleReference,
  updateFirstSaleDates,
  updateRefundedCents,
} from './sales.js';
import { insertUncredited } from './uncredited.js';
import { insertUnusedClicks } from './unused-clicks.js';

/** The changes of a batch, by table. Of a row that changed more than once only its last state is written. */
export interface Changes {
  readonly clicks: ClickRecord[];
  readonly newCustomers: Map<number, Customer>;
  readonly changedCustomers: Map<number, Customer>;
  readonly creditChanges: CreditChange[];
  readonly leads: Lead[];
  /** By program, kind and reference: reported again, it is the same. */
  readonly uncredited: Map<string, UncreditedReport>;
  readonly unusedClicks: UnusedClick[];
  readonly refusedLeads: RefusedLead[];
  /** By `payerIndex`. */
  readonly payers: Map<string, PayerEffect>;
  readonly newSales: Map<number, Sale>;
  /** By customer: the first-sale date by which their sales were decided that are recorded already. */
  readonly firstSaleDates: Map<number, number>;
  /** New sales that were decided before an earlier sale of the same batch. */
  readonly datedSales: Map<number, Sale>;
  readonly refundedSales: Map<number, Sale>;
  readonly references: SaleReference[];
  readonly refunds: Refund[];
  readonly payments: PaymentChanges;
  readonly newCommissions: Map<number, Commission>;
  readonly changedCommissions: Map<number, Commission>;
  readonly movements: Movement[];
  readonly totals: TotalsIncrement[];
  readonly events: NewEvent[];
}

/** No changes yet. */
export function noChanges(): Changes {
  return {
    clicks: [],
    newCustomers: new Map(),
    changedCustomers: new Map(),
    creditChanges: [],
    leads: [],
    uncredited: new Map(),
    unusedClicks: [],
    refusedLeads: [],
    payers: new Map(),
    newSales: new Map(),
    firstSaleDates: new Map(),
    datedSales: new Map(),
    refundedSales: new Map(),
    references: [],
    refunds: [],
    payments: noPaymentChanges(),
    newCommissions: new Map(),
    changedCommissions: new Map(),
    movements: [],
    totals: [],
    events: [],
  };
}

/** A row made earlier in the same batch stays an insert, with its newer state. */
function put<Row extends { id: number }>(
  row: Row,
  isNew: boolean,
  fresh: Map<number, Row>,
  changed: Map<number, Row>,
) {
  if (isNew || fresh.has(row.id)) fresh.set(row.id, row);
  else changed.set(row.id, row);
}

function putPayer(payers: Map<string, PayerEffect>, effect: PayerEffect): void {
  const index = payerIndex(effect.connectionId, effect.name);
  const isNew = effect.isNew || payers.get(index)?.isNew === true;
  payers.set(index, { ...effect, isNew });
}

/** Adds one effect to the changes of its batch. */
export function collect(changes: Changes, effect: Effect): void {
  switch (effect.kind) {
    case 'click':
      changes.clicks.push(effect.click);
      return;
    case 'customer':
      put(effect.customer, effect.isNew, changes.newCustomers, changes.changedCustomers);
      return;
    case 'credit_change':
      changes.creditChanges.push(effect.change);
      return;
    case 'lead':
      changes.leads.push(effect.lead);
      return;
    case 'uncredited': {
      const { workspaceId, programId, kind, reference } = effect.report;
      changes.uncredited.set(`${workspaceId} ${programId} ${kind} ${reference}`, effect.report);
      return;
    }
    case 'payer':
      putPayer(changes.payers, effect);
      return;
    case 'unused_click':
      changes.unusedClicks.push(effect.unused);
      return;
    case 'refused_lead':
      changes.refusedLeads.push(effect.refused);
      return;
    case 'sale': {
      const { id: saleId, workspaceId, source, transactionId, testMode } = effect.sale;
      changes.newSales.set(saleId, effect.sale);
      for (const reference of effect.references) {
        const isApi = source === 'api' && reference === transactionId;
        changes.references.push({ reference, workspaceId, saleId, isApi, isUnique: isApi && !testMode });
      }
      return;
    }
    case 'earlier_sale':
      keepDate(changes, effect);
      return;
    case 'references': {
      const { workspaceId, saleId } = effect;
      for (const reference of effect.references)
        changes.references.push({ reference, workspaceId, saleId, isApi: false, isUnique: false });
      return;
    }
    case 'payment':
      collectPayment(changes.payments, effect);
      return;
    case 'refund':
      changes.refunds.push(effect.refund);
      changes.refundedSales.set(effect.sale.id, effect.sale);
      return;
    case 'commission':
      put(effect.commission, effect.isNew, changes.newCommissions, changes.changedCommissions);
      return;
    case 'movement':
      changes.movements.push(effect.movement);
      return;
    case 'totals':
      changes.totals.push(effect.increment);
      return;
  }
}

/** The sales decided so far keep the date that was known to them; what is recorded already keeps the first one of the batch. */
function keepDate(
  { newSales, firstSaleDates, datedSales }: Changes,
  { customerId, firstSaleAtMs }: Extract<Effect, { kind: 'earlier_sale' }>,
): void {
  if (!firstSaleDates.has(customerId)) firstSaleDates.set(customerId, firstSaleAtMs);
  for (const sale of newSales.values())
    if (sale.customerId === customerId && !sale.testMode && !datedSales.has(sale.id))
      datedSales.set(sale.id, { ...sale, firstSaleAtMs });
}

/**
 * Writes what happened: clicks, customers, leads, sales and refunds. One statement per table. What another process may
 * write too goes in one order everywhere, so that one of the two waits for the other and never both.
 */
export function recordActivity(changes: Changes): readonly (Statement | null)[] {
  const { ofNew, added } = referencesToKeep(changes);
  return [
    insertClicks(changes.clicks),
    insertCustomers(inOrder([...changes.newCustomers.values()], lockName)),
    updateCustomers([...changes.changedCustomers.values()]),
    ...recordCreditChanges(changes.creditChanges, reassignedCustomers(changes)),
    insertLeads(changes.leads),
    keepFirstSaleDates(changes.firstSaleDates),
    insertSales([...changes.newSales.values()], ofNew),
    updateFirstSaleDates([...changes.datedSales.values()]),
    insertReferences(inOrder(changes.references, ({ reference }) => reference)),
    keepAddedReferences(added),
    updateRefundedCents([...changes.refundedSales.values()]),
    insertRefunds(changes.refunds),
    ...recordPayments(changes.payments),
    insertUncredited(inOrder([...changes.uncredited.values()], ({ reference }) => reference)),
    insertUnusedClicks(changes.unusedClicks),
    insertRefusedLeads(changes.refusedLeads),
    ...recordPayers(changes.payers),
  ];
}

/** The customers whose credit moved, as they are now. */
function reassignedCustomers({
  creditChanges,
  newCustomers,
  changedCustomers,
}: Changes): readonly Customer[] {
  const ids = new Set(creditChanges.map(({ customerId }) => customerId));
  return [...ids].flatMap((id) => newCustomers.get(id) ?? changedCustomers.get(id) ?? []);
}

interface ReferencesToKeep {
  /** All references of each new sale that has more than its transaction id. */
  readonly ofNew: Map<number, string[]>;
  /** What sales that were there before are given now. */
  readonly added: Map<number, string[]>;
}

/** The references that sales keep on their own rows, so that one that is removed can be named later. */
function referencesToKeep({ newSales, references }: Changes): ReferencesToKeep {
  const kept: ReferencesToKeep = { ofNew: new Map(), added: new Map() };
  // Nearly always: every sale is new, and has one.
  if (references.length === newSales.size) return kept;
  for (const { reference, saleId } of references) {
    const bySale = newSales.has(saleId) ? kept.ofNew : kept.added;
    const names = bySale.get(saleId);
    if (names === undefined) bySale.set(saleId, [reference]);
    else names.push(reference);
  }
  for (const [saleId, names] of kept.ofNew) if (names.length === 1) kept.ofNew.delete(saleId);
  return kept;
}

/** Writes what is owed for it: commissions and the movements of the ledger. */
export function recordMoney(changes: Changes): readonly (Statement | null)[] {
  return [
    insertCommissions([...changes.newCommissions.values()]),
    updateCommissions([...changes.changedCommissions.values()]),
    insertMovements(changes.movements),
  ];
}

/**
 * Whether the transaction that was to write these changes is in the database. Its rows are there all together or not at
 * all, so one proves it. It is looked for by its time too, because ids can be handed out again after a crash.
 */
export async function areRecorded(source: Pick<ClientBase, 'query'>, changes: Changes): Promise<boolean> {
  const witness = witnessOf(changes) ?? witnessOfNaming(changes);
  // New adjustments of known payments leave no row of their own. Nobody waits for the answer: the provider event is retried.
  if (witness === null) {
    const { references, payments, uncredited, unusedClicks, refusedLeads, payers } = changes;
    return (
      references.length === 0 &&
      payments.isEmpty() &&
      uncredited.size === 0 &&
      unusedClicks.length === 0 &&
      refusedLeads.length === 0 &&
      payers.size === 0
    );
  }
  const { rows } = await source.query<{ found: boolean }>(
    `select exists (select 1 from ${witness.table} where ${witness.where}) as found`,
    [...witness.key],
  );
  return rows[0]?.found === true;
}

interface Witness {
  readonly table: string;
  readonly where: string;
  readonly key: readonly number[];
}

/** A row that only these changes write; null when they are none. */
function witnessOf(changes: Changes): Witness | null {
  const [click] = changes.clicks;
  if (click !== undefined) {
    return {
      table: 'clicks',
      where: 'clicked_ms = $1 and number = $2',
      key: [click.clickedMs, click.number],
    };
  }
  const [sale] = changes.newSales.values();
  const where = (time: string) => `id = $1 and ${time} = to_timestamp($2::float8 / 1000)`;
  if (sale !== undefined)
    return { table: 'sales', where: where('recorded_at'), key: [sale.id, sale.recordedAtMs] };
  const [lead] = changes.leads;
  if (lead !== undefined)
    return { table: 'leads', where: where('occurred_at'), key: [lead.id, lead.occurredAtMs] };
  const [refund] = changes.refunds;
  if (refund !== undefined)
    return { table: 'refunds', where: where('occurred_at'), key: [refund.id, refund.occurredAtMs] };
  const [payment] = changes.payments.fresh.values();
  if (payment !== undefined)
    return { table: 'payments', where: where('created_at'), key: [payment.id, payment.createdAtMs] };
  const [change] = changes.creditChanges;
  if (change === undefined) return null;
  return {
    table: 'credit_changes',
    where: 'customer_id = $1 and number = $2 and occurred_at = to_timestamp($3::float8 / 1000)',
    key: [change.customerId, change.number, change.occurredAtMs],
  };
}

/** A refused lead may change no more than that a server has named the customer, which is true whichever lead wrote it. */
function witnessOfNaming({ changedCustomers, references, payments }: Changes): Witness | null {
  const [customer] = changedCustomers.values();
  if (customer === undefined || references.length > 0 || !payments.isEmpty()) return null;
  return { table: 'customers', where: `id = $1 and named_by = 'server'`, key: [customer.id] };
}

/** A customer's name among others, for ordering. */
function lockName({ customerKey, click }: Customer): string {
  return customerKey ?? String(click?.number);
}

function inOrder<Row>(rows: readonly Row[], nameOfRow: (row: Row) => string): readonly Row[] {
  if (rows.length < 2) return rows;
  return rows
    .map((row) => ({ row, name: nameOfRow(row) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ row }) => row);
}
