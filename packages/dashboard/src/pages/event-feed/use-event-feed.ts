import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Answer, request } from '../../api/client.js';
import type { ApiError } from '../../api/error.js';
import { type ListState, listOf, type ReadSettings } from '../../api/use-read.js';
import { useWorkspaceId } from '../../session/session.js';

type Feed = Answer<'/api/workspaces/{workspaceId}/event-feed'>;
export type FeedEvent = Feed['data'][number];

/** How many numbers a page covers. All events of these numbers fit into one answer. */
const PAGE_NUMBERS = 50;
/** With a filter, few of them match. */
const FILTERED_PAGE_NUMBERS = 1_000;

interface FeedOptions {
  readonly workspaceId: string;
  readonly types: string | undefined;
  readonly programId: string | undefined;
  /** The only event asked for, as it was typed. */
  readonly number: string | undefined;
  readonly everyMs: number;
}

interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** Up to which number earlier pages reach; 0: there are none. */
  readonly earlier: number;
}

/** The events of a workspace, newest first. The feed itself begins with the oldest, so each page asks for the numbers below the last one. */
export function useEventFeed({
  workspaceId,
  types,
  programId,
  number,
  everyMs,
}: FeedOptions): ListState<FeedEvent> {
  const one = useFeedEvent(number ?? '', { enabled: number !== undefined });
  const isFiltered = types !== undefined || programId !== undefined;
  const numbers = isFiltered ? FILTERED_PAGE_NUMBERS : PAGE_NUMBERS;
  const ask = (query: Record<string, string | undefined>, signal: AbortSignal) =>
    request('get', '/api/workspaces/{workspaceId}/event-feed', { path: { workspaceId }, query }, { signal });
  const feed = useInfiniteQuery({
    queryKey: ['event-feed', workspaceId, types, programId],
    queryFn: async ({ pageParam, signal }): Promise<FeedPage> => {
      const last = pageParam ?? (await ask({ after: 'latest' }, signal)).last_sequence;
      const after = Math.max(0, last - numbers);
      const filter = { types, program_id: programId };
      const { data } = await ask({ ...filter, after: String(after), limit: String(numbers) }, signal);
      return { events: data.filter(({ sequence }) => sequence <= last).reverse(), earlier: after };
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ earlier }) => (earlier > 0 ? earlier : null),
    enabled: number === undefined,
    refetchInterval: everyMs,
  });
  if (number !== undefined) return listOf(one, (event) => (event === null ? [] : [event]));
  return {
    rows: feed.data?.pages.flatMap(({ events }) => events),
    error: feed.data ? null : (feed.error as ApiError | null),
    retry: () => void feed.refetch(),
    more: feed.hasNextPage ? () => void feed.fetchNextPage() : undefined,
    isLoadingMore: feed.isFetchingNextPage,
  };
}

/** The event of a number, however old it is; null: there is none, or the text is no number. */
export function useFeedEvent(
  number: string,
  { enabled = true }: ReadSettings,
): UseQueryResult<FeedEvent | null, ApiError> {
  const workspaceId = useWorkspaceId();
  return useQuery<FeedEvent | null, ApiError>({
    queryKey: ['event-feed', workspaceId, 'event', number],
    queryFn: async ({ signal }) => {
      if (!/^[1-9]\d{0,14}$/.test(number)) return null;
      const query = { after: String(Number(number) - 1), limit: '1' };
      const { data } = await request(
        'get',
        '/api/workspaces/{workspaceId}/event-feed',
        { path: { workspaceId }, query },
        { signal },
      );
      return data.find(({ sequence }) => String(sequence) === number) ?? null;
    },
    enabled,
  });
}
