import { DIMENSIONS, type Dimensions, parseDimensions, type TotalsIncrement } from '@svc/core';
import { LRUCache } from 'lru-cache';
import type { Statement } from '../database/statements.js';
import { type ColumnValue, columnOf } from './columns.js';
import { dayOf } from './totals.js';

const DAY_MS = 86_400_000;

/** Under which value everything is counted that comes after the first thousand of a day. */
const OTHER = '(other)';
const MAX_VALUES = 1_000;
const MAX_KEYS = 5_000;
const MAX_VISITORS = 100_000;
/** After each so many clicks of a visitor on a link and day, the database is told that the visitor is busy. */
const BUSY_CLICKS = 10;

interface BreakdownRow {
  readonly programId: number;
  readonly dimension: string;
  readonly day: string;
  readonly value: string;
  readonly partnerId: number;
  readonly currency: string;
  clicks: number;
  leads: number;
  customers: number;
  sales: number;
  revenueCents: bigint;
  commissionCents: bigint;
}

/** A visitor who may not have clicked on this link today, and the rows in which they count then. */
interface Candidate {
  readonly day: string;
  readonly linkId: number;
  readonly visitor: number;
  readonly rows: BreakdownRow[];
}

/** What a process remembers so that most clicks write nothing here. It only saves work; what is true is in the database. */
export interface BreakdownMemory {
  /** Adds increments to the totals by dimension, in this lane's own slot; null: they have none. */
  add(increments: readonly TotalsIncrement[], slot: number): Statement | null;
  /** Once they are committed: these visitors need not be looked for again. */
  remember(increments: readonly TotalsIncrement[]): void;
  /** Tells the database of visitors who clicked often enough to be counted where one becomes a customer; null: there are none. */
  noteBusyVisitors(): Statement | null;
  /** Keeps increments that could not be added, for a job to add once. */
  keepMissed(increments: readonly TotalsIncrement[]): Statement | null;
}

/** A memory of the visitors of the day, and of the values that each dimension has had. */
export function createBreakdownMemory(): BreakdownMemory {
  const visitors = new Map<string, number>();
  const busy: { readonly day: string; readonly linkId: number; readonly visitor: number }[] = [];
  const values = new LRUCache<string, Set<number>>({ max: MAX_KEYS });
  let visitorsDay = '';

  /** At most a thousand different values a day, program and dimension are written by a process; the rest is `(other)`. */
  function boundedValue(programId: number, dimension: string, day: string, value: string): string {
    const key = `${programId} ${dimension} ${day}`;
    let known = values.get(key);
    if (known === undefined) {
      known = new Set();
      values.set(key, known);
    }
    const hash = hashOf(value);
    if (known.has(hash)) return value;
    if (known.size >= MAX_VALUES) return OTHER;
    known.add(hash);
    return value;
  }

  const isKnown = (name: string) => visitors.has(name);
  return {
    add(increments, slot) {
      const { rows, candidates } = sumUp(increments, boundedValue, isKnown);
      if (rows.length === 0) return null;
      const values = [...valuesOf(rows, candidates), String(slot)];
      return { name: 'add-breakdown', text: ADD_BREAKDOWN, values };
    },
    remember(increments) {
      for (const { visitor, linkId, atMs } of increments) {
        if (visitor === null || visitor === undefined) continue;
        const day = dayAt(atMs);
        if (day !== visitorsDay || visitors.size >= MAX_VISITORS) {
          visitors.clear();
          visitorsDay = day;
        }
        const name = `${day} ${linkId} ${visitor}`;
        const clicks = (visitors.get(name) ?? 0) + 1;
        visitors.set(name, clicks);
        if (clicks % BUSY_CLICKS === 0) busy.push({ day, linkId, visitor });
      }
    },
    noteBusyVisitors() {
      if (busy.length === 0) return null;
      // Those of a transaction that fails are told of again after their next clicks.
      const found = busy.splice(0).sort(byVisitor);
      const values = [
        columnOf(found, ({ day }) => day),
        columnOf(found, ({ linkId }) => linkId),
        columnOf(found, ({ visitor }) => visitor),
      ];
      return { name: 'note-busy-visitors', text: NOTE_BUSY_VISITORS, values };
    },
    keepMissed(increments) {
      const { rows, candidates } = sumUp(increments, boundedValue, isKnown);
      if (rows.length === 0) return null;
      return {
        name: 'keep-missed-breakdown',
        text: KEEP_MISSED_BREAKDOWN,
        values: valuesOf(rows, candidates),
      };
    },
  };
}

