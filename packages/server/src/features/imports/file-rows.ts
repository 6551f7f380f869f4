import type { ImportKind, ImportMapping, TextEncoding } from '@svc/contract';
import { CsvError } from './csv-error.js';
import { type OpenFile, readCsv } from './csv-rows.js';
import { NEEDED } from './fields.js';
import { CellError } from './problem.js';
import { rewrittenCell } from './rewritten-cells.js';

/** A file to import; it can be read more than once. */
export interface ImportFile {
  readonly kind: ImportKind;
  /** As problems name it. */
  readonly name: string;
  readonly open: OpenFile;
  /** How the bytes were made into text before they came here; null: they were not. */
  readonly encoding?: TextEncoding | null;
}

/** A row, by the fields of its kind. */
export interface FileRow {
  readonly line: number;
  /** Letters were lost when bytes were made into text with the wrong encoding. */
  readonly hasLostLetters: boolean;
  /**
   * What the row says, by the first of the field's columns that is not empty; null: nothing. Throws `CellError` where a spreadsheet has
   * rewritten the cell.
   */
  readonly get: (field: string) => string | null;
  /** The column that this comes from, or would. */
  readonly columnOf: (...fields: string[]) => string | null;
}

/**
 * The rows of a file, as the mapping reads them. Throws `CellError` where the file has not the columns that its kind needs, and
 * `CsvError` where it is no CSV.
 */
export async function* readRows(
  { kind, open }: Pick<ImportFile, 'kind' | 'open'>,
  mapping: ImportMapping,
  onEncoding?: (encoding: TextEncoding) => void,
): AsyncGenerator<FileRow> {
  let columns: Columns | null = null;
  for await (const { line, cells } of readCsv(open, onEncoding)) {
    if (columns === null) {
      columns = findColumns(cells, kind, mapping);
      continue;
    }
    yield rowOf(line, cells, columns);
  }
  if (columns === null) throw new CsvError(1, 'the file is empty');
}

interface Columns {
  readonly names: readonly string[];
  readonly byField: ReadonlyMap<string, readonly number[]>;
  readonly wanted: (field: string) => readonly string[];
}

function findColumns(names: readonly string[], kind: ImportKind, mapping: ImportMapping): Columns {
  const section = mapping[kind];
  if (section === undefined)
    throw new CellError(null, `the mapping for ${mapping.system} says nothing of ${kind}`);
  const wanted = (field: string) => [section.columns[field] ?? []].flat();
  const places = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const plain = plainNameOf(name);
    if (!places.has(plain)) places.set(plain, index);
  }
  const byField = new Map(
    Object.keys(section.columns).map((field) => [
      field,
      wanted(field).flatMap((name) => places.get(plainNameOf(name)) ?? []),
    ]),
  );
  for (const fields of NEEDED[kind]) {
    if (fields.some((field) => (byField.get(field) ?? []).length > 0)) continue;
    const candidates = fields.flatMap(wanted).map((name) => JSON.stringify(name));
    const needed = candidates.length === 0 ? `a column for ${fields.join(' or ')}` : candidates.join(' or ');
    throw new CellError(null, `the file has no column ${needed}, which ${kind} need`);
  }
  return { names, byField, wanted };
}

/** Systems write the same name in several ways: `Sale amount`, `sale_amount`, `saleAmount`. */
function plainNameOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function rowOf(line: number, cells: readonly string[], { names, byField, wanted }: Columns): FileRow {
  const indexOf = (field: string) =>
    (byField.get(field) ?? []).find((index) => (cells[index] ?? '') !== '') ?? null;
  return {
    line,
    hasLostLetters: cells.some((cell) => cell.includes('\uFFFD')),
    get(field) {
      const index = indexOf(field);
      const text = index === null ? null : (cells[index] ?? null);
      const fault = text === null ? null : rewrittenCell(field, text);
      if (fault === null) return text;
      const name = index === null ? null : (names[index] ?? null);
      throw new CellError(name, `${JSON.stringify(text?.slice(0, 80))} ${fault}`);
    },
    columnOf(...fields) {
      const index = fields.map(indexOf).find((found) => found !== null);
      if (index != null) return names[index] ?? null;
      const [present] = fields.flatMap((field) => byField.get(field) ?? []);
      return present === undefined ? (fields.flatMap(wanted)[0] ?? null) : (names[present] ?? null);
    },
  };
}
