import type { ClickCommand, Command, Outcome, RefundCommand, SaleCommand } from '@svc/core';
import {
  type ClaimPrediction,
  creditableClick,
  customerOfClick,
  customerWithKey,
  liveClick,
  moveCredit,
  newCustomer,
  predictClaim,
} from './customers.js';
import {
  addToTotals,
  type ClickState,
  type CommissionState,
  type CustomerState,
  type Model,
  type SaleState,
} from './model.js';
import { earnedBy, leftAfter } from './money.js';
import { predictLead } from './predict-lead.js';
import { type Prediction, refused } from './prediction.js';

const DAY_MS = 24 * 3600 * 1000;

/** Predicts by the specification and the contract, section 2. */
export function predict(model: Model, command: Command): Prediction {
  switch (command.kind) {
    case 'click':
      return predictClick(model, command);
    case 'lead':
      return predictLead(model, command);
    case 'sale':
      return predictSale(model, command);
    case 'refund':
      return predictRefund(model, command);
    case 'payment':
    case 'paid':
      throw new Error('the simulation submits no payments');
  }
}

function predictClick(model: Model, command: ClickCommand): Prediction {
  const link = model.links.find(({ key }) => key === command.shortLinkKey);
  if (link === undefined) return refused('link_not_found');
  const { enrollment } = link;
  if (enrollment === null) return refused('link_invalid');
  if (enrollment.status !== 'approved') return refused('link_not_found');
  const { program, partnerId } = enrollment;
  const { caller } = command;
  if (caller.mode === 'server' && caller.programId !== program.id) return refused('link_other_program');
  if (caller.mode === 'browser' && !program.origins.includes(caller.origin ?? '')) {
    return refused('origin_not_allowed');
  }
  const atMs = command.key.clickedMs;
  const id = `cust_${command.key.number}_${atMs}`;
  return {
    expected: { kind: 'click', clickId: id, cookieWindowDays: program.windowDays, bot: command.bot },
    touched: [],
    apply() {
      model.clicks.set(id, { id, link, enrollment, atMs });
      if (command.testMode || command.bot) return;
      const row = { programId: program.id, partnerId, linkId: link.id, currency: program.currency, atMs };
      addToTotals(model, row, { clicks: 1n });
    },
  };
}

/** References are unique in their workspace. */
function saleWith(model: Model, workspaceId: number, reference: string): SaleState | undefined {
  return model.sales.find(
    ({ program, references }) => program.workspaceId === workspaceId && references.includes(reference),
  );
}

/**
 * An existing sale gains the references it did not have, with those reported before. A report about two sales is left to
 * a person. Callers get different refusals for sales of their own program and of others.
 */
function predictDuplicate(
  model: Model,
  command: SaleCommand,
  references: readonly string[],
  known: readonly SaleState[],
): Prediction {
  const { programId, workspaceId } = command.caller;
  if (command.source === 'processor' && known.length > 1) {
    const nothing = { transactionId: null, currency: null, refundedCents: 0, changedCents: 0 };
    const expected = {
      kind: 'payment',
      result: 'conflict',
      ...nothing,
      commissionStatus: null,
      isForeign: false,
    };
    return { expected, apply: () => {}, touched: known };
  }
  const own = known.filter(({ program }) => program.id === programId);
  const isDifferent = ({ cents, currency }: SaleState) =>
    cents !== BigInt(command.amountCents) || (command.currency !== null && command.currency !== currency);
  const refusalOf = () => {
    if (command.source === 'processor') return 'sale_duplicate';
    if (own.length === 0) return 'sale_duplicate_elsewhere';
    return own.every(isDifferent) ? 'sale_duplicate_different' : 'sale_duplicate';
  };
  return {
    ...refused(refusalOf()),
    touched: known,
    apply() {
      const [sale] = known;
      if (sale === undefined || known.length > 1) return;
      sale.references = [
        ...sale.references,
        ...references.filter((name) => saleWith(model, workspaceId, name) === undefined),
      ];
      join(model, workspaceId, references, false);
    },
  };
}

/** Forgets the joins these names are in, and remembers them as one if they wait for their sale. */
function join(model: Model, workspaceId: number, names: readonly string[], isWaiting: boolean): void {
  const isOther = (one: Model['joins'][number]) =>
    one.workspaceId !== workspaceId || !names.some((name) => one.names.has(name));
  model.joins = model.joins.filter(isOther);
  if (isWaiting && names.length > 1) model.joins.push({ workspaceId, names: new Set(names) });
}