let lastDay = { number: -1, text: '' };

/** As `dayOf`: nearly always the same as before. */
function dayAt(atMs: number): string {
  const number = Math.floor(atMs / DAY_MS);
  if (number !== lastDay.number) lastDay = { number, text: dayOf(atMs) };
  return lastDay.text;
}

/** FNV-1a: two values that meet are only counted as one of the thousand. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

type BoundedValue = (programId: number, dimension: string, day: string, value: string) => string;

function sumUp(
  increments: readonly TotalsIncrement[],
  boundedValue: BoundedValue,
  isKnown: (visitor: string) => boolean,
): { readonly rows: BreakdownRow[]; readonly candidates: Candidate[] } {
  const rows = new Map<string, BreakdownRow>();
  const candidates = new Map<string, Candidate>();
  const parsed = new Map<string, Dimensions>();
  for (const one of increments) {
    const { dimensions = null, visitor = null, programId, partnerId, linkId, currency } = one;
    if (dimensions === null && visitor === null) continue;
    const day = dayAt(one.atMs);
    const rowOf = (dimension: string, value: string) => {
      const key = `${programId} ${dimension} ${day} ${partnerId} ${currency} ${value}`;
      let row = rows.get(key);
      if (row === undefined) {
        row = newRow({ programId, dimension, day, value, partnerId, currency });
        rows.set(key, row);
      }
      return row;
    };
    const own = dimensionsIn(dimensions, parsed).map(([dimension, value]) =>
      rowOf(dimension, boundedValue(programId, dimension, day, value)),
    );
    for (const row of own) addTo(row, one);
    if (visitor === null) continue;
    const name = `${day} ${linkId} ${visitor}`;
    if (isKnown(name) || candidates.has(name)) continue;
    candidates.set(name, { day, linkId, visitor, rows: [...own, rowOf('link', String(linkId))] });
  }
  return { rows: [...rows.values()].sort(byKey), candidates: [...candidates.values()].sort(byVisitor) };
}

function dimensionsIn(json: string | null, parsed: Map<string, Dimensions>): [string, string][] {
  if (json === null) return [];
  let found = parsed.get(json);
  if (found === undefined) {
    found = parseDimensions(json);
    parsed.set(json, found);
  }
  const values: [string, string][] = [];
  for (const name of DIMENSIONS) {
    const value = found[name];
    if (value !== undefined) values.push([name, value]);
  }
  return values;
}

function newRow(
  key: Pick<BreakdownRow, 'programId' | 'dimension' | 'day' | 'value' | 'partnerId' | 'currency'>,
): BreakdownRow {
  const { programId, dimension, day, value, partnerId, currency } = key;
  return {
    programId,
    dimension,
    day,
    value,
    partnerId,
    currency,
    clicks: 0,
    leads: 0,
    customers: 0,
    sales: 0,
    revenueCents: 0n,
    commissionCents: 0n,
  };
}

function addTo(row: BreakdownRow, one: TotalsIncrement): void {
  if (one.clicks !== undefined) row.clicks += one.clicks;
  if (one.leads !== undefined) row.leads += one.leads;
  if (one.customers !== undefined) row.customers += one.customers;
  if (one.sales !== undefined) row.sales += one.sales;
  if (one.revenueCents !== undefined) row.revenueCents += BigInt(one.revenueCents);
  if (one.commissionCents !== undefined) row.commissionCents += BigInt(one.commissionCents);
}

/** One order everywhere, so that writers lock rows in that order. */
function byKey(a: BreakdownRow, b: BreakdownRow): number {
  if (a.programId !== b.programId) return a.programId - b.programId;
  for (const name of ['dimension', 'day', 'value', 'currency'] as const)
    if (a[name] !== b[name]) return a[name] < b[name] ? -1 : 1;
  return a.partnerId - b.partnerId;
}

