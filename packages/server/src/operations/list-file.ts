import type { TObject } from 'typebox';
import { createPacer } from '../pacer.js';
import { BYTE_ORDER_MARK, csvLines, toCsv } from './csv.js';
import { type Table, tableOf } from './list-columns.js';
import { jsonOf, shaped } from './shaped-json.js';
import { WORKBOOK_TYPE, writeWorkbook } from './workbook.js';

/** The formats in which a list can be downloaded, with what HTTP calls them. */
export const LIST_FORMATS = { csv: 'text/csv', ndjson: 'application/x-ndjson', xlsx: WORKBOOK_TYPE } as const;
export type ListFormat = keyof typeof LIST_FORMATS;

/** What a file is written from. */
export interface ListSource {
  /** Rows in order, in parts that follow each other. */
  readonly parts: AsyncIterable<readonly unknown[]>;
  readonly schema: TObject;
  /** What the rows are, in the plural: the name of the sheet. */
  readonly noun: string;
  /** Puts a byte order mark before CSV. */
  readonly hasMark: boolean;
}

/** The content of a file, made while it is read. */
export function fileContent(source: ListSource, format: ListFormat): AsyncIterable<string | Uint8Array> {
  const { parts, schema, noun } = source;
  if (format === 'xlsx') {
    const table = tableOf(schema);
    return writeWorkbook(rowsOf(parts, table), { columns: table.columns, name: noun });
  }
  return format === 'csv' ? csvOf(source) : jsonLinesOf(parts, schema);
}

/** Rows that are all at hand as a CSV file. */
export function csvText(items: readonly unknown[], schema: TObject): string {
  const { columns, linesOf } = tableOf(schema);
  return toCsv(
    columns.map(({ title }) => title),
    items.flatMap(linesOf),
  );
}

async function* csvOf({ parts, schema, hasMark }: ListSource) {
  const { columns, linesOf } = tableOf(schema);
  yield `${hasMark ? BYTE_ORDER_MARK : ''}${csvLines([columns.map(({ title }) => title)])}`;
  for await (const items of parts) yield csvLines(items.flatMap(linesOf));
}

async function* jsonLinesOf(parts: ListSource['parts'], schema: TObject) {
  for await (const items of parts) yield items.map((item) => `${jsonOf(shaped(item, schema))}\n`).join('');
}

async function* rowsOf(parts: ListSource['parts'], { linesOf }: Table) {
  const pacer = createPacer();
  for await (const items of parts) {
    for (const item of items) {
      yield* linesOf(item);
      await pacer.pause();
    }
  }
}
