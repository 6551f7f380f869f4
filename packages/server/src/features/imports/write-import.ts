import type { ImportKind } from '@svc/contract';
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
import type { IdSource } from '../../ingest/ids.js';
import { loadEnrollments, loadPrograms } from '../../ingest/programs.js';
import type { AuditEntry } from '../../operations/change.js';
import { assignTo } from '../customers/assign-to.js';
import { CORRECTIONS_SLOT } from '../reports/corrections-slot.js';
import type { CheckedFiles } from './check-files.js';
import { CsvError } from './csv-error.js';
import { type FileRow, type ImportFile, readRows } from './file-rows.js';
import {
  type KnownCustomer,
  type KnownPartner,
  loadCommissions,
  loadCustomers,
  loadSales,
} from './known-rows.js';
import { CellError, ImportError } from './problem.js';
import { firstOfEach } from './read-each.js';
import {
  type CommissionRecord,
  type CustomerRecord,
  readCommission,
  readCustomer,
  readSale,
  type SaleRecord,
} from './records.js';

const ROWS_AT_ONCE = 500;
/** A customer and a lead, a sale, and a refund. */
const IDS_PER_ROW = 5;

/** Whose import it is, and what it has got so far. */
export interface Writing {
  readonly client: ClientBase;
  readonly ids: IdSource;
  readonly checked: CheckedFiles;
  readonly importId: number;
  readonly partners: ReadonlyMap<string, KnownPartner>;
  readonly by: string;
  readonly entries: AuditEntry[];
  readonly onRows: (rows: number) => void;
}

/** Writes the customers, sales, refunds and commissions of files that were checked, in the caller's transaction. The partners are there. */
export async function writeRows(writing: Writing): Promise<void> {
  const { files, reading } = writing.checked;
  const filesOf = (wanted: ImportKind) => files.filter(({ kind }) => kind === wanted);
  for (const file of filesOf('customers'))
    await inBatches(writing, file, (row) => readCustomer(row, reading), writeCustomers);
  await writeSalesInOrder(writing, filesOf('sales'), (row) => readSale(row, reading));
  // Where there is a file of sales, sales that commissions name are those.
  if (filesOf('sales').length === 0)
    await writeSalesInOrder(
      writing,
      filesOf('commissions'),
      (row) => readCommission(row, reading)?.sale ?? null,
    );
  for (const file of filesOf('commissions'))
    await inBatches(writing, file, (row) => readCommission(row, reading), writeCommissions);
}

/**
 * Writes the sales of all these files in the order in which they were made, whatever order the rows have: the partner of the first one
 * brought the customer. Of those made at the same time, the first row comes first.
 */
async function writeSalesInOrder(
  writing: Writing,
  files: readonly ImportFile[],
  read: (row: FileRow) => SaleRecord | null,
): Promise<void> {
  const found: { readonly record: SaleRecord }[] = [];
  for (const file of files)
    await inBatches({ ...writing, onRows: () => undefined }, file, read, async (_, records) => {
      for (const record of records) found.push({ record });
    });
  const sales = firstOfEach(found)
    .map(({ record }) => record)
    .sort((one, other) => one.occurredAtMs - other.occurredAtMs);
  for (let at = 0; at < sales.length; at += ROWS_AT_ONCE) {
    const batch = sales.slice(at, at + ROWS_AT_ONCE);
    await writeSales(writing, batch);
    writing.onRows(batch.length);
  }
}

/** Reads a file and hands its records over, some hundreds at a time. */
async function inBatches<Record>(
  writing: Writing,
  file: ImportFile,
  read: (row: FileRow) => Record | null,
  write: (writing: Writing, records: readonly Record[]) => Promise<void>,
): Promise<void> {
  let batch: Record[] = [];
  const flush = async () => {
    await write(writing, batch);
    writing.onRows(batch.length);
    batch = [];
  };
  try {
    for await (const row of readRows(file, writing.checked.reading.mapping)) {
      const record = read(row);
      if (record !== null) batch.push(record);
      if (batch.length >= ROWS_AT_ONCE) await flush();
    }
    await flush();
  } catch (error) {
    // It could be read a moment ago.
    if (!(error instanceof CellError || error instanceof CsvError)) throw error;
    throw new ImportError([`${file.name} changed while it was imported: ${error.message}`]);
  }
}

function partnerOf(
  { partners, checked }: Writing,
  record: Pick<CustomerRecord, 'partner' | 'line'>,
): KnownPartner {
  const partner = partners.get(checked.emailOf(record.partner) ?? '');
  if (partner === undefined) throw new Error(`the partner of line ${record.line} is gone`);
  return partner;
}

/** Who of these is not here yet, after those who are credited to nobody have been assigned. */
async function newOnes<Record extends Pick<CustomerRecord, 'customerKey' | 'partner' | 'line'>>(
  writing: Writing,
  records: readonly Record[],
): Promise<Record[]> {
  const { client, checked } = writing;
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
    await assign(writing, here, partnerOf(writing, record));
    known.set(customerKey, { ...here, partnerEmail: 'assigned' });
  }
  return [...fresh.values()];
}

