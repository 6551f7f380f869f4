import type { ImportKind } from '@svc/contract';
import { createPacer } from '../../pacer.js';
import { CsvError } from './csv-error.js';
import { type FileRow, type ImportFile, readRows } from './file-rows.js';
import { type Part, type Writing, writePart } from './import-part.js';
import { loadPartners } from './known-rows.js';
import { CellError, ImportError } from './problem.js';
import { readCommission, readCustomer, readSale, type SaleRecord } from './records.js';
import { writeCommissions, writeCustomers, writeSales } from './write-rows.js';

/** Rows of one transaction: clicks and sales wait for it on the embedded engine. */
const ROWS_AT_ONCE = 50;
const DAY_MS = 86_400_000;

type WritePart = (write: (part: Part) => Promise<void>) => Promise<void>;

/** Writes the customers, sales, refunds and commissions of files that were checked, some rows at a time. The partners are there. */
export async function writeRows(writing: Writing): Promise<void> {
  const { files, reading, program } = writing.checked;
  const partners = await loadPartners(writing.pool, program);
  const inPart: WritePart = (write) => writePart(writing, partners, write);
  const filesOf = (wanted: ImportKind) => files.filter(({ kind }) => kind === wanted);
  for (const file of filesOf('customers'))
    await inBatches(
      writing,
      file,
      (row) => readCustomer(row, reading),
      (records) => inPart((part) => writeCustomers(part, records)),
    );
  await writeSalesInOrder(writing, filesOf('sales'), (row) => readSale(row, reading), inPart);
  // Where there is a file of sales, sales that commissions name are those.
  if (filesOf('sales').length === 0)
    await writeSalesInOrder(
      writing,
      filesOf('commissions'),
      (row) => readCommission(row, reading)?.sale ?? null,
      inPart,
    );
  for (const file of filesOf('commissions'))
    await inBatches(
      writing,
      file,
      (row) => readCommission(row, reading),
      (records) => inPart((part) => writeCommissions(part, records)),
    );
}

/**
 * Writes the sales of all these files in the order in which they were made, whatever order the rows have: the partner of the first one
 * brought the customer. Of those made at the same time, the first row comes first. An import that ends in the middle has written the
 * oldest ones, and the next one of the same files goes on from there.
 */
async function writeSalesInOrder(
  writing: Writing,
  files: readonly ImportFile[],
  read: (row: FileRow) => SaleRecord | null,
  inPart: WritePart,
): Promise<void> {
  let batch: SaleRecord[] = [];
  const flush = async () => {
    const records = batch;
    batch = [];
    await inPart((part) => writeSales(part, records));
    writing.onRows(records.length);
  };
  for (const day of await loadDays(writing, files, read)) {
    for (const record of day) {
      batch.push(record);
      if (batch.length === ROWS_AT_ONCE) await flush();
    }
  }
  if (batch.length > 0) await flush();
}

/** The first sale of each transaction id, by day, in order of time. No sort is of all sales, which would keep the thread busy. */
async function loadDays(
  writing: Writing,
  files: readonly ImportFile[],
  read: (row: FileRow) => SaleRecord | null,
): Promise<SaleRecord[][]> {
  const seen = new Set<string>();
  const days = new Map<number, SaleRecord[]>();
  const add = (record: SaleRecord) => {
    if (seen.has(record.transactionId)) return;
    seen.add(record.transactionId);
    const day = Math.floor(record.occurredAtMs / DAY_MS);
    const sales = days.get(day);
    if (sales === undefined) days.set(day, [record]);
    else sales.push(record);
  };
  for (const file of files)
    await inBatches({ ...writing, onRows: () => undefined }, file, read, async (records) =>
      records.forEach(add),
    );
  const pacer = createPacer(writing.signal);
  const sorted: SaleRecord[][] = [];
  for (const [, sales] of [...days].sort(([one], [other]) => one - other)) {
    sorted.push(sales.sort((one, other) => one.occurredAtMs - other.occurredAtMs));
    await pacer.pause();
  }
  return sorted;
}

/** Reads a file and hands its records over, some at a time. */
async function inBatches<Record>(
  writing: Pick<Writing, 'checked' | 'onRows'>,
  file: ImportFile,
  read: (row: FileRow) => Record | null,
  write: (records: readonly Record[]) => Promise<void>,
): Promise<void> {
  let batch: Record[] = [];
  const flush = async () => {
    const records = batch;
    batch = [];
    if (records.length > 0) await write(records);
    writing.onRows(records.length);
  };
  try {
    for await (const row of readRows(file, writing.checked.reading.mapping)) {
      const record = read(row);
      if (record !== null) batch.push(record);
      if (batch.length === ROWS_AT_ONCE) await flush();
    }
    await flush();
  } catch (error) {
    // It could be read a moment ago.
    if (!(error instanceof CellError || error instanceof CsvError)) throw error;
    throw new ImportError([`${file.name} changed while it was imported: ${error.message}`]);
  }
}
