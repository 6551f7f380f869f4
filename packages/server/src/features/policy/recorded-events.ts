import {
  type Caller,
  type ClickKey,
  type CodeResult,
  type CreditChange,
  type Customer,
  type CustomerCredit,
  formatClickId,
  type Lead,
  type LeadCommand,
  type Program,
  type RecordedEvent,
  type RecordedLead,
  type RecordedSale,
  type RefusedLead,
  type Sale,
  type SaleCommand,
  type UncreditedReport,
  type UnusedClick,
} from '@svc/core';
import type { CustomerRows } from './customer-rows.js';

const NOWHERE: readonly (CodeResult | null)[] = ['unknown', 'inactive', 'partner_not_approved'];

/** When an event was decided. */
export function decidedAt(event: RecordedEvent): number {
  return event.kind === 'assigned' ? event.change.occurredAtMs : event.decidedAtMs;
}

/** What was reported of one customer, as it was reported; of what was recorded at one moment, the lead comes first. */
export function eventsOfCustomer(
  customer: Customer,
  rows: CustomerRows,
  program: Program,
  codeNames: ReadonlyMap<number, string>,
): RecordedEvent[] {
  const changes = rows.changes.get(customer.id) ?? [];
  const unused = rows.unused.get(customer.id) ?? [];
  const refusedLeads = rows.refusedLeads.get(customer.id) ?? [];
  const [lead] = rows.leads.get(customer.id) ?? [];
  const sales = rows.sales.get(customer.id) ?? [];
  const first = creditBefore(customer, changes, 0);
  const click = unused.find(({ isOfLead }) => isOfLead);
  const importedAtMs = rows.customersImportedAt.get(customer.id);
  return [
    ...(importedAtMs === undefined ? [] : [importedEvent(customer, first, importedAtMs)]),
    ...(lead === undefined ? [] : [leadEvent(customer, lead, { click, first, program, rows })]),
    ...sales.map((sale) => saleEvent(sale, { customer, changes, unused, rows })),
    ...changes
      .filter((change) => !refusedLeads.some((one) => isMovedBy(change, one)))
      .flatMap((change) => changeEvent(customer, change, program, codeNames) ?? []),
    ...unused
      .filter(({ saleId, isOfLead }) => saleId === null && !isOfLead)
      .map((one) => repeatedLead(customer, one, program)),
    ...refusedLeads.map((one) => refusedLead(customer, one, changes, program)),
    ...eventsOfReports(rows.refused.get(customer.id) ?? [], program, customer.id).filter(
      ({ kind }) => kind === 'sale' || lead === undefined,
    ),
  ];
}

/** Whom the customer was credited to before their change `index`. */
function creditBefore(customer: Customer, changes: readonly CreditChange[], index: number): CustomerCredit {
  return changes[index]?.from ?? customer;
}

function server(program: { readonly id: number; readonly workspaceId: number }): Caller & { mode: 'server' } {
  return { mode: 'server', programId: program.id, workspaceId: program.workspaceId };
}

function idOf(click: ClickKey | null | undefined): string | null {
  return click == null ? null : formatClickId(click);
}

function leadEvent(
  customer: Customer,
  lead: Lead,
  {
    click,
    first,
    program,
    rows,
  }: {
    readonly click: UnusedClick | undefined;
    readonly first: CustomerCredit;
    readonly program: Program;
    readonly rows: CustomerRows;
  },
): RecordedLead {
  const { source, occurredAtMs, code, codeResult, customerKey } = lead;
  const clickId = idOf(click?.click ?? first.click);
  // Leads were once accepted with a code alone.
  const nameInReplay = customerKey ?? (clickId === null ? `lead ${lead.id}` : null);
  const command: LeadCommand = {
    kind: 'lead',
    caller: source === 'server' ? server(program) : { mode: 'browser', origin: null },
    clickId,
    customerKey: nameInReplay,
    code: NOWHERE.includes(codeResult) ? null : code,
    email: null,
    programId: program.id,
    testMode: false,
    additionalData: null,
    occurredAtMs,
    // Nobody is a lead who was a customer before.
    atMs: customer.createdAtMs,
  };
  // What the lead of a customer credited to nobody would have earned is not recorded: the program says.
  const rewardCents = lead.reward?.cents ?? (lead.partnerId === null ? program.leadRewardCents : null);
  return {
    kind: 'lead',
    customerId: customer.id,
    command,
    decidedAtMs: rows.customersImportedAt.get(customer.id) ?? command.atMs,
    isClickLive: click === undefined || !click.isExpired,
    movesCredit: false,
    rewardCents,
    recorded: rows.earnedByLead.get(lead.id) ?? null,
  };
}