/** The customer of a sale, and the click that credits it. A test sale may be of a real customer, whom it leaves as they are. */
function customerOfSale(
  model: Model,
  command: SaleCommand,
): { customer: CustomerState; isNew: boolean; click: ClickState | null; claim?: ClaimPrediction } | null {
  const { caller, clickId, customerKey, testMode: isTest, atMs } = command;
  const { workspaceId } = caller;
  const soldAtMs = command.source === 'processor' ? (command.occurredAtMs ?? atMs) : atMs;
  const stored =
    (isTest ? customerWithKey(model, workspaceId, customerKey, true) : undefined) ??
    customerWithKey(model, workspaceId, customerKey, false) ??
    (isTest ? customerOfClick(model, clickId, true) : undefined) ??
    customerOfClick(model, clickId, false);
  if (stored !== undefined) {
    if (stored.namedBy === 'browser' && !isTest) {
      const claim = predictClaim(model, stored, clickId, soldAtMs);
      return { customer: stored, isNew: false, click: claim.click ?? stored.click, claim };
    }
    const click = stored.click ?? creditableClick(model, stored, clickId, { atMs: soldAtMs, isTest });
    const isCopied = isTest && !stored.isTest && stored.click === null && click !== null;
    if (!isCopied) return { customer: stored, isNew: false, click };
    return { customer: newCustomer(stored.program, click, command), isNew: true, click };
  }
  const click = liveClick(model, clickId, soldAtMs);
  if (click === null) return null;
  return { customer: newCustomer(click.enrollment.program, click, command), isNew: true, click };
}

function nameCustomer(
  model: Model,
  customer: CustomerState,
  click: ClickState,
  command: SaleCommand,
  claim: ClaimPrediction | undefined,
): void {
  if (claim !== undefined) {
    if (claim.isConfirmed) customer.namedBy = 'server';
    customer.key ??= command.customerKey;
    moveCredit(model, customer, claim.click);
    return;
  }
  const isNamed = customer.key === null && command.customerKey !== null;
  if (isNamed || customer.click === null) customer.namedBy = 'server';
  if (isNamed) customer.key = command.customerKey;
  if (customer.click === null) moveCredit(model, customer, click);
}

function predictSale(model: Model, command: SaleCommand): Prediction {
  const { workspaceId, programId } = command.caller;
  const given = [command.transactionId, ...command.references];
  const before = model.joins.filter(
    (one) => one.workspaceId === workspaceId && given.some((name) => one.names.has(name)),
  );
  const references = [...new Set([...given, ...before.flatMap(({ names }) => [...names])])];
  const known = new Set(
    references.map((name) => saleWith(model, workspaceId, name)).filter((sale) => sale !== undefined),
  );
  if (known.size > 0) return predictDuplicate(model, command, references, [...known]);
  const isApi = command.source === 'api';
  const isTaken = model.sales.some(
    (sale) => sale.isApi && !sale.isTest && sale.references[0] === command.transactionId,
  );
  if (isApi && isTaken) return refused('sale_duplicate_elsewhere');
  const predictRefusal = (refusal: string): Prediction => ({
    ...refused(refusal),
    apply() {
      if (command.source === 'processor') join(model, workspaceId, references, true);
    },
  });
  const found = customerOfSale(model, command);
  if (found?.customer.program.workspaceId !== workspaceId) return predictRefusal('sale_customer_not_found');
  const { customer, isNew, click, claim } = found;
  const { program } = customer;
  const soldAtMs = command.occurredAtMs ?? command.atMs;
  if (program.id !== programId) return predictRefusal('sale_no_attribution');
  if (click === null) return predictRefusal('sale_no_relationship');
  const sale: SaleState = {
    id: 0,
    references,
    program,
    enrollment: click.enrollment,
    partnerStatus: click.enrollment.status,
    isApi,
    linkId: click.link.id,
    customer,
    cents: BigInt(command.amountCents),
    taxCents: BigInt(command.taxCents),
    currency: command.currency ?? program.currency,
    isTest: command.testMode,
    atMs: soldAtMs,
    recordedMs: command.atMs,
    rule: click.enrollment.rule ?? program.rule,
    firstAtMs: Math.min(customer.firstAtMs ?? soldAtMs, soldAtMs),
    refundedCents: 0n,
    refundKeys: new Set(),
    commission: null,
  };
  const commission = sale.isTest ? null : predictCommission(sale, customer.firstSale === null);
  return {
    expected: {
      kind: 'sale',
      transactionId: command.transactionId,
      amountCents: command.amountCents,
      currency: sale.currency,
      testMode: sale.isTest,
      commission: commission && {
        amountCents: Number(commission.originalCents),
        currency: commission.currency,
        status: commission.status,
        payableAtMs: commission.payableAtMs,
      },
    },
    touched: [sale],
    apply(actual) {
      if (actual.kind !== 'sale') throw new Error('not a sale');
      if (isNew) model.customers.push(customer);
      sale.id = actual.saleId;
      if (customer.isTest === sale.isTest) nameCustomer(model, customer, click, command, claim);
      join(model, workspaceId, references, false);
      recordSale(model, sale, commission, actual.commission);
    },
  };
}