type VisitorKey = Pick<Candidate, 'day' | 'linkId' | 'visitor'>;

function byVisitor(a: VisitorKey, b: VisitorKey): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return a.linkId - b.linkId || a.visitor - b.visitor;
}

const KEY = 'program_id, dimension, day, value, partner_id, currency';
const COUNTS = 'clicks, leads, customers, sales, revenue_cents, commission_cents';

/**
 * Visitors who are new on their link today, and with them the rows in which they count, by their places in `$16` and `$17`. Everything is
 * one statement, so that a batch has one more message at most.
 */
const COUNTED = `
  with added as (
    select * from unnest($1::bigint[], $2::text[], $3::date[], $4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[],
                         $9::bigint[], $10::bigint[], $11::numeric[], $12::numeric[])
      with ordinality as a (${KEY}, ${COUNTS}, place)
  ), candidates as (
    select * from unnest($13::date[], $14::bigint[], $15::bigint[]) with ordinality as c (day, link_id, visitor, place)
  ), fresh as (
    insert into daily_visitors (day, link_id, visitor) select day, link_id, visitor from candidates order by 1, 2, 3
    on conflict do nothing returning day, link_id, visitor
  ), uniques as (
    select counted.row_place, count(*) as unique_clicks
      from unnest($16::bigint[], $17::bigint[]) as counted (candidate_place, row_place)
      join candidates c on c.place = counted.candidate_place
      join fresh using (day, link_id, visitor)
     group by counted.row_place
  ), counted_rows as (
    select ${KEY}, ${COUNTS}, coalesce(u.unique_clicks, 0) as unique_clicks
      from added left join uniques u on u.row_place = added.place
     where (clicks, leads, customers, sales, revenue_cents, commission_cents) <> (0, 0, 0, 0, 0, 0) or u.unique_clicks > 0
  )`;

const ADD_BREAKDOWN = `${COUNTED}
  insert into daily_breakdown as t (${KEY}, ${COUNTS}, unique_clicks, slot)
  select *, $18::smallint from counted_rows order by ${KEY}
  on conflict (${KEY}, slot) do update
     set clicks = t.clicks + excluded.clicks, unique_clicks = t.unique_clicks + excluded.unique_clicks,
         leads = t.leads + excluded.leads, customers = t.customers + excluded.customers, sales = t.sales + excluded.sales,
         revenue_cents = t.revenue_cents + excluded.revenue_cents,
         commission_cents = t.commission_cents + excluded.commission_cents`;

const KEEP_MISSED_BREAKDOWN = `${COUNTED}
  insert into missed_breakdown (${KEY}, ${COUNTS}, unique_clicks) select * from counted_rows`;

const NOTE_BUSY_VISITORS = `
  insert into busy_visitors (day, link_id, visitor)
  select * from unnest($1::date[], $2::bigint[], $3::bigint[]) on conflict do nothing`;

/** What both statements take: rows, then visitors, then who counts where. */
function valuesOf(rows: readonly BreakdownRow[], candidates: readonly Candidate[]): (string | null)[] {
  const column = (pick: (row: BreakdownRow) => ColumnValue) => columnOf(rows, pick);
  const places = new Map(rows.map((row, index) => [row, index + 1]));
  const counted = candidates.flatMap(({ rows: own }, index) =>
    own.map((row) => ({ candidate: index + 1, row: places.get(row) ?? 0 })),
  );
  return [
    column((row) => row.programId),
    column((row) => row.dimension),
    column((row) => row.day),
    column((row) => row.value),
    column((row) => row.partnerId),
    column((row) => row.currency),
    column((row) => row.clicks),
    column((row) => row.leads),
    column((row) => row.customers),
    column((row) => row.sales),
    column((row) => row.revenueCents),
    column((row) => row.commissionCents),
    columnOf(candidates, ({ day }) => day),
    columnOf(candidates, ({ linkId }) => linkId),
    columnOf(candidates, ({ visitor }) => visitor),
    columnOf(counted, ({ candidate }) => candidate),
    columnOf(counted, ({ row }) => row),
  ];
}
