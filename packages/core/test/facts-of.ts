import { expect } from 'vitest';
import {
  type Click,
  type ClickCommand,
  type Code,
  type Commission,
  type CommissionRule,
  type Customer,
  codeIndex,
  type Decision,
  type Enrollment,
  emptyFacts,
  type Facts,
  fold,
  formatClickId,
  type LeadCommand,
  type Link,
  NO_FRAUD_CHECKS,
  type Program,
  type RefundCommand,
  type Sale,
  type SaleCommand,
  type UncreditedReason,
} from '../src/index.js';

export const DAY_MS = 86_400_000;
/** When everything happens unless said otherwise. */
export const NOW_MS = Date.UTC(2026, 5, 15, 12);
export const ORIGIN = 'https://shop.test';
/** The key of the only program there is unless said otherwise. */
export const SERVER = { mode: 'server', programId: 1, workspaceId: 1 } as const;
export const BROWSER = { mode: 'browser', origin: ORIGIN } as const;

export const TWENTY_PERCENT: CommissionRule = {
  id: 1,
  version: 1,
  scope: 'program',
  type: 'percent',
  basisPoints: 2000,
  amountCents: null,
  clauses: null,
  durationMonths: null,
  maxTotalCents: null,
};

export function programOf(changes: Partial<Program> = {}): Program {
  return {
    fraud: NO_FRAUD_CHECKS,
    id: 1,
    workspaceId: 1,
    currency: 'USD',
    cookieWindowDays: 60,
    holdDays: 30,
    leadSource: 'any',
    matchesEmail: false,
    attributionPrecedence: 'link',
    leadRewardCents: null,
    isArchived: false,
    rule: TWENTY_PERCENT,
    ...changes,
  };
}

export function enrollmentOf(changes: Partial<Enrollment> = {}): Enrollment {
  return {
    partner: { email: 'jane@partner.test', ownDomain: 'partner.test' },
    id: 5,
    programId: 1,
    partnerId: 3,
    status: 'approved',
    rule: null,
    ...changes,
  };
}

export function linkOf(changes: Partial<Link> = {}): Link {
  return {
    id: 4,
    shortLink: 'Jane',
    programId: 1,
    partnerId: 3,
    enrollmentId: 5,
    enrollmentStatus: 'approved',
    cookieWindowDays: 60,
    currency: 'USD',
    allowedOrigins: new Set([ORIGIN]),
    ...changes,
  };
}

export function codeOf(changes: Partial<Code> = {}): Code {
  return {
    id: 50,
    programId: 1,
    code: 'POD-20',
    enrollmentId: 6,
    partnerId: 8,
    enrollmentStatus: 'approved',
    linkId: null,
    isActive: true,
    ...changes,
  };
}

export function clickOf(changes: Partial<Click> = {}): Click {
  return {
    evidence: null,
    number: 77,
    clickedMs: NOW_MS - DAY_MS,
    workspaceId: 1,
    programId: 1,
    cookieWindowDays: 60,
    enrollmentId: 5,
    partnerId: 3,
    linkId: 4,
    dimensions: null,
    ...changes,
  };
}

export function customerOf(changes: Partial<Customer> = {}): Customer {
  return {
    clickEvidence: null,
    id: 10,
    workspaceId: 1,
    programId: 1,
    customerKey: 'ann',
    email: null,
    status: 'lead',
    enrollmentId: 5,
    partnerId: 3,
    linkId: 4,
    click: null,
    codeId: null,
    formerClick: null,
    creditChanges: 0,
    testMode: false,
    namedBy: 'server',
    createdAtMs: NOW_MS - DAY_MS,
    leadAtMs: NOW_MS - DAY_MS,
    firstSaleId: null,
    firstSaleAtMs: null,
    dimensions: null,
    ...changes,
  };
}

export function saleOf(changes: Partial<Sale> = {}): Sale {
  return {
    id: 20,
    workspaceId: 1,
    programId: 1,
    customerId: 10,
    enrollmentId: 5,
    partnerId: 3,
    linkId: 4,
    transactionId: 'order-1',
    amountCents: 10_000,
    taxCents: 0,
    refundedCents: 0,
    apiRefundedCents: 0,
    apiBaseCents: 0,
    currency: 'USD',
    testMode: false,
    source: 'api',
    items: null,
    ruleId: 1,
    holdDays: 30,
    programCurrency: 'USD',
    partnerStatus: 'approved',
    partnerCustomers: null,
    customerLeftCents: null,
    customerKey: null,
    creditedBy: null,
    creditCodeId: null,
    code: null,
    codeResult: null,
    commissionState: 'earned',
    noCommissionCode: null,
    additionalData: null,
    occurredAtMs: NOW_MS - DAY_MS,
    firstSaleAtMs: null,
    recordedAtMs: NOW_MS - DAY_MS,
    dimensions: null,
    ...changes,
  };
}

