import { Buffer } from 'node:buffer';
import { MAX_IMPORT_PARTNERS, PARTNER_COLUMNS, type PartnerImportReport } from '@svc/contract';
import { CsvError } from '../../imports/csv-error.js';
import { readCsv } from '../../imports/csv-rows.js';

type Column = (typeof PARTNER_COLUMNS)[number];

/** A row as the file has it: an empty text where it says nothing. */
export interface FileRow extends Readonly<Record<Column, string>> {
  readonly line: number;
}

/** Rows, or why there are none. */
export type ReadFile = readonly FileRow[] | NonNullable<PartnerImportReport['file_problem']>;

/** What people call the columns besides. */
const OTHER_NAMES: Readonly<Record<string, Column>> = {
  emailaddress: 'email',
  mail: 'email',
  fullname: 'name',
  partner: 'name',
  tag: 'tags',
  shortlink: 'link',
};

function columnOf(header: string): Column | null {
  const plain = header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return PARTNER_COLUMNS.find((column) => column === plain) ?? OTHER_NAMES[plain] ?? null;
}

/** The rows of a CSV file of partners. */
export async function readFile(text: string): Promise<ReadFile> {
  const rows: FileRow[] = [];
  let columns: ReadonlyMap<Column, number> | null = null;
  try {
    for await (const { line, cells } of readCsv(() => bytesOf(text))) {
      if (columns === null) {
        columns = placesOf(cells);
        if (!columns.has('email')) return { problem: 'no_email_column', line };
        continue;
      }
      if (rows.length === MAX_IMPORT_PARTNERS) return { problem: 'too_many_rows', line };
      rows.push(rowOf(line, cells, columns));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { problem: 'not_csv', line: error.line };
  }
  return rows.length === 0 ? { problem: 'no_rows', line: null } : rows;
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** The first column of each name. */
function placesOf(headers: readonly string[]): ReadonlyMap<Column, number> {
  const places = new Map<Column, number>();
  for (const [index, header] of headers.entries()) {
    const column = columnOf(header);
    if (column !== null && !places.has(column)) places.set(column, index);
  }
  return places;
}

function rowOf(line: number, cells: readonly string[], columns: ReadonlyMap<Column, number>): FileRow {
  const get = (column: Column) => cells[columns.get(column) ?? -1] ?? '';
  return {
    line,
    email: get('email'),
    name: get('name'),
    group: get('group'),
    tags: get('tags'),
    link: get('link'),
  };
}
