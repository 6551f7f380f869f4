import type { EnrollmentStatus } from '@svc/core';
import type { Rule } from './money.js';

/** What the service must know at any time, kept in the simplest way: everything in memory, nothing derived is stored. */
export interface Model {
  readonly programs: ProgramState[];
  readonly enrollments: EnrollmentState[];
  readonly links: LinkState[];
  readonly clicks: Map<string, ClickState>;
  readonly customers: CustomerState[];
  readonly sales: SaleState[];
  /** References reported for the same payment, of payments without a sale. */
  joins: { readonly workspaceId: number; readonly names: ReadonlySet<string> }[];
  /** What was carried from payouts to balance what had been reversed, by `accountKey`. */
  readonly carried: Map<string, bigint>;
  /** What was paid out, by `accountKey`. */
  readonly paidOut: Map<string, bigint>;
  readonly totals: Map<string, Totals>;
}

export interface ProgramState {
  readonly id: number;
  readonly workspaceId: number;
  readonly currency: string;
  readonly windowDays: number;
  readonly holdDays: number;
  readonly origins: readonly string[];
  leadSource: 'any' | 'server';
  rule: Rule | null;
}

export interface EnrollmentState {
  readonly id: number;
  readonly program: ProgramState;
  readonly partnerId: number;
  status: EnrollmentStatus;
  rule: Rule | null;
}

export interface LinkState {
  readonly id: number;
  readonly key: string;
  readonly affiliateUrl: string;
  readonly enrollment: EnrollmentState | null;
}

export interface ClickState {
  readonly id: string;
  readonly link: LinkState;
  readonly enrollment: EnrollmentState;
  readonly atMs: number;
}

export interface CustomerState {
  readonly program: ProgramState;
  readonly isTest: boolean;
  namedBy: 'browser' | 'server';
  /** Who is credited: the partner of this click. */
  click: ClickState | null;
  /** Another customer, whom only pages have named, keeps the click. */
  isBorrowed: boolean;
  formerClick: ClickState | null;
  key: string | null;
  status: 'visitor' | 'lead' | 'customer';
  firstSale: SaleState | null;
  /** When the earliest known sale was made. */
  firstAtMs: number | null;
}

export interface SaleState {
  id: number;
  references: readonly string[];
  readonly program: ProgramState;
  readonly enrollment: EnrollmentState;
  /** Of the partner in the program, when the sale was recorded. */
  readonly partnerStatus: EnrollmentStatus;
  /** Its first reference is the transaction id of an API caller. */
  readonly isApi: boolean;
  readonly linkId: number;
  readonly customer: CustomerState;
  readonly cents: bigint;
  readonly taxCents: bigint;
  readonly currency: string;
  readonly isTest: boolean;
  readonly atMs: number;
  readonly recordedMs: number;
  readonly rule: Rule | null;
  /** When its customer's earliest sale was made, as it was known when this one was recorded. */
  readonly firstAtMs: number;
  refundedCents: bigint;
  readonly refundKeys: Set<string>;
  /** null: none is due; `missing`: one is, and it could not be stored yet. */
  commission: CommissionState | 'missing' | null;
}

export interface CommissionState {
  id: number;
  readonly sale: SaleState;
  readonly originalCents: bigint;
  leftCents: bigint;
  readonly currency: string;
  status: 'pending' | 'payable' | 'paid' | 'held' | 'reversed';
  /** A person holds it, whatever else does. */
  isHeldByHand: boolean;
  readonly payableAtMs: number;
  /** What was paid of it, once it was. */
  paidCents: bigint | null;
}

export const COUNTS = [
  'clicks',
  'leads',
  'customers',
  'sales',
  'revenue_cents',
  'refunded_cents',
  'commission_cents',
  'reversed_cents',
] as const;
export type Count = (typeof COUNTS)[number];
export type Totals = Record<Count, bigint>;

/** Nothing has happened yet. */
export function emptyModel(): Model {
  return {
    programs: [],
    enrollments: [],
    links: [],
    clicks: new Map(),
    customers: [],
    sales: [],
    joins: [],
    carried: new Map(),
    paidOut: new Map(),
    totals: new Map(),
  };
}

/** One partner's account in a program and currency. */
export function accountKey(programId: number, partnerId: number, currency: string): string {
  return `${programId} ${partnerId} ${currency}`;
}

/** Adds to the totals of a day. */
export function addToTotals(
  model: Model,
  row: {
    programId: number;
    partnerId: number;
    linkId: number;
    currency: string;
    atMs: number;
  },
  increments: Partial<Record<Count, bigint>>,
): void {
  const day = new Date(row.atMs).toISOString().slice(0, 10);
  const key = [row.programId, day, row.partnerId, row.linkId, row.currency].join(' ');
  let totals = model.totals.get(key);
  if (totals === undefined) {
    totals = Object.fromEntries(COUNTS.map((name) => [name, 0n])) as Totals;
    model.totals.set(key, totals);
  }
  for (const [name, by] of Object.entries(increments)) totals[name as Count] += by;
}

/** Every commission there is. */
export function commissionsOf(model: Model): CommissionState[] {
  return model.sales.flatMap(({ commission }) =>
    commission === null || commission === 'missing' ? [] : [commission],
  );
}

/** What lies in the accounts of a partner, as the ledger must have it. */
export function balancesOf(
  model: Model,
  enrollment: EnrollmentState,
  currency: string,
): Record<'pending' | 'payable' | 'held' | 'paid', bigint> {
  const key = accountKey(enrollment.program.id, enrollment.partnerId, currency);
  const balances = {
    pending: 0n,
    payable: model.carried.get(key) ?? 0n,
    held: 0n,
    paid: model.paidOut.get(key) ?? 0n,
  };
  for (const { commission } of model.sales) {
    if (commission === null || commission === 'missing') continue;
    if (commission.sale.enrollment !== enrollment || commission.currency !== currency) continue;
    const { status, leftCents, paidCents } = commission;
    if (paidCents !== null) balances.payable -= paidCents - leftCents;
    else if (status === 'pending' || status === 'payable' || status === 'held') balances[status] += leftCents;
  }
  return balances;
}
