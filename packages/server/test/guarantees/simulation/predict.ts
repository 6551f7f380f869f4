import type { ClickCommand, Command, LeadCommand, Outcome, RefundCommand, SaleCommand } from '@svc/core';
import {
  type ClickState,
  type CommissionState,
  type CustomerState,
  count,
  type Model,
  type ProgramState,
  type SaleState,
} from './model.js';
import { earnedBy, leftAfter } from './money.js';

const DAY_MS = 24 * 3600 * 1000;

/** The answer a command must get, and what it then changes. `apply` is told what was answered, to learn ids. */
export interface Prediction {
  readonly expected: Readonly<Record<string, unknown>>;
  apply(actual: Outcome): void;
  /** The sales it is about, whose books are then compared. */
  readonly touched: readonly SaleState[];
}

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
      throw new Error('the simulation tells of no payments');
  }
}

function refused(refusal: string, more: Record<string, unknown> = {}): Prediction {
  return { expected: { kind: 'refused', refusal, ...more }, apply: () => {}, touched: [] };
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
    expected: { kind: 'click', clickId: id, cookieWindowDays: program.windowDays },
    touched: [],
    apply() {
      model.clicks.set(id, { id, link, enrollment, atMs });
      if (command.testMode || command.bot) return;
      const of = { programId: program.id, partnerId, linkId: link.id, currency: program.currency, atMs };
      count(model, of, { clicks: 1n });
    },
  };
}

function liveClick(model: Model, id: string | null, atMs: number): ClickState | null {
  const click = id === null ? undefined : model.clicks.get(id);
  if (click === undefined) return null;
  return atMs - click.atMs <= click.enrollment.program.windowDays * DAY_MS ? click : null;
}

function customerWithKey(model: Model, workspaceId: number, key: string | null): CustomerState | undefined {
  if (key === null) return undefined;
  return model.customers.find((one) => one.key === key && one.program.workspaceId === workspaceId);
}

function customerOfClick(model: Model, id: string | null): CustomerState | undefined {
  return id === null ? undefined : model.customers.find((one) => one.click?.id === id);
}

function programOfLead(model: Model, command: LeadCommand, click: ClickState | null): ProgramState | string {
  const { caller } = command;
  if (caller.mode === 'server') {
    const own = model.programs.find(({ id }) => id === caller.programId);
    if (own === undefined) throw new Error('a key of no program');
    return click !== null && click.enrollment.program !== own ? 'customer_other_program' : own;
  }
  if (click === null && command.customerKey === null) return 'lead_customer_not_found';
  const listing = model.programs.filter(({ origins }) => origins.includes(caller.origin ?? ''));
  if (click !== null) {
    return listing.includes(click.enrollment.program) ? click.enrollment.program : 'origin_not_allowed';
  }
  if (command.programId !== null) {
    return listing.find(({ id }) => id === command.programId) ?? 'origin_not_allowed';
  }
  if (listing.length > 1) return 'lead_customer_not_found';
  return listing[0] ?? 'origin_not_allowed';
}

