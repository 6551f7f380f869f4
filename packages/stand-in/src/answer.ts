import type { Json } from './objects.js';

/** Answer to a request. `lost`: the request takes effect, but the connection breaks before the answer is sent. */
export type Answer =
  | { readonly status?: number; readonly json: Json; readonly headers?: Readonly<Record<string, string>> }
  | { readonly html: string }
  | { readonly redirect: string }
  | { readonly lost: true };

/** Request, parsed. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly form: URLSearchParams;
  /** Bearer token. */
  readonly key: string;
  /** Account that a platform asks for, or the one of an own secret key, which ends with the account. */
  readonly account: string | null;
  readonly idempotencyKey: string | null;
}

/** Returns an error answer of the API. */
export function refuse(status: number, message: string, more: Json = {}): Answer {
  return { status, json: { error: { type: 'invalid_request_error', message, ...more } } };
}

/** Returns one page of a list, newest first. `all` is ordered oldest first. */
export function pageOf(url: string, all: readonly Json[], query: URLSearchParams): Json {
  const newestFirst = all.toReversed();
  const after = query.get('starting_after');
  const from = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const limit = Number(query.get('limit') ?? 10);
  const data = newestFirst.slice(from, from + limit);
  return { object: 'list', url, has_more: from + limit < newestFirst.length, data };
}
