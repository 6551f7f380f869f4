import createClient from 'openapi-fetch';
import { learnServerTime } from '../format/clock.js';
import { whileSignedIn } from '../session/leave.js';
import { asViewed } from '../session/viewing.js';
import { errorOf, noAnswer } from './error.js';
import { isIdle } from './idle.js';
import { PREFER } from './prefer.js';
import type { paths } from './schema.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The addresses that can be asked with a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: M extends keyof paths[P] ? (undefined extends paths[P][M] ? never : P) : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P]
  ? NonNullable<paths[P][M]>
  : never;

type PathParameters<O> = O extends { parameters: { path: infer T } }
  ? { path: { [K in keyof T]: string | number } }
  : { path?: undefined };
type QueryParameters<O> = O extends { parameters: { query?: infer T } }
  ? {
      query?: [NonNullable<T>] extends [never]
        ? undefined
        : { [K in keyof NonNullable<T>]?: NonNullable<T>[K] | null };
    }
  : { query?: undefined };
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : { body?: undefined };

/** Of one operation at a time: three unions over all operations would be more than the compiler multiplies. */
type InputOf<O> = O extends unknown ? PathParameters<O> & QueryParameters<O> & BodyOf<O> : never;

/** What a request says besides its address: values of `{…}` in it, query (null and undefined are left out), body. */
export type Input<P extends keyof paths, M extends Method> = InputOf<Operation<P, M>>;

/** What is answered with 200. */
export type Answer<P extends keyof paths, M extends Method = 'get'> =
  Operation<P, M> extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : unknown;

/** One row of a list. */
export type Row<P extends keyof paths> = Answer<P> extends { data: (infer R)[] } ? R : never;

interface LooseInput {
  readonly path?: Record<string, unknown> | undefined;
  readonly query?: Record<string, unknown> | undefined;
  readonly body?: unknown;
}

const client = createClient<paths>({ baseUrl: '/', headers: { accept: 'application/json' } });
client.use({
  async onRequest({ request }) {
    await whileSignedIn();
    // Sessions end after some hours without use, also behind a page that asks by itself every few seconds.
    if (isIdle()) request.headers.set('svc-idle', '1');
    request.headers.set('prefer', PREFER);
    const address = asViewed(request.url);
    return address === request.url ? request : new Request(address, request);
  },
  onResponse({ response }) {
    learnServerTime(response.headers.get('date'));
  },
});

interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Record<string, string>;
}

/**
 * One request to the service. Where it takes long, progress is shown until the answer is there.
 * @throws {ApiError} with the service's own words; status 0 where there was no answer
 */
export function request<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  input: Input<P, M>,
  options?: RequestOptions,
): Promise<Answer<P, M>>;
// Inside, no type depends on the path: one of all paths and methods is more than the compiler looks into.
export async function request(
  method: Method,
  path: string,
  input: unknown,
  options: RequestOptions = {},
): Promise<unknown> {
  const { path: values, query, body } = input as LooseInput;
  const params = { path: values, query: withoutEmpty(query) };
  // The types above say what openapi-fetch would; it cannot follow a method and path that are variables.
  const loose = client.request as unknown as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
  const outcome = await loose(method, path, {
    params,
    ...options,
    ...(body === undefined && method !== 'get' ? { body: {} } : { body }),
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw noAnswer();
  });
  if (!outcome.response.ok) throw errorOf(outcome.response, outcome.error);
  if (outcome.response.status !== 202) return outcome.data;
  const { followJob } = await import('./follow-job.js');
  return (await followJob(outcome.data, options.signal)).json();
}

function withoutEmpty(query: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (query === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}

/** The address of something to download, such as a CSV file, for the `href` of a link. */
export function addressOf<P extends PathOf<'get'>>(path: P, input: Input<P, 'get'>): string {
  const { path: values = {}, query } = input as LooseInput;
  const filled = String(path).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = new URLSearchParams(withoutEmpty(query) as Record<string, string>).toString();
  return asViewed(search === '' ? filled : `${filled}?${search}`);
}
