import { Readable } from 'node:stream';
import type { TextEncoding } from '@svc/contract';
import { createPacer } from '../../pacer.js';
import { CsvError } from './csv-error.js';
import { findDelimiter } from './delimiter.js';
import { decodeFile, detectEncoding } from './file-encoding.js';

/** A row of a file. `line`: where it begins; 1 is the first line of the file. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file, which is read twice: for its encoding, and for its rows. */
export type OpenFile = () => AsyncIterable<Buffer>;

/**
 * The rows of a CSV file, the column names first, without empty lines. `onEncoding` hears the encoding before the first of them. Throws
 * `CsvError`.
 */
export async function* readCsv(
  open: OpenFile,
  onEncoding: (encoding: TextEncoding) => void = () => undefined,
): AsyncGenerator<CsvRow> {
  const encoding = await detectEncoding(open());
  onEncoding(encoding);
  const texts = decodeFile(open(), encoding);
  const first = await texts.next();
  if (first.done === true || first.value.trim() === '') throw new CsvError(1, 'the file is empty');
  const { delimiter, text, skippedLines } = findDelimiter(first.value);
  // Loaded with the first file; most services never see one.
  const { parse } = await import('csv-parse');
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: 1_000_000,
  });
  const input = Readable.from(startingWith(text, texts));
  input.once('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let ended = 0;
  const pacer = createPacer();
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      await pacer.pause();
      const line = firstLineOf(record, info, ended);
      ended = info.lines;
      if (record.some((cell) => cell !== '')) yield { line: line + skippedLines, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw error;
    const { lines = ended + 1 } = error as { lines?: number };
    throw new CsvError(lines + skippedLines, problemOf(error));
  } finally {
    input.destroy();
    parser.destroy();
  }
}

interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** A cell in quotes can go over several lines, and the parser says where the row ends. */
function firstLineOf(record: readonly string[], { lines }: Parsed['info'], ended: number): number {
  const breaks = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  return Math.max(ended + 1, lines - breaks);
}

function problemOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a cell in quotes does not end';
  if (code === 'CSV_MAX_RECORD_SIZE') return 'a row is longer than 1,000,000 characters';
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE')
    return 'a cell has a quotation mark in the wrong place';
  if (error instanceof TypeError) return 'the file is not the text that it seems to be';
  throw error;
}

async function* startingWith(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}
