import type { paths } from './schema.js';

/** The methods of management routes. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type OperationAt<P extends keyof paths, M extends Method> = M extends keyof paths[P]
  ? NonNullable<paths[P][M]>
  : never;

/** The paths that take a method, such as `/api/programs/{programId}/links`. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: M extends keyof paths[P] ? (undefined extends paths[P][M] ? never : P) : never;
}[keyof paths];

type PathValues<O> = O extends { parameters: { path: infer T } }
  ? { readonly path: { readonly [K in keyof T]: string | number } }
  : { readonly path?: undefined };
/** Null and undefined are left out. Where any text fits, a number may stand for it. */
type QueryValue<V> = V | null | undefined | (string extends V ? number : never);
type QueryValues<O> = O extends { parameters: { query?: infer T } }
  ? [NonNullable<T>] extends [never]
    ? { readonly query?: undefined }
    : { readonly query?: { readonly [K in keyof NonNullable<T>]?: QueryValue<NonNullable<T>[K]> } }
  : { readonly query?: undefined };
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { readonly body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { readonly body?: B }
    : { readonly body?: undefined };

/** What a request says besides its path: the values in it (`path`), its query, and its body. */
export type Input<P extends keyof paths, M extends Method> = PathValues<OperationAt<P, M>> &
  QueryValues<OperationAt<P, M>> &
  BodyOf<OperationAt<P, M>>;

/** The body of the response; a CSV file is text, a PDF file its bytes. */
export type Answer<P extends keyof paths, M extends Method> =
  OperationAt<P, M> extends { responses: { 200: { content: { 'application/json': infer A } } } }
    ? A
    : OperationAt<P, M> extends { responses: { 200: { content: { 'text/csv': string } } } }
      ? string
      : OperationAt<P, M> extends { responses: { 200: { content: { 'application/pdf': string } } } }
        ? Uint8Array
        : unknown;

/** The lists that are read page by page. */
export type ListPath = {
  [P in PathOf<'get'>]: Answer<P, 'get'> extends { data: unknown[]; next_cursor: string | null } ? P : never;
}[PathOf<'get'>];

/** One row of a list. */
export type Row<P extends PathOf<'get'>> = Answer<P, 'get'> extends { data: (infer R)[] } ? R : never;
