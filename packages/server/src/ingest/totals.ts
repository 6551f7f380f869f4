import type { TotalsIncrement } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { type Columns, describeTable } from './table.js';

interface TotalsRow {
  readonly programId: number;
  readonly day: string;
  readonly partnerId: number;
  readonly linkId: number;
  readonly currency: string;
  clicks: number;
  leads: number;
  customers: number;
  sales: number;
  revenueCents: bigint;
  refundedCents: bigint;
  commissionCents: bigint;
  reversedCents: bigint;
}

const DAY_MS = 86_400_000;

/** The UTC day of a time, as `YYYY-MM-DD`. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Most increments count one thing: what they do not count costs nothing, above all no BigInt. */
function addTo(row: TotalsRow, one: TotalsIncrement): void {
  if (one.clicks !== undefined) row.clicks += one.clicks;
  if (one.leads !== undefined) row.leads += one.leads;
  if (one.customers !== undefined) row.customers += one.customers;
  if (one.sales !== undefined) row.sales += one.sales;
  if (one.revenueCents !== undefined) row.revenueCents += BigInt(one.revenueCents);
  if (one.refundedCents !== undefined) row.refundedCents += BigInt(one.refundedCents);
  if (one.commissionCents !== undefined) row.commissionCents += BigInt(one.commissionCents);
  if (one.reversedCents !== undefined) row.reversedCents += BigInt(one.reversedCents);
}

/** Rows of one link; nearly always one. */
interface LinkRows {
  readonly dayNumber: number;
  readonly row: TotalsRow;
}

function rowFor(one: TotalsIncrement, rows: LinkRows[]): TotalsRow {
  const { programId, partnerId, linkId, currency } = one;
  const dayNumber = Math.floor(one.atMs / DAY_MS);
  for (const { dayNumber: day, row } of rows) {
    const isOfPartner = row.programId === programId && row.partnerId === partnerId;
    if (day === dayNumber && isOfPartner && row.currency === currency) return row;
  }
  const row = {
    programId,
    day: dayOf(one.atMs),
    partnerId,
    linkId,
    currency,
    clicks: 0,
    leads: 0,
    customers: 0,
    sales: 0,
    revenueCents: 0n,
    refundedCents: 0n,
    commissionCents: 0n,
    reversedCents: 0n,
  };
  rows.push({ dayNumber, row });
  return row;
}

/** Adds increments of the same row together, in one order everywhere so that writers lock rows in that order. */
function sumUp(increments: readonly TotalsIncrement[]): TotalsRow[] {
  // By the link first: comparing rows by a text of all their columns would cost more than adding them up.
  const byLink = new Map<number, LinkRows[]>();
  for (const one of increments) {
    let rows = byLink.get(one.linkId);
    if (rows === undefined) {
      rows = [];
      byLink.set(one.linkId, rows);
    }
    addTo(rowFor(one, rows), one);
  }
  return [...byLink.values()]
    .flat()
    .map(({ row }) => row)
    .sort(byKey);
}

function byKey(a: TotalsRow, b: TotalsRow): number {
  if (a.programId !== b.programId) return a.programId - b.programId;
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  if (a.linkId !== b.linkId) return a.linkId - b.linkId;
  if (a.partnerId !== b.partnerId) return a.partnerId - b.partnerId;
  return a.currency < b.currency ? -1 : 1;
}

const COLUMNS: Columns<TotalsRow> = {
  programId: 'bigint',
  day: 'date',
  partnerId: 'bigint',
  linkId: 'bigint',
  currency: 'text',
  clicks: 'bigint',
  leads: 'bigint',
  customers: 'bigint',
  sales: 'bigint',
  revenueCents: 'numeric',
  refundedCents: 'numeric',
  commissionCents: 'numeric',
  reversedCents: 'numeric',
};

const DAILY_TOTALS = describeTable<TotalsRow, number>('daily_totals', COLUMNS, {
  written: [{ name: 'slot', type: 'smallint', write: (_row, slot) => slot }],
  clause: `on conflict (program_id, day, partner_id, link_id, currency, slot) do update
              set clicks = t.clicks + excluded.clicks, leads = t.leads + excluded.leads,
                  customers = t.customers + excluded.customers, sales = t.sales + excluded.sales,
                  revenue_cents = t.revenue_cents + excluded.revenue_cents,
                  refunded_cents = t.refunded_cents + excluded.refunded_cents,
                  commission_cents = t.commission_cents + excluded.commission_cents,
                  reversed_cents = t.reversed_cents + excluded.reversed_cents`,
});

const MISSED_TOTALS = describeTable<TotalsRow>('missed_totals', COLUMNS);

/** Adds increments to the totals per day, in this process's own slot of each row. */
export function addTotals(increments: readonly TotalsIncrement[], slot: number): Statement | null {
  return DAILY_TOTALS.insert(sumUp(increments), slot);
}

/** Keeps increments that could not be added, for a job to add once. */
export function keepMissedTotals(increments: readonly TotalsIncrement[]): Statement | null {
  return MISSED_TOTALS.insert(sumUp(increments));
}
