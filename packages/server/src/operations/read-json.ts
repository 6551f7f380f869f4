import { isUtf8 } from 'node:buffer';
import type { Task } from './task.js';

/** Outcome of reading a JSON text. `blank`: there is nothing but spaces. */
export type ReadJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'blank' }
  | { readonly kind: 'invalid' };

const INVALID: ReadJson = { kind: 'invalid' };
const NUL = 0;
const BYTE_ORDER_MARK = '\uFEFF';
/** By the first two bytes of a body. */
const UTF_16: Readonly<Record<number, string>> = { 65534: 'utf-16le', 65279: 'utf-16be' };
/** Values within a large text; what is handed to another thread is copied value by value. */
const MAX_VALUES = 200_000;
const MAX_DEPTH = 100;

/**
 * Reads JSON as the language does, also what other systems write around it: a byte order mark, UTF-16 with such a mark, NUL at the end.
 * A key named `__proto__` becomes an ordinary property, which is never read; bytes that are not UTF-8 are invalid, because two
 * different keys could become one when they are repaired.
 */
export function parseJson(bytes: Buffer): ReadJson {
  const text = decode(bytes);
  if (text === null) return INVALID;
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    return text.trim() === '' ? { kind: 'blank' } : INVALID;
  }
}

/** Null: the bytes are not text. */
function decode(bytes: Buffer): string | null {
  const end = bytes[bytes.length - 1] === NUL ? bytes.length - 1 : bytes.length;
  if (isUtf8(bytes)) {
    const text = bytes.toString('utf8', 0, end);
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
  const encoding = bytes.length < 2 ? undefined : UTF_16[bytes.readUInt16BE(0)];
  if (encoding === undefined) return null;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads a large JSON text. One of more than 200,000 values, or nested more than 100 levels, is invalid. */
export const readJson: Task<Uint8Array, ReadJson> = {
  name: 'read-json',
  async *run(bytes) {
    const read = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    yield read.kind === 'value' && !isBounded(read.value) ? INVALID : read;
  },
};

function isBounded(value: unknown): boolean {
  let level: unknown[] = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (count > MAX_VALUES || depth > MAX_DEPTH) return false;
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const inner of Array.isArray(one) ? one : Object.values(one)) {
        below.push(inner);
        if (count + below.length > MAX_VALUES) return false;
      }
    }
    level = below;
  }
  return true;
}
