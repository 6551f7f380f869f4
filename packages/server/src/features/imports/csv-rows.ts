import { Readable } from 'node:stream';
import { createPacer } from '../../pacer.js';

/** A row of a file. `line`: where it begins; 1 is the first line of the file. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file that cannot be read as CSV, from this line on. */
export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.name = 'CsvError';
    this.line = line;
  }
}

const PIECE_BYTES = 8_192;
const DELIMITERS = [',', ';', '\t'] as const;

/** The rows of a CSV file in UTF-8, the column names first, without empty lines. The delimiter is the one that its first line has most of. */
export async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const texts = decode(bytes);
  const first = await texts.next();
  if (first.done === true || first.value.trim() === '') throw new CsvError(1, 'the file is empty');
  // Loaded with the first file; most services never see one.
  const { parse } = await import('csv-parse');
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(first.value),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: 1_000_000,
  });
  const input = Readable.from(startingWith(first.value, texts));
  input.once('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let ended = 0;
  const pacer = createPacer();
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      await pacer.pause();
      const line = firstLineOf(record, info, ended);
      ended = info.lines;
      if (record.some((cell) => cell !== '')) yield { line, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw error;
    const { lines = ended + 1 } = error as { lines?: number };
    throw new CsvError(lines, problemOf(error));
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
  if (error instanceof TypeError) return 'the file is not text in UTF-8';
  throw error;
}

function delimiterOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Text of a file in UTF-8; the first part has its whole first line, or 64 KiB. */
async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let start: string | null = '';
  for await (const chunk of inPieces(bytes)) {
    const text = decoder.decode(chunk, { stream: true });
    if (start === null) yield text;
    else {
      start += text;
      if (start.length < 65_536 && !/[\r\n]/.test(start)) continue;
      yield start;
      start = null;
    }
  }
  const end = (start ?? '') + decoder.decode();
  if (end !== '') yield end;
}

/** Bytes in pieces that the parser takes apart within a few milliseconds each, however short the rows are. */
async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
  }
}

async function* startingWith(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}