function predictLead(model: Model, command: LeadCommand): Prediction {
  const { customerKey, atMs, testMode } = command;
  const click = liveClick(model, command.clickId, atMs);
  const program = programOfLead(model, command, click);
  if (typeof program === 'string') return refused(program);
  const known = customerWithKey(model, program.workspaceId, customerKey);
  if (known !== undefined && known.program !== program) return refused('customer_other_program');
  if (known === undefined && click === null && customerKey === null) {
    return refused('lead_customer_not_found');
  }
  const stored = known ?? (click === null ? undefined : customerOfClick(model, click.id));
  if (stored !== undefined && stored.status !== 'visitor') {
    return refused('status_not_visitor', { status: stored.status });
  }
  const customer: CustomerState = stored ?? { program, click, key: null, status: 'visitor', firstSale: null };
  const key = known === undefined ? (customerKey ?? customer.key) : known.key;
  const attributed = customer.click !== null;
  return {
    expected: {
      kind: 'lead',
      clickId: customer.click?.id ?? null,
      customerKey: key,
      attributed,
      testMode,
    },
    touched: [],
    apply() {
      if (stored === undefined) model.customers.push(customer);
      customer.key = key;
      customer.status = 'lead';
      if (testMode) return;
      const partnerId = customer.click?.enrollment.partnerId ?? 0;
      const linkId = customer.click?.link.id ?? 0;
      count(
        model,
        { programId: program.id, partnerId, linkId, currency: program.currency, atMs },
        { leads: 1n },
      );
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
 * A sale that is there learns the names it did not have, with those told before. What the processor tells of two is for a
 * person. A caller is told apart whether it is a sale of its own program.
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
  const isOwn = command.source === 'processor' || known.some(({ program }) => program.id === programId);
  return {
    ...refused(isOwn ? 'sale_duplicate' : 'sale_duplicate_elsewhere'),
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

function predictSale(model: Model, command: SaleCommand): Prediction {
  const { workspaceId, programId } = command.caller;
  const told = [command.transactionId, ...command.aliases];
  const before = model.joins.filter(
    (one) => one.workspaceId === workspaceId && told.some((name) => one.names.has(name)),
  );
  const references = [...new Set([...told, ...before.flatMap(({ names }) => [...names])])];
  const known = new Set(
    references.map((name) => saleWith(model, workspaceId, name)).filter((sale) => sale !== undefined),
  );
  if (known.size > 0) return predictDuplicate(model, command, references, [...known]);
  const isApi = command.source === 'api';
  const isTaken = model.sales.some((sale) => sale.isApi && sale.references[0] === command.transactionId);
  if (isApi && isTaken) return refused('sale_duplicate_elsewhere');
  const refuse = (refusal: string): Prediction => ({
    ...refused(refusal),
    apply() {
      if (command.source === 'processor') join(model, workspaceId, references, true);
    },
  });
  const stored =
    customerWithKey(model, workspaceId, command.customerKey) ?? customerOfClick(model, command.clickId);
  const soldAtMs = command.source === 'processor' ? (command.occurredAtMs ?? command.atMs) : command.atMs;
  const click = stored === undefined ? liveClick(model, command.clickId, soldAtMs) : stored.click;
  const program = stored?.program ?? click?.enrollment.program;
  if (program === undefined || program.workspaceId !== workspaceId) return refuse('sale_customer_not_found');
  if (program.id !== programId) return refuse('sale_no_attribution');
  if (click === null) return refuse('sale_no_relationship');
  const customer: CustomerState = stored ?? { program, click, key: null, status: 'visitor', firstSale: null };
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
    atMs: command.occurredAtMs ?? command.atMs,
    recordedMs: command.atMs,
    rule: click.enrollment.rule ?? program.rule,
    refundedCents: 0n,
    refundKeys: new Set(),
    commission: null,
  };
  const firstSale = customer.firstSale ?? (sale.isTest ? null : sale);
  const commission = sale.isTest ? null : commissionOf(sale, firstSale);
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
      if (stored === undefined) model.customers.push(customer);
      sale.id = actual.saleId;
      customer.key ??= command.customerKey;
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
  const of = { ...placeOf(sale), atMs: sale.recordedMs };
  const customers = isFirst ? 1n : 0n;
  count(model, { ...of, currency: sale.currency }, { sales: 1n, customers, revenue_cents: sale.cents });
  if (commission === null) return;
  if (answered === 'failed' || answered === null) {
    sale.commission = 'missing';
    return;
  }
  commission.id = answered.id;
  sale.commission = commission;
  count(model, { ...of, currency: commission.currency }, { commission_cents: commission.originalCents });
}

/** What a sale earns, as it is when nothing was refunded yet; null when nothing is due. */
export function commissionOf(sale: SaleState, firstSale: SaleState | null): CommissionState | null {
  const cents = earnedBy(sale.rule, sale, firstSale);
  if (cents === 0n || sale.rule === null) return null;
  return {
    id: 0,
    sale,
    originalCents: cents,
    leftCents: cents,
    currency: sale.rule.type === 'flat' ? sale.program.currency : sale.currency,
    status: sale.partnerStatus === 'approved' ? 'pending' : 'held',
    payableAtMs: sale.atMs + sale.program.holdDays * DAY_MS,
    paidCents: null,
  };
}

/** Where the totals of a sale are kept. */
export function placeOf({ program, enrollment, linkId }: SaleState): {
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
        const of = { ...placeOf(sale), atMs: command.atMs, currency: sale.currency };
        count(model, of, { refunded_cents: cents });
      }
      if (commission !== null) takeBack(model, commission, after, command.atMs);
    },
  };
}

/** Leaves `leftCents` of a commission. */
export function takeBack(model: Model, commission: CommissionState, leftCents: bigint, atMs: number): void {
  const of = { ...placeOf(commission.sale), atMs, currency: commission.currency };
  if (leftCents !== commission.leftCents) {
    count(model, of, { reversed_cents: commission.leftCents - leftCents });
  }
  commission.leftCents = leftCents;
  if (leftCents === 0n) commission.status = 'reversed';
}