async function assign(writing: Writing, customer: KnownCustomer, { partnerId }: KnownPartner): Promise<void> {
  const { client, ids, checked, by, entries } = writing;
  const { entries: made } = await assignTo(client, ids, {
    programId: checked.program.programId,
    customerId: customer.id,
    partnerId,
    from: 'now',
    reason: reasonOf(writing),
    by,
    nowMs: checked.reading.nowMs,
    isPreview: false,
    isApprovalNeeded: false,
  });
  entries.push(...made.map((entry) => ({ ...entry, action: 'customer.assign' })));
}

function reasonOf({ checked }: Writing): string {
  return `Imported from ${checked.reading.mapping.system}`;
}

async function writeCustomers(writing: Writing, records: readonly CustomerRecord[]): Promise<void> {
  const fresh = await newOnes(writing, records);
  if (fresh.length === 0) return;
  const { client, ids, checked } = writing;
  const program = await loadProgram(client, checked.program.programId);
  const newId = await ids.take(client, fresh.length * IDS_PER_ROW);
  const decided = fresh.map((record) =>
    decideImportedCustomer(
      {
        program,
        enrollment: enrollmentOf(partnerOf(writing, record)),
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
  await mark(
    writing,
    'imported_customers',
    'customer_id',
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

/** Marks rows as those of the import. */
async function mark(
  { client, checked, importId }: Writing,
  table: 'imported_customers' | 'imported_sales',
  column: 'customer_id' | 'sale_id',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `insert into ${table} (${column}, program_id, import_id) select id, $2, $3 from unnest($1::bigint[]) as rows (id)`,
    [ids, checked.program.programId, importId],
  );
}

async function writeSales(writing: Writing, given: readonly SaleRecord[]): Promise<void> {
  const { client, ids, checked } = writing;
  const known = await loadSales(
    client,
    checked.program,
    given.map(({ transactionId }) => transactionId),
  );
  const records = given.filter(({ transactionId }) => !known.has(transactionId));
  if (records.length === 0) return;
  const strangers = new Set((await newOnes(writing, records)).map(({ customerKey }) => customerKey));
  const commands = records.map((record) => saleCommand(checked, record));
  const facts = await loadFactsWithin(client, ...commands);
  const enrollmentIds = records.map((record) => partnerOf(writing, record).enrollmentId);
  await send(client, [loadEnrollments(facts, new Set(enrollmentIds))]);
  const newId = await ids.take(client, records.length * IDS_PER_ROW);
  const deciding: Deciding = { writing, facts, newId, effects: [], customers: [], sales: [] };
  for (const [index, record] of records.entries()) {
    const command = commands[index];
    if (command === undefined) continue;
    if (strangers.has(record.customerKey)) addCustomer(deciding, record);
    addSale(deciding, record, command);
  }
  await recordHistoryWithin(client, deciding.effects, CORRECTIONS_SLOT);
  await mark(writing, 'imported_customers', 'customer_id', deciding.customers);
  await mark(writing, 'imported_sales', 'sale_id', deciding.sales);
}

/** A batch of sales, one decided after the other. */
interface Deciding {
  readonly writing: Writing;
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
  const { writing, facts, newId } = deciding;
  const { programId, workspaceId } = writing.checked.program;
  const program = facts.programs.get(programId);
  if (program === undefined || customerByKey(facts, workspaceId, record.customerKey, false) !== null) return;
  const { customer, effects } = decideImportedCustomer(
    {
      program,
      enrollment: enrollmentOf(partnerOf(writing, record)),
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
  const { writing, facts, newId } = deciding;
  const { enrollmentId } = partnerOf(writing, record);
  const enrollment = facts.enrollments.get(enrollmentId);
  if (enrollment === undefined) throw new Error(`relationship ${enrollmentId} is gone`);
  const entered = { command, enrollment, note: reasonOf(writing), by: writing.by };
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

async function writeCommissions(writing: Writing, given: readonly CommissionRecord[]): Promise<void> {
  const { client, checked, importId } = writing;
  const { programId } = checked.program;
  const known = await loadCommissions(
    client,
    checked.program,
    given.map(({ externalId }) => externalId),
  );
  const records = given.filter(({ externalId }) => !known.has(externalId));
  const sales = await loadSales(
    client,
    checked.program,
    records.flatMap(({ transactionId }) => transactionId ?? []),
  );
  await client.query(
    `insert into imported_commissions (program_id, external_id, import_id, partner_id, sale_id, amount_cents, currency, status, occurred_at)
     select $1, external_id, $2, partner_id, sale_id, amount_cents, currency, status, to_timestamp(ms::float8 / 1000)
       from unnest($3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[])
         as rows (external_id, partner_id, sale_id, amount_cents, currency, status, ms)`,
    [
      programId,
      importId,
      records.map(({ externalId }) => externalId),
      records.map((record) => partnerOf(writing, record).partnerId),
      records.map(({ transactionId }) => sales.get(transactionId ?? '')?.id ?? null),
      records.map(({ amountCents }) => amountCents),
      records.map(({ currency }) => currency),
      records.map(({ status }) => status),
      records.map(({ occurredAtMs }) => occurredAtMs),
    ],
  );
}