/** Whom another system had the customer as. */
function importedEvent(customer: Customer, to: CustomerCredit, occurredAtMs: number): RecordedEvent {
  const { id: customerId, customerKey } = customer;
  return { kind: 'assigned', customerId, customerKey, change: { to, occurredAtMs } };
}

interface SaleContext {
  readonly customer: Customer;
  readonly changes: readonly CreditChange[];
  readonly unused: readonly UnusedClick[];
  readonly rows: CustomerRows;
}

function saleEvent(sale: Sale, { customer, changes, unused, rows }: SaleContext): RecordedSale {
  const { id, recordedAtMs, occurredAtMs, source } = sale;
  const own = changes.find((change) => change.reason === 'server_sale' && change.saleId === id);
  const other = unused.find(({ saleId }) => saleId === id);
  const next = changes.find(({ occurredAtMs: atMs }) => atMs > recordedAtMs);
  const credit = own?.to ?? next?.from ?? customer;
  const isByHand =
    rows.enteredSaleIds.has(id) ||
    source === 'import' ||
    changes.some(
      ({ reason, movesSales, occurredAtMs: atMs }) =>
        reason === 'assigned' && movesSales && atMs >= recordedAtMs,
    );
  const [lead] = rows.leads.get(customer.id) ?? [];
  // A live click beside the code that decided against a page's claim may be of a partner who was suspended then.
  const isByCode = own !== undefined && own.to.codeId !== null && lead?.source === 'browser';
  const unusedClick = isByCode && other?.isExpired === false ? null : other?.click;
  // Whether it named the click that the customer is credited by or their key alone comes to the same, except that such a click confirms a
  // page's claim, which is noted.
  const isOfClaim = lead?.source === 'browser' && own === undefined && sale.customerKey !== null;
  const named = unusedClick ?? (isOfClaim ? null : credit.click);
  const command: SaleCommand = {
    kind: 'sale',
    caller: server({ id: sale.programId, workspaceId: sale.workspaceId }),
    transactionId: sale.transactionId,
    references: [],
    amountCents: sale.amountCents,
    taxCents: sale.taxCents,
    items: sale.items,
    currency: sale.currency,
    customerKey: sale.customerKey,
    clickId: idOf(named),
    code: NOWHERE.includes(sale.codeResult) ? null : sale.code,
    discountIds: [],
    testMode: false,
    source,
    additionalData: null,
    occurredAtMs,
    atMs: recordedAtMs,
  };
  return {
    kind: 'sale',
    customerId: customer.id,
    command,
    decidedAtMs: rows.salesImportedAt.get(id) ?? recordedAtMs,
    isClickLive: other === undefined || !other.isExpired,
    movesCredit: own !== undefined,
    sale,
    rule: sale.ruleId === null ? null : (rows.rules.get(sale.ruleId) ?? null),
    isByHand,
    firstSaleAtMs: sale.firstSaleAtMs ?? customer.firstSaleAtMs,
    recorded: rows.earnedBySale.get(id) ?? null,
  };
}

/** A change of credit that a lead made, or a person; those of sales are the sales'. */
function changeEvent(
  customer: Customer,
  change: CreditChange,
  program: Program,
  codeNames: ReadonlyMap<number, string>,
): RecordedEvent | null {
  const { reason, to, occurredAtMs: atMs } = change;
  const { id: customerId, customerKey } = customer;
  if (reason === 'assigned') return { kind: 'assigned', customerId, change, customerKey };
  if (reason === 'server_sale') return null;
  const code = to.codeId === null ? null : (codeNames.get(to.codeId) ?? null);
  const clickId = to.codeId === null ? idOf(to.click) : null;
  return serverLead(customer, { clickId, code, isClickLive: true, movesCredit: true, atMs }, program);
}

