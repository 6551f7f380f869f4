import { orderOf, type Page, type PageRequest, type Position, type SortColumns } from './keyset.js';
import { RefusedError } from './refused-error.js';
import { isStorable } from './storable.js';

const LIST_LIMITS = { standard: 50, most: 200 };
/** Of text in a position: no column that lists are sorted by is longer. */
const LONGEST_TEXT = 4096;

/** A list that is read page by page. `name`, with the scope, distinguishes it from all other lists. */
export interface PagedList {
  readonly name: string;
  readonly sorts: SortColumns;
  /** How many numbers a position has besides the value that rows are sorted by; 1 when not given: the id. */
  readonly tieLength?: number;
}

/** The query of a list, as its schema lets it through. */
interface ListQuery {
  readonly limit?: unknown;
  readonly cursor?: unknown;
  readonly sort?: string;
  readonly q?: string;
}

/**
 * What page a request asks for. Refuses a limit that is no positive integer, and a cursor that was not given out for
 * this very list. Contract section 5.
 */
export function readPageRequest(query: unknown, list: PagedList): PageRequest {
  const { limit, cursor, sort, q } = query as ListQuery;
  return {
    limit: readLimit(limit, LIST_LIMITS),
    after: cursor === undefined ? null : readCursor(cursor, list, sort),
    sort,
    search: q ?? null,
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

function readCursor(
  given: unknown,
  { name: listName, sorts, tieLength = 1 }: PagedList,
  sort: string | undefined,
): Position {
  const decoded = typeof given === 'string' ? decode(given) : null;
  if (!Array.isArray(decoded)) throw new RefusedError('cursor_invalid');
  const [name, key, ...ties] = decoded;
  const isKey = orderOf({ sort }, sorts).type === 'text' ? isText(key) : Number.isSafeInteger(key);
  const fits = name === listName && isKey && ties.length === tieLength && ties.every(Number.isSafeInteger);
  if (!fits) throw new RefusedError('cursor_invalid');
  return [key, ...ties];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= LONGEST_TEXT && isStorable(value);
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
