import {
  customerByKey,
  decideEnteredSale,
  decideImportedCustomer,
  decideRefund,
  type Effect,
  type Enrollment,
  emptyFacts,
  type Facts,
  fold,
  type NewId,
  type Program,
  type RefundCommand,
  type SaleCommand,
} from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { loadFactsWithin, recordHistoryWithin } from '../../ingest/decide-within.js';
import { loadEnrollments, loadPrograms } from '../../ingest/programs.js';
import { assignTo } from '../customers/assign-to.js';
import { CORRECTIONS_SLOT } from '../reports/corrections-slot.js';
import type { CheckedFiles } from './check-files.js';
import type { Part, Writing } from './import-part.js';
import {
  type KnownCustomer,
  type KnownPartner,
  loadCommissions,
  loadCustomers,
  loadSales,
} from './known-rows.js';
import { ImportError } from './problem.js';
import type { CommissionRecord, CustomerRecord, SaleRecord } from './records.js';

/** A customer and a lead, a sale, and a refund. */
const IDS_PER_ROW = 5;

function partnerOf(
  { partners, writing: { checked } }: Part,
  record: Pick<CustomerRecord, 'partner' | 'line'>,
): KnownPartner {
  const partner = partners.get(checked.emailOf(record.partner) ?? '');
  if (partner === undefined) throw new Error(`the partner of line ${record.line} is gone`);
  return partner;
}

/** Assigns the known customers without a partner, and returns the customers that do not exist yet. */
async function newOnes<Record extends Pick<CustomerRecord, 'customerKey' | 'partner' | 'line'>>(
  part: Part,
  records: readonly Record[],
): Promise<Record[]> {
  const {
    client,
    writing: { checked },
  } = part;
  const known = await loadCustomers(
    client,
    checked.program,
    records.map(({ customerKey }) => customerKey),
  );
  const fresh = new Map<string, Record>();
  for (const record of records) {
    const { customerKey } = record;
    const here = known.get(customerKey);
    if (here === undefined && !fresh.has(customerKey)) fresh.set(customerKey, record);
    if (here === undefined || here.partnerEmail !== null) continue;
    await assign(part, here, partnerOf(part, record));
    known.set(customerKey, { ...here, partnerEmail: 'assigned' });
  }
  return [...fresh.values()];
}

async function assign(part: Part, customer: KnownCustomer, { partnerId }: KnownPartner): Promise<void> {
  const { client, entries, nowMs, writing } = part;
  const { ids, checked, actor } = writing;
  const { entries: made } = await assignTo(client, ids, {
    programId: checked.program.programId,
    customerId: customer.id,
    partnerId,
    from: 'now',
    reason: reasonOf(writing),
    by: actor.email,
    nowMs,
    isPreview: false,
    isApprovalNeeded: false,
  });
  entries.push(...made.map((entry) => ({ ...entry, action: 'customer.assign' })));
}

function reasonOf({ checked }: Writing): string {
  return `Imported from ${checked.reading.mapping.system}`;
}

/** Writes the customers of a part that are not here yet. */
export async function writeCustomers(part: Part, records: readonly CustomerRecord[]): Promise<void> {
  const fresh = await newOnes(part, records);
  if (fresh.length === 0) return;
  const {
    client,
    writing: { ids, checked },
  } = part;
  const program = await loadProgram(client, checked.program.programId);
  const newId = await ids.take(client, fresh.length * IDS_PER_ROW);
  const decided = fresh.map((record) =>
    decideImportedCustomer(
      {
        program,
        enrollment: enrollmentOf(partnerOf(part, record)),
        customerKey: record.customerKey,
        email: record.email,
        signedUpAtMs: record.signedUpAtMs ?? checked.reading.nowMs,
      },
      newId,
    ),
  );
  await recordHistoryWithin(
    client,
    decided.flatMap(({ effects }) => effects),
    CORRECTIONS_SLOT,
  );
  await markCustomers(
    part,
    decided.map(({ customer }) => customer.id),
  );
}

function enrollmentOf({ enrollmentId: id, partnerId }: KnownPartner): Pick<Enrollment, 'id' | 'partnerId'> {
  return { id, partnerId };
}

async function loadProgram(client: ClientBase, programId: number): Promise<Program> {
  const facts = emptyFacts();
  await send(client, [loadPrograms(facts, new Set([programId]))]);
  const program = facts.programs.get(programId);
  if (program === undefined) throw new ImportError([`There is no program ${programId}`]);
  return program;
}

async function markCustomers(part: Part, ids: readonly number[]): Promise<void> {
  part.counts.customers += ids.length;
  await mark(part, 'imported_customers', 'customer_id', ids);
}

/** Marks rows as those of the import. */
async function mark(
  { client, writing: { checked }, id }: Part,
  table: 'imported_customers' | 'imported_sales',
  column: 'customer_id' | 'sale_id',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `insert into ${table} (${column}, program_id, import_id) select id, $2, $3 from unnest($1::bigint[]) as rows (id)`,
    [ids, checked.program.programId, id],
  );
}

