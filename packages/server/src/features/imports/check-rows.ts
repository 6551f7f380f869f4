import { decimalOf, type ImportCounts, type ImportKind, type ImportProblem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { shortLinkKeyOf } from '../links/short-link-key.js';
import type { FileRow } from './file-rows.js';
import {
  type ImportProgram,
  type KnownPartner,
  loadCommissions,
  loadCustomers,
  loadLinks,
  loadSales,
} from './known-rows.js';
import { CellError } from './problem.js';
import { firstOfEach, type Read, type Report, readEach } from './read-each.js';
import {
  type CommissionRecord,
  type CustomerRecord,
  type PartnerName,
  type PartnerRecord,
  type Reading,
  readCommission,
  readCustomer,
  readPartner,
  readSale,
  type SaleRecord,
} from './records.js';
import { addCommission, addSale, noSums, type PartnerSums } from './sums.js';

const MOST_NOTES = 20;

type Counts = { -readonly [Field in keyof ImportCounts]: ImportCounts[Field] };

/** What checking the rows of files has come to. */
export interface Checking {
  readonly db: Pool | ClientBase;
  readonly program: ImportProgram;
  readonly reading: Reading;
  readonly partners: ReadonlyMap<string, KnownPartner>;
  readonly byEmail: Map<string, PartnerRecord>;
  readonly byExternalId: Map<string, string>;
  readonly sums: Map<string, PartnerSums>;
  /** By key: the line that first names it. */
  readonly seen: Record<ImportKind | 'links', Map<string, number>>;
  /** Customers that customers or sales of the files name. */
  readonly customers: Set<string>;
  readonly fresh: Counts;
  readonly known: Counts;
  readonly notes: string[];
  noteCount: number;
  readonly problems: ImportProblem[];
  problemCount: number;
  /** Rows of all files so far. */
  rowCount: number;
}

/** Checks rows of a kind. */
export type Checker = (checking: Checking, rows: readonly FileRow[], report: Report) => Promise<void>;

/** Returns what checks the rows of a kind. `salesOf`: the kind of file whose rows make sales. */
export function checkerOf(kind: ImportKind, salesOf: ImportKind): Checker {
  switch (kind) {
    case 'partners':
      return checkPartners;
    case 'customers':
      return checkCustomers;
    case 'sales':
      return async (checking, rows, report) => {
        const { reading } = checking;
        await checkSales(
          checking,
          readEach(rows, (row) => readSale(row, reading), report),
          report,
        );
      };
    case 'commissions':
      return (checking, rows, report) => checkCommissions(checking, rows, report, salesOf === 'commissions');
  }
}

/** Whether a row names what an earlier row of the same kind named. */
function isRepeated(
  seen: Map<string, number>,
  key: string,
  { row, column }: { readonly row: FileRow; readonly column: string },
  report: Report,
): boolean {
  const first = seen.get(key);
  if (first === undefined) {
    seen.set(key, row.line);
    return false;
  }
  report(
    row.line,
    new CellError(row.columnOf(column), `${JSON.stringify(key)} stands in line ${first} already`),
  );
  return true;
}

async function checkPartners(checking: Checking, rows: readonly FileRow[], report: Report): Promise<void> {
  const { db, program, partners, seen, byEmail, byExternalId, reading } = checking;
  const records = readEach(rows, (row) => readPartner(row, reading), report);
  const links = await loadLinks(
    db,
    records.flatMap(({ record }) => (record.link === null ? [] : shortLinkKeyOf(record.link))),
  );
  for (const { row, record } of records) {
    const { email, name, externalId, link } = record;
    if (isRepeated(seen.partners, email, { row, column: 'email' }, report)) continue;
    byEmail.set(email, record);
    if (externalId !== null) byExternalId.set(externalId, email);
    const isNew = !partners.has(email);
    checking[isNew ? 'fresh' : 'known'].partners += 1;
    const sums = sumsOf(checking, email, name);
    if (record.reported.salesCents !== null || record.reported.commissionCents !== null)
      sums.reported = record.reported;
    if (link === null) continue;
    const key = shortLinkKeyOf(link);
    if (isRepeated(seen.links, key, { row, column: 'link' }, report)) continue;
    const taken = links.get(key);
    if (taken !== undefined && (taken.programId !== program.programId || taken.email !== email))
      note(checking, `The link ${JSON.stringify(link)} is taken, so ${email} does not get it`);
  }
}

/** The email address of the partner that a row names; null where no file knows it. */
export function emailOf(
  { byExternalId }: Pick<Checking, 'byExternalId'>,
  { email, externalId }: PartnerName,
) {
  return email ?? (externalId === null ? null : (byExternalId.get(externalId) ?? null));
}

/** Returns the sums of the partner named by a row; null, with a problem noted, for an unknown partner. */
function partnerOf(
  checking: Checking,
  row: FileRow,
  partner: PartnerName,
  report: Report,
): PartnerSums | null {
  const { byEmail, partners } = checking;
  const email = emailOf(checking, partner);
  const known = email === null ? undefined : (byEmail.get(email) ?? partners.get(email));
  if (email !== null && known !== undefined) return sumsOf(checking, email, known.name);
  const said = JSON.stringify(email ?? partner.externalId);
  report(
    row.line,
    new CellError(
      row.columnOf('partner_email', 'partner_id'),
      `${said} is no partner of the file of partners, nor of the program`,
    ),
  );
  return null;
}

function sumsOf({ sums, partners }: Checking, email: string, name: string): PartnerSums {
  const known = sums.get(email) ?? noSums({ email, name, isNew: !partners.has(email) });
  sums.set(email, known);
  return known;
}

async function checkCustomers(checking: Checking, rows: readonly FileRow[], report: Report): Promise<void> {
  const { reading, seen, program, db } = checking;
  const records = readEach(rows, (row) => readCustomer(row, reading), report).filter(
    ({ row, record }) =>
      !isRepeated(seen.customers, record.customerKey, { row, column: 'customer_key' }, report),
  );
  countCustomers(checking, records, report, await loadCustomers(db, program, keysOf(records)));
}

function keysOf(records: readonly Read<Pick<CustomerRecord, 'customerKey'>>[]): string[] {
  return [...new Set(records.map(({ record }) => record.customerKey))];
}

type Named = Pick<CustomerRecord, 'customerKey' | 'partner'>;

/** Counts customers who were not named before, those of sales too. */
function countCustomers(
  checking: Checking,
  records: readonly Read<Named>[],
  report: Report,
  known: Awaited<ReturnType<typeof loadCustomers>>,
): void {
  const { customers, program } = checking;
  for (const { row, record } of records) {
    const { customerKey, partner } = record;
    if (customers.has(customerKey)) continue;
    const sums = partnerOf(checking, row, partner, report);
    if (sums === null) continue;
    customers.add(customerKey);
    sums.customers += 1;
    const here = known.get(customerKey);
    if (here === undefined) {
      checking.fresh.customers += 1;
      continue;
    }
    if (here.programId !== program.programId) {
      const problem = `the customer ${JSON.stringify(customerKey)} belongs to another program of the workspace`;
      report(row.line, new CellError(row.columnOf('customer_key'), problem));
      continue;
    }
    checking.known.customers += 1;
    if (here.partnerEmail !== null && here.partnerEmail !== sums.email)
      note(
        checking,
        `${customerKey} stays with ${here.partnerEmail}, whom the customer is credited to here; the files say ${sums.email}`,
      );
    if (here.partnerEmail === null)
      note(checking, `${customerKey} is here, credited to nobody, and is assigned to ${sums.email}`);
  }
}

/** Adds a line for people to what the files come to. */
export function note(checking: Checking, text: string): void {
  checking.noteCount += 1;
  if (checking.notes.length < MOST_NOTES) checking.notes.push(text);
}

async function checkSales(
  checking: Checking,
  records: readonly Read<SaleRecord>[],
  report: Report,
): Promise<void> {
  const { db, program, seen } = checking;
  const known = await loadSales(
    db,
    program,
    records.map(({ record }) => record.transactionId),
  );
  const customers = await loadCustomers(db, program, keysOf(records));
  for (const { row, record } of records) {
    const { transactionId, amountCents, currency } = record;
    if (isRepeated(seen.sales, transactionId, { row, column: 'transaction_id' }, report)) continue;
    const sums = partnerOf(checking, row, record.partner, report);
    if (sums === null) continue;
    countCustomers(checking, [{ row, record }], report, customers);
    addSale(sums, record);
    const here = known.get(transactionId);
    if (here === undefined) {
      checking.fresh.sales += 1;
      if (record.refundedCents > 0) checking.fresh.refunds += 1;
    } else if (here.programId !== program.programId) {
      const problem = `the sale ${JSON.stringify(transactionId)} is recorded in another program of the workspace`;
      report(row.line, new CellError(row.columnOf('transaction_id'), problem));
    } else if (here.amountCents !== amountCents || here.currency !== currency) {
      const said = `${decimalOf(here.amountCents, here.currency)} ${here.currency}`;
      const problem = `the sale ${JSON.stringify(transactionId)} is recorded already, over ${said}`;
      report(
        row.line,
        new CellError(row.columnOf('amount', 'amount_cents', 'sale_amount', 'sale_amount_cents'), problem),
      );
    } else {
      checking.known.sales += 1;
      if (record.refundedCents > 0) checking.known.refunds += 1;
    }
  }
}

async function checkCommissions(
  checking: Checking,
  rows: readonly FileRow[],
  report: Report,
  makesSales: boolean,
): Promise<void> {
  const { db, program, reading, seen } = checking;
  const records = readEach(rows, (row) => readCommission(row, reading), report).filter(
    ({ row, record }) =>
      !isRepeated(seen.commissions, record.externalId, { row, column: 'commission_id' }, report),
  );
  const known = await loadCommissions(
    db,
    program,
    records.map(({ record }) => record.externalId),
  );
  for (const { row, record } of records) {
    const sums = partnerOf(checking, row, record.partner, report);
    if (sums === null) continue;
    addCommission(sums, record);
    checking[known.has(record.externalId) ? 'known' : 'fresh'].commissions += 1;
  }
  if (!makesSales) return;
  // Several commissions can be of one sale, which counts once.
  const sales = records.flatMap(({ row, record: { sale } }: Read<CommissionRecord>) =>
    sale === null || seen.sales.has(sale.transactionId) ? [] : { row, record: sale },
  );
  await checkSales(checking, firstOfEach(sales), report);
}
