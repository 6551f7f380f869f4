import type { FileRow } from './file-rows.js';
import { CellError } from './problem.js';
import type { SaleRecord } from './records.js';

/** Hears what is wrong with a line. */
export type Report = (line: number, problem: CellError) => void;

/** A row that could be read. */
export interface Read<Record> {
  readonly row: FileRow;
  readonly record: Record;
}

/** The rows that can be read; problems of the others are reported. */
export function readEach<Record>(
  rows: readonly FileRow[],
  readOne: (row: FileRow) => Record | null,
  report: Report,
): Read<Record>[] {
  return rows.flatMap((row) => {
    try {
      const record = readOne(row);
      return record === null ? [] : { row, record };
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      report(row.line, error);
      return [];
    }
  });
}

/** The first sale of each transaction id. */
export function firstOfEach<Item extends { readonly record: SaleRecord }>(items: readonly Item[]): Item[] {
  const first = new Map<string, Item>();
  for (const item of items)
    if (!first.has(item.record.transactionId)) first.set(item.record.transactionId, item);
  return [...first.values()];
}
