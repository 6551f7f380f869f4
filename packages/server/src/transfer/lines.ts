import { crc32 } from 'node:zlib';
import { TransferError } from './transfer-error.js';

/** Counts up when a program of before could not read the file any more. */
export const FORMAT_VERSION = 1;

/** The first line of a file. */
export interface Header {
  readonly format: 'svc-export';
  readonly version: number;
  /** The newest migration of the database, which has to be that of the database it goes to. */
  readonly schema: number;
  readonly exported_at: string;
  readonly workspace: { readonly id: number; readonly name: string };
  /** Which secret opens what is encrypted: tells nothing about the secret itself. Null: it was not known. */
  readonly secret_id: string | null;
  /** The tables whose rows follow, in this order. */
  readonly tables: readonly string[];
  /** When the first and the last click were, in milliseconds; null: there is none. */
  readonly clicks: { readonly from_ms: number; readonly to_ms: number } | null;
  /** How far the ids of each sequence had been given out. */
  readonly sequences: Readonly<Record<string, number>>;
}

/** The last line. */
export interface End {
  readonly rows: Readonly<Record<string, number>>;
  /** Of all rows. */
  readonly digest: string;
}

/** A line between the first and the last. `row` is the JSON text of the row. */
export interface RowLine {
  readonly kind: 'row';
  readonly table: string;
  readonly row: string;
}

export type Line = { readonly kind: 'header'; readonly header: Header } | RowLine | EndLine;
interface EndLine {
  readonly kind: 'end';
  readonly end: End;
}

/** `,"check":"01234567"}`: what every line ends with. */
const CHECK = /^,"check":"([0-9a-f]{8})"\}$/;
const CHECK_LENGTH = ',"check":"01234567"}'.length;
const ROW = /^\{"table":"([a-z0-9_]+)","row":(?=\{)/;

/** Writes lines. Each ends with a checksum of the file up to there, so that a reader can name the line that was changed. */
export function createLineWriter() {
  let sum = 0;
  const write = (start: string) => {
    sum = crc32(start, sum);
    return `${start},"check":"${sum.toString(16).padStart(8, '0')}"}\n`;
  };
  return {
    header: (header: Header) => write(`{"header":${JSON.stringify(header)}`),
    row: (table: string, row: string) => write(`{"table":"${table}","row":${row}`),
    end: (end: End) => write(`{"end":${JSON.stringify(end)}`),
  };
}

/** Reads lines, the first first, without their line ends. The function throws a `TransferError` for a line that is not as written. */
export function createLineReader(): (text: string) => Line {
  let sum = 0;
  let number = 0;
  return (text) => {
    number += 1;
    const start = text.slice(0, -CHECK_LENGTH);
    const check = CHECK.exec(text.slice(-CHECK_LENGTH))?.[1];
    if (number === 1 && !start.startsWith('{"header":{"format":"svc-export"'))
      throw new TransferError('This is no file that `svc-server export` has written');
    sum = crc32(start, sum);
    if (check !== sum.toString(16).padStart(8, '0')) throw changed(number);
    return parseLine(start, number);
  };
}

function parseLine(start: string, number: number): Line {
  const [prefix, table] = ROW.exec(start) ?? [];
  if (prefix !== undefined && table !== undefined)
    return { kind: 'row', table, row: start.slice(prefix.length) };
  try {
    const { header, end } = JSON.parse(`${start}}`) as { header?: Header; end?: End };
    if (header !== undefined && number === 1) return { kind: 'header', header };
    if (end !== undefined) return { kind: 'end', end };
  } catch {
    // The line is none of those that are written.
  }
  throw changed(number);
}

function changed(number: number): TransferError {
  return new TransferError(
    `Line ${number} is not as it was written: it, or one that was before it, was changed or removed`,
  );
}
