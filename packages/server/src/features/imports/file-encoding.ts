import { Buffer } from 'node:buffer';
import { type TextEncoding, utf16ByMark } from '@svc/contract';
import { createPacer } from '../../pacer.js';
import { CsvError } from './csv-error.js';

const ZIP_MARK = Buffer.from('PK\u0003\u0004');
const PIECE_BYTES = 8_192;

/**
 * The encoding of a text file: UTF-16 by its byte order mark, UTF-8 where all of it is, else Windows-1252, in which Excel saves CSV. Reads
 * the whole file and keeps none of it. Throws `CsvError` for workbooks and other files that are not text.
 */
export async function detectEncoding(bytes: AsyncIterable<Buffer>): Promise<TextEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pacer = createPacer();
  let isUtf8 = true;
  let start = Buffer.alloc(0);
  for await (const chunk of inPieces(bytes)) {
    if (start.length < ZIP_MARK.length) {
      start = Buffer.concat([start, chunk.subarray(0, ZIP_MARK.length - start.length)]);
      const marked = utf16ByMark(start);
      if (marked !== null) return marked;
      if (start.equals(ZIP_MARK))
        throw new CsvError(1, 'the file is a workbook, not CSV: save it as CSV (UTF-8)');
    }
    if (chunk.includes(0)) throw new CsvError(1, 'the file is not text');
    if (isUtf8) isUtf8 = isDecodable(() => decoder.decode(chunk, { stream: true }));
    await pacer.pause();
  }
  return isUtf8 && isDecodable(() => decoder.decode()) ? 'utf-8' : 'windows-1252';
}

function isDecodable(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/** The text of a file; the first part has its whole first line with its end, or 64 KiB. */
export async function* decodeFile(
  bytes: AsyncIterable<Buffer>,
  encoding: TextEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let start: string | null = '';
  for await (const chunk of inPieces(bytes)) {
    const text = decoder.decode(chunk, { stream: true });
    if (start === null) yield text;
    else {
      start += text;
      if (start.length < 65_536 && !/\n|\r[\s\S]/.test(start)) continue;
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
