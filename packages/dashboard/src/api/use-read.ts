import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { type Answer, type Input, type PathOf, type Row, request } from './client.js';
import type { ApiError } from './error.js';

type ReadPath = PathOf<'get'>;
/** The addresses that answer `{ data, next_cursor }`. */
export type ListPath = {
  [P in ReadPath]: Answer<P> extends { data: unknown[] } ? P : never;
}[ReadPath];

/** How a read is remembered and made; for loaders and for `useSuspenseQuery`. */
export function readOptions<P extends ReadPath>(path: P, input: Input<P, 'get'>) {
  return queryOptions<Answer<P>, ApiError>({
    queryKey: [path, input],
    queryFn: ({ signal }) => request('get', path, input, { signal }),
  });
}

export interface ReadSettings {
  /** false: not asked yet. */
  readonly enabled?: boolean;
  /** Refetched this often while the page is visible. */
  readonly everyMs?: number;
}

/**
 * Reads an address of the service: `useRead('/api/programs/{programId}/overview', { path: { programId }, query })`.
 * While the query changes, what was read before stays (`isPlaceholderData`), so that nothing jumps.
 */
export function useRead<P extends ReadPath>(
  path: P,
  input: Input<P, 'get'>,
  { enabled = true, everyMs }: ReadSettings = {},
): UseQueryResult<Answer<P>, ApiError> {
  return useQuery({
    ...readOptions(path, input),
    enabled,
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  }) as UseQueryResult<Answer<P>, ApiError>;
}

/** The state of a list, as `DataTable` takes it. */
export interface ListState<Item> {
  /** What has been loaded; undefined while the first page is under way or failed. */
  readonly rows: readonly Item[] | undefined;
  readonly error: ApiError | null;
  readonly retry: () => void;
  /** Loads the next page; undefined where there is none. */
  readonly more?: (() => void) | undefined;
  readonly isLoadingMore?: boolean;
  /** The rows are those of before a filter was changed. */
  readonly isChanging?: boolean;
}

const placeOf = (input: unknown) => JSON.stringify((input as { path?: unknown } | undefined)?.path);

/** Reads a list page by page. Filters are the `query`; the cursor is kept here. */
export function useList<P extends ListPath>(
  path: P,
  input: Input<P, 'get'>,
  { enabled = true, everyMs }: ReadSettings = {},
): ListState<Row<P>> {
  const list = useInfiniteQuery({
    queryKey: [path, input, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const given = input as { query?: Record<string, unknown> };
      const query = pageParam === null ? given.query : { ...given.query, cursor: pageParam };
      const page = await request('get', path, { ...input, query } as Input<P, 'get'>, { signal });
      return page as { data: Row<P>[]; next_cursor?: string | null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
    enabled,
    // While somebody types, the rows of before stay, but not those of another program.
    placeholderData: (before, query) => (placeOf(query?.queryKey[1]) === placeOf(input) ? before : undefined),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  return {
    rows: list.data?.pages.flatMap((page) => page.data),
    error: list.data ? null : (list.error as ApiError | null),
    retry: () => void list.refetch(),
    more: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    isLoadingMore: list.isFetchingNextPage,
    isChanging: list.isPlaceholderData,
  };
}

/** A list that came within another answer, for `DataTable`: `listOf(read, (answer) => answer.partners)`. */
export function listOf<T, Item>(
  read: UseQueryResult<T, ApiError>,
  pick: (answer: T) => readonly Item[],
): ListState<Item> {
  return {
    rows: read.data === undefined ? undefined : pick(read.data),
    error: read.data === undefined ? read.error : null,
    retry: () => void read.refetch(),
  };
}