/** Whether credit moved by a lead that was refused, and is noted. */
function isMovedBy({ reason, occurredAtMs }: CreditChange, { source, reportedAtMs }: RefusedLead): boolean {
  return reason === 'server_lead' && source === 'server' && occurredAtMs === reportedAtMs;
}

/** A lead of a customer who was known already. */
function refusedLead(
  customer: Customer,
  refused: RefusedLead,
  changes: readonly CreditChange[],
  program: Program,
): RecordedLead {
  const { source, namesKey, isExpired, code, occurredAtMs, reportedAtMs: atMs } = refused;
  const change = changes.find((one) => isMovedBy(one, refused));
  // A live click beside the code that decided against a page's claim may be of a partner who was suspended then.
  const click = change !== undefined && change.to.codeId !== null && !isExpired ? null : refused.click;
  const named = {
    clickId: idOf(click),
    code,
    isClickLive: !isExpired,
    movesCredit: change !== undefined,
    atMs,
  };
  const lead = serverLead(customer, named, program);
  const caller = source === 'server' ? lead.command.caller : { mode: 'browser' as const, origin: null };
  const customerKey = namesKey ? customer.customerKey : null;
  return { ...lead, command: { ...lead.command, caller, customerKey, occurredAtMs } };
}

/** A click of a refused lead, as it was noted before refused leads were. */
function repeatedLead(customer: Customer, { click, isExpired, occurredAtMs }: UnusedClick, program: Program) {
  const named = {
    clickId: idOf(click),
    code: null,
    isClickLive: !isExpired,
    movesCredit: false,
    atMs: occurredAtMs,
  };
  return serverLead(customer, named, program);
}

/** A lead of a customer who was one already: refused, but believed. */
function serverLead(
  { id: customerId, customerKey }: Customer,
  named: {
    readonly clickId: string | null;
    readonly code: string | null;
    readonly isClickLive: boolean;
    readonly movesCredit: boolean;
    readonly atMs: number;
  },
  program: Program,
): RecordedLead {
  const { clickId, code, isClickLive, movesCredit, atMs } = named;
  const command: LeadCommand = {
    kind: 'lead',
    caller: server(program),
    clickId,
    customerKey,
    code,
    email: null,
    programId: program.id,
    testMode: false,
    additionalData: null,
    occurredAtMs: atMs,
    atMs,
  };
  return {
    kind: 'lead',
    customerId,
    command,
    decidedAtMs: atMs,
    isClickLive,
    movesCredit,
    rewardCents: null,
    recorded: null,
  };
}

/** Leads and sales that were refused because nobody could be credited with them. */
export function eventsOfReports(
  reports: readonly UncreditedReport[],
  program: Program,
  customerId: number | null,
): (RecordedLead | RecordedSale)[] {
  return reports.map((report) => {
    const { kind, clickId, customerKey, code, reason, occurredAtMs, reportedAtMs } = report;
    const atMs = reportedAtMs ?? occurredAtMs;
    const isClickLive = reason !== 'click_expired';
    const usable = reason === 'unknown_code' || reason === 'partner_not_approved' ? null : code;
    const named = { clickId, customerKey, code: usable, testMode: false, additionalData: null } as const;
    if (kind === 'lead') {
      const caller = server(program);
      const times = { occurredAtMs, atMs };
      const command: LeadCommand = { kind, caller, email: null, programId: program.id, ...named, ...times };
      const outcome = { rewardCents: program.leadRewardCents, recorded: null };
      return { kind, customerId, command, decidedAtMs: atMs, isClickLive, movesCredit: false, ...outcome };
    }
    const command: SaleCommand = {
      kind,
      caller: server(program),
      transactionId: report.reference,
      references: [],
      amountCents: report.amountCents ?? 0,
      taxCents: report.taxCents ?? 0,
      items: report.items,
      currency: report.currency,
      discountIds: [],
      source: 'api',
      ...named,
      occurredAtMs: atMs,
      atMs,
    };
    return {
      kind,
      customerId,
      command,
      decidedAtMs: atMs,
      isClickLive,
      movesCredit: false,
      firstSaleAtMs: null,
      sale: null,
      rule: null,
      isByHand: false,
      recorded: null,
    };
  });
}