function recordSale(
  model: Model,
  sale: SaleState,
  commission: CommissionState | null,
  answered: Extract<Outcome, { kind: 'sale' }>['commission'],
): void {
  const { customer } = sale;
  model.sales.push(sale);
  if (sale.isTest) return;
  const isFirst = customer.firstSale === null;
  if (isFirst) {
    customer.firstSale = sale;
    customer.status = 'customer';
  }
  customer.firstAtMs = sale.firstAtMs;
  const row = { ...totalsKeyOf(sale), atMs: sale.recordedMs };
  const customers = isFirst ? 1n : 0n;
  addToTotals(
    model,
    { ...row, currency: sale.currency },
    { sales: 1n, customers, revenue_cents: sale.cents },
  );
  if (commission === null) return;
  if (answered === 'failed' || answered === null) {
    sale.commission = 'missing';
    return;
  }
  commission.id = answered.id;
  sale.commission = commission;
  addToTotals(
    model,
    { ...row, currency: commission.currency },
    { commission_cents: commission.originalCents },
  );
}

/** What a sale earns, as it is when nothing was refunded yet; null when nothing is due. */
export function predictCommission(sale: SaleState, isFirst: boolean): CommissionState | null {
  const cents = earnedBy(sale.rule, sale, { isThis: isFirst, atMs: sale.firstAtMs });
  if (cents === 0n || sale.rule === null) return null;
  return {
    id: 0,
    sale,
    originalCents: cents,
    leftCents: cents,
    currency: sale.rule.type === 'flat' ? sale.program.currency : sale.currency,
    status: sale.partnerStatus === 'approved' ? 'pending' : 'held',
    isHeldByHand: false,
    payableAtMs: sale.atMs + sale.program.holdDays * DAY_MS,
    paidCents: null,
  };
}

/** Where the totals of a sale are kept. */
export function totalsKeyOf({ program, enrollment, linkId }: SaleState): {
  programId: number;
  partnerId: number;
  linkId: number;
} {
  return { programId: program.id, partnerId: enrollment.partnerId, linkId };
}

function predictRefund(model: Model, command: RefundCommand): Prediction {
  const sale = saleWith(model, command.caller.workspaceId, command.transactionId);
  if (sale === undefined || sale.program.id !== command.caller.programId) {
    return refused('refund_sale_not_found');
  }
  const leftCents = sale.cents - sale.refundedCents;
  const isRepeat = command.refundKey !== null && sale.refundKeys.has(command.refundKey);
  const commission = sale.commission === 'missing' ? null : sale.commission;
  const answer = (refundedCents: bigint, alreadyRefunded: boolean, cents: bigint, status?: string) => ({
    kind: 'refund',
    transactionId: sale.references[0],
    refundedCents: Number(refundedCents),
    alreadyRefunded,
    commission: commission && { id: commission.id, amountCents: Number(cents), status },
  });
  if (leftCents === 0n || isRepeat) {
    return {
      expected: answer(sale.refundedCents, leftCents === 0n, commission?.leftCents ?? 0n, commission?.status),
      touched: [sale],
      apply: () => {},
    };
  }
  const cents = command.amountCents === null ? leftCents : BigInt(command.amountCents);
  if (cents > leftCents) return refused('refund_too_large');
  const refundedCents = sale.refundedCents + cents;
  const after = commission === null ? 0n : leftAfter(commission.originalCents, refundedCents, sale.cents);
  return {
    expected: answer(refundedCents, false, after, after === 0n ? 'reversed' : commission?.status),
    touched: [sale],
    apply() {
      sale.refundedCents = refundedCents;
      if (command.refundKey !== null) sale.refundKeys.add(command.refundKey);
      if (!sale.isTest) {
        const row = { ...totalsKeyOf(sale), atMs: command.atMs, currency: sale.currency };
        addToTotals(model, row, { refunded_cents: cents });
      }
      if (commission !== null) reduceCommission(model, commission, after, command.atMs);
    },
  };
}

/** Leaves `leftCents` of a commission. */
export function reduceCommission(
  model: Model,
  commission: CommissionState,
  leftCents: bigint,
  atMs: number,
): void {
  const row = { ...totalsKeyOf(commission.sale), atMs, currency: commission.currency };
  if (leftCents !== commission.leftCents) {
    addToTotals(model, row, { reversed_cents: commission.leftCents - leftCents });
  }
  commission.leftCents = leftCents;
  if (leftCents === 0n) commission.status = 'reversed';
}
