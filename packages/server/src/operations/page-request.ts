import type { Page, PageRequest } from './keyset.js';
import { RefusedError } from './refused-error.js';

const LIST_LIMITS = { standard: 50, most: 200 };

/** A list that is read page by page. `name`, with the scope, distinguishes it from all other lists. */
export interface PagedList {
  readonly name: string;
  /** How many numbers a position in it has. */
  readonly positionLength: number;
}

/**
 * What page a request asks for. Refuses a limit that is no positive integer, and a cursor that was not given out for
 * this very list. Contract section 5.
 */
export function readPageRequest(query: unknown, list: PagedList): PageRequest {
  const { limit, cursor } = query as { limit?: unknown; cursor?: unknown };
  return {
    limit: readLimit(limit, LIST_LIMITS),
    after: cursor === undefined ? null : readCursor(cursor, list),
  };
}

/** How many rows a request asks for, at most `most`. Refuses what is no positive integer. */
export function readLimit(
  given: unknown,
  { standard, most }: { readonly standard: number; readonly most: number },
): number {
  if (given === undefined) return standard;
  const limit = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : 0;
  if (limit < 1) throw new RefusedError('limit_invalid');
  return Math.min(limit, most);
}

function readCursor(given: unknown, list: PagedList): readonly number[] {
  const decoded = typeof given === 'string' ? decode(given) : null;
  if (!Array.isArray(decoded)) throw new RefusedError('cursor_invalid');
  const [name, ...position] = decoded;
  const fits = name === list.name && position.length === list.positionLength;
  if (!fits || !position.every(Number.isSafeInteger)) throw new RefusedError('cursor_invalid');
  return position;
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

/** The answer of a list: its rows, and what to ask for the next ones with. */
export function pageAnswer<Item>(page: Page<Item>, list: PagedList) {
  const { data, next } = page;
  const cursor = next && Buffer.from(JSON.stringify([list.name, ...next])).toString('base64url');
  return { data: [...data], next_cursor: cursor };
}