export function commissionOf(changes: Partial<Commission> = {}): Commission {
  return {
    flags: null,
    id: 30,
    programId: 1,
    saleId: 20,
    leadId: null,
    enrollmentId: 5,
    partnerId: 3,
    ruleId: 1,
    originalCents: 2000,
    amountCents: 2000,
    currency: 'USD',
    status: 'pending',
    holdKind: null,
    holdNote: null,
    payableAtMs: NOW_MS + 29 * DAY_MS,
    payoutId: null,
    cappedCents: null,
    releasedAtMs: null,
    reassignedAtMs: null,
    rejectedAtMs: null,
    rejectionReason: null,
    reason: {
      ruleId: 1,
      ruleVersion: 1,
      ruleScope: 'program',
      type: 'percent',
      basisPoints: 2000,
      flatCents: null,
      durationMonths: null,
      saleCents: 10_000,
      taxCents: 0,
      baseCents: 10_000,
      firstSaleId: 20,
      firstSaleAtMs: NOW_MS - DAY_MS,
      holdDays: 30,
      customerId: 10,
      clickId: null,
      linkId: 4,
      partnerId: 3,
    },
    createdAtMs: NOW_MS - DAY_MS,
    ...changes,
  };
}

/** Facts with these rows; one program, one relationship and one link are always there. */
export function factsOf(rows: {
  readonly links?: readonly Link[];
  readonly programs?: readonly Program[];
  readonly enrollments?: readonly Enrollment[];
  readonly clicks?: readonly Click[];
  readonly codes?: readonly Code[];
  readonly customers?: readonly Customer[];
  readonly sales?: readonly Sale[];
  readonly commissions?: readonly Commission[];
  readonly origins?: Readonly<Record<string, readonly number[]>>;
}): Facts {
  const facts = emptyFacts();
  for (const link of rows.links ?? [linkOf()]) facts.links.set(link.shortLink.toLowerCase(), link);
  for (const program of rows.programs ?? [programOf()]) facts.programs.set(program.id, program);
  for (const enrollment of rows.enrollments ?? [enrollmentOf()])
    facts.enrollments.set(enrollment.id, enrollment);
  for (const code of rows.codes ?? []) facts.codes.set(codeIndex(code.programId, code.code), code);
  for (const click of rows.clicks ?? []) facts.clicks.set(formatClickId(click), click);
  for (const customer of rows.customers ?? []) fold(facts, { kind: 'customer', customer, isNew: true });
  for (const sale of rows.sales ?? []) fold(facts, { kind: 'sale', sale, references: [sale.transactionId] });
  for (const commission of rows.commissions ?? [])
    fold(facts, { kind: 'commission', commission, isNew: true });
  for (const [origin, ids] of Object.entries(rows.origins ?? { [ORIGIN]: [1] }))
    facts.programsByOrigin.set(origin, ids);
  return facts;
}

export function clickCommand(changes: Partial<ClickCommand> = {}): ClickCommand {
  return {
    kind: 'click',
    caller: BROWSER,
    key: { number: 1234, clickedMs: NOW_MS },
    shortLinkKey: 'jane',
    affiliateUrl: 'https://shop.test/?aff=Jane',
    redirectClickId: null,
    visitor: null,
    referrer: null,
    testMode: false,
    bot: false,
    additionalData: null,
    ...changes,
  };
}

export function leadCommand(changes: Partial<LeadCommand> = {}): LeadCommand {
  return {
    kind: 'lead',
    occurredAtMs: null,
    caller: SERVER,
    clickId: null,
    customerKey: null,
    code: null,
    email: null,
    programId: null,
    testMode: false,
    additionalData: null,
    atMs: NOW_MS,
    ...changes,
  };
}

export function saleCommand(changes: Partial<SaleCommand> = {}): SaleCommand {
  return {
    kind: 'sale',
    caller: SERVER,
    transactionId: 'order-2',
    references: [],
    amountCents: 10_000,
    taxCents: 0,
    items: null,
    currency: null,
    customerKey: null,
    clickId: null,
    code: null,
    discountIds: [],
    testMode: false,
    source: 'api',
    additionalData: null,
    occurredAtMs: null,
    atMs: NOW_MS,
    ...changes,
  };
}

export function refundCommand(changes: Partial<RefundCommand> = {}): RefundCommand {
  return {
    kind: 'refund',
    occurredAtMs: null,
    caller: SERVER,
    transactionId: 'order-1',
    amountCents: null,
    refundKey: null,
    source: 'api',
    atMs: NOW_MS,
    ...changes,
  };
}

/** Ids from 1000 on. */
export function newIds(): () => number {
  let next = 1000;
  return () => next++;
}

/** The one effect of a kind, or undefined. */
export function effectOf<Kind extends Decision['effects'][number]['kind']>(decision: Decision, kind: Kind) {
  return effectsOf(decision, kind)[0];
}

/** All effects of a kind. */
export function effectsOf<Kind extends Decision['effects'][number]['kind']>(decision: Decision, kind: Kind) {
  return decision.effects.filter(
    (effect): effect is Extract<Decision['effects'][number], { kind: Kind }> => effect.kind === kind,
  );
}

/** What a refused command gives: the refusal, and with `uncredited` a report of why nobody could be credited; nothing else. */
export function refused(refusal: string, uncredited?: UncreditedReason): Decision {
  const effects = uncredited === undefined ? [] : [{ kind: 'uncredited', report: uncreditedFor(uncredited) }];
  return { outcome: { kind: 'refused', refusal }, effects } as unknown as Decision;
}

function uncreditedFor(reason: UncreditedReason): unknown {
  return expect.objectContaining({ reason });
}