/** Writes the sales of a part that are not here yet, with their customers and refunds. They are in order of their time. */
export async function writeSales(part: Part, given: readonly SaleRecord[]): Promise<void> {
  const {
    client,
    writing: { ids, checked },
  } = part;
  const known = await loadSales(
    client,
    checked.program,
    given.map(({ transactionId }) => transactionId),
  );
  const records = given.filter(({ transactionId }) => !known.has(transactionId));
  if (records.length === 0) return;
  const strangers = new Set((await newOnes(part, records)).map(({ customerKey }) => customerKey));
  const commands = records.map((record) => saleCommand(checked, record));
  const facts = await loadFactsWithin(client, ...commands);
  const enrollmentIds = records.map((record) => partnerOf(part, record).enrollmentId);
  await send(client, [loadEnrollments(facts, new Set(enrollmentIds))]);
  const newId = await ids.take(client, records.length * IDS_PER_ROW);
  const deciding: Deciding = { part, facts, newId, effects: [], customers: [], sales: [] };
  for (const [index, record] of records.entries()) {
    const command = commands[index];
    if (command === undefined) continue;
    if (strangers.has(record.customerKey)) addCustomer(deciding, record);
    addSale(deciding, record, command);
  }
  await recordHistoryWithin(client, deciding.effects, CORRECTIONS_SLOT);
  await markCustomers(part, deciding.customers);
  part.counts.sales += deciding.sales.length;
  await mark(part, 'imported_sales', 'sale_id', deciding.sales);
}

/** A batch of sales, one decided after the other. */
interface Deciding {
  readonly part: Part;
  readonly facts: Facts;
  readonly newId: NewId;
  readonly effects: Effect[];
  readonly customers: number[];
  readonly sales: number[];
}

function take({ facts, effects }: Deciding, decided: readonly Effect[]): void {
  for (const effect of decided) {
    fold(facts, effect);
    effects.push(effect);
  }
}

/** A customer whom no file of customers names signed up with the first sale. */
function addCustomer(deciding: Deciding, record: SaleRecord): void {
  const { part, facts, newId } = deciding;
  const { programId, workspaceId } = part.writing.checked.program;
  const program = facts.programs.get(programId);
  if (program === undefined || customerByKey(facts, workspaceId, record.customerKey, false) !== null) return;
  const { customer, effects } = decideImportedCustomer(
    {
      program,
      enrollment: enrollmentOf(partnerOf(part, record)),
      customerKey: record.customerKey,
      email: record.customerEmail,
      signedUpAtMs: record.occurredAtMs,
    },
    newId,
  );
  take(deciding, effects);
  deciding.customers.push(customer.id);
}

function addSale(deciding: Deciding, record: SaleRecord, command: SaleCommand): void {
  const { part, facts, newId } = deciding;
  const { writing } = part;
  const { enrollmentId } = partnerOf(part, record);
  const enrollment = facts.enrollments.get(enrollmentId);
  if (enrollment === undefined) throw new Error(`relationship ${enrollmentId} is gone`);
  const entered = { command, enrollment, note: reasonOf(writing), by: writing.actor.email };
  const { outcome, effects } = decideEnteredSale(entered, facts, newId);
  if (outcome.kind !== 'sale') {
    const why = outcome.kind === 'refused' ? outcome.refusal : outcome.kind;
    throw new ImportError([
      `the sale ${JSON.stringify(record.transactionId)} in line ${record.line} was refused: ${why}`,
    ]);
  }
  take(deciding, effects);
  deciding.sales.push(outcome.saleId);
  if (record.refundedCents === 0) return;
  const refund: RefundCommand = {
    kind: 'refund',
    caller: command.caller,
    transactionId: record.transactionId,
    amountCents: record.refundedCents,
    refundKey: null,
    source: 'api',
    occurredAtMs: record.occurredAtMs,
    atMs: record.occurredAtMs,
  };
  part.counts.refunds += 1;
  take(deciding, decideRefund(refund, facts, newId).effects);
}

/** As the other system recorded it: then. */
function saleCommand({ program, reading }: CheckedFiles, record: SaleRecord): SaleCommand {
  const { transactionId, amountCents, taxCents, currency, customerKey, occurredAtMs } = record;
  return {
    kind: 'sale',
    caller: { mode: 'server', ...program },
    transactionId,
    references: [],
    amountCents,
    taxCents,
    items: null,
    currency,
    customerKey,
    clickId: null,
    code: null,
    discountIds: [],
    testMode: false,
    source: 'import',
    additionalData: JSON.stringify({ imported_from: reading.mapping.system }),
    occurredAtMs,
    atMs: occurredAtMs,
  };
}

/** Writes the commissions of a part that are not here yet. */
export async function writeCommissions(part: Part, given: readonly CommissionRecord[]): Promise<void> {
  const {
    client,
    id,
    counts,
    writing: { checked },
  } = part;
  const { programId } = checked.program;
  const known = await loadCommissions(
    client,
    checked.program,
    given.map(({ externalId }) => externalId),
  );
  const records = given.filter(({ externalId }) => !known.has(externalId));
  if (records.length === 0) return;
  const sales = await loadSales(
    client,
    checked.program,
    records.flatMap(({ transactionId }) => transactionId ?? []),
  );
  counts.commissions += records.length;
  await client.query(
    `insert into imported_commissions (program_id, external_id, import_id, partner_id, sale_id, amount_cents, currency, status, occurred_at)
     select $1, external_id, $2, partner_id, sale_id, amount_cents, currency, status, to_timestamp(ms::float8 / 1000)
       from unnest($3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[])
         as rows (external_id, partner_id, sale_id, amount_cents, currency, status, ms)`,
    [
      programId,
      id,
      records.map(({ externalId }) => externalId),
      records.map((record) => partnerOf(part, record).partnerId),
      records.map(({ transactionId }) => sales.get(transactionId ?? '')?.id ?? null),
      records.map(({ amountCents }) => amountCents),
      records.map(({ currency }) => currency),
      records.map(({ status }) => status),
      records.map(({ occurredAtMs }) => occurredAtMs),
    ],
  );
}
