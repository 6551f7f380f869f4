import { readFile } from 'node:fs/promises';
import { isRecord, type SealItem } from '@svc/contract';

/** A file that is no list of seals; its message says what is wrong with it. */
export class SealFileError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SealFileError';
  }
}

const HASH = /^[0-9a-f]{64}$/;

/**
 * Reads seals that were kept elsewhere: answers of the route that lists them, single seals, or lists of either, as one JSON text or one in each
 * line. Throws `SealFileError`.
 */
export async function readKeptSeals(path: string): Promise<readonly SealItem[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SealFileError(`${path} cannot be read: ${error.message}`);
  });
  const whole = parse(text);
  const values =
    whole === undefined
      ? text.split('\n').flatMap((line, index) => {
          if (line.trim() === '') return [];
          const value = parse(line);
          if (value === undefined) throw new SealFileError(`${path}, line ${index + 1}: this is not JSON`);
          return [value];
        })
      : [whole];
  const seals = values.flatMap(sealsIn);
  const wrong = seals.findIndex((seal) => !isSeal(seal));
  if (wrong >= 0) throw new SealFileError(`${path}: entry ${wrong + 1} is not a seal`);
  if (seals.length === 0) throw new SealFileError(`${path} has no seals`);
  return seals as SealItem[];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sealsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(sealsIn);
  return isRecord(value) && Array.isArray(value.data) ? value.data : [value];
}

function isSeal(value: unknown): boolean {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.workspace_id) &&
    Number.isSafeInteger(value.number) &&
    HASH.test(String(value.hash)) &&
    (value.previous_hash === null || HASH.test(String(value.previous_hash))) &&
    isRecord(value.counts) &&
    isRecord(value.contents) &&
    ['sealed_at', 'key_id', 'signature'].every((name) => typeof value[name] === 'string')
  );
}
