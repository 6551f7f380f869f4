import { EVENT_TYPES, EventFeed, EventFeedQuery } from '@svc/contract';
import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { defineRead } from '../../operations/define-operation.js';
import type { Call } from '../../operations/operation.js';
import { readLimit } from '../../operations/page-request.js';
import { RefusedError } from '../../operations/refused-error.js';
import { isProgramOf } from '../programs/is-program-of.js';
import { type EventFilter, loadEventPage, loadLastSequence } from './load-events.js';

const LIMITS = { standard: 100, most: 1_000 };
const RETRY_AFTER_SECONDS = 5;
/** In the place of a number: for readers that begin with what happens next. */
const LATEST = 'latest';

/**
 * The events of a workspace by their numbers, to be followed by other programs. It reads the database itself: a replica, or one
 * of several, may show a head before the events up to it. Contract 2, section 9.
 */
export const readEventFeed = defineRead({
  name: 'readEventFeed',
  route: 'GET /api/workspaces/:workspaceId/event-feed',
  permission: 'report:read',
  summary: 'Events of a workspace in the order of their numbers, from any number on',
  input: EventFeedQuery,
  output: EventFeed,
  errors: ['limit_invalid', 'rate_limited'],
  readsPrimary: true,
  waits: true,
  async run({ pool, services, scope: { workspaceId }, input, signal }) {
    const filter = readFilter(workspaceId, input);
    const { programId } = filter;
    if (programId !== null && !(await isProgramOf(pool, workspaceId, programId)))
      throw new RefusedError('not_found');
    if (input.after === LATEST) return { data: [], last_sequence: await loadLastSequence(pool, workspaceId) };
    const waitMs = numberOr(0, input.wait_seconds) * 1000;
    return waitForEvents({ pool, services, signal }, filter, waitMs);
  },
});

type FeedFilter = EventFilter & { readonly programId: number | null };

function readFilter(workspaceId: number, input: Static<typeof EventFeedQuery>): FeedFilter {
  return {
    workspaceId,
    after: input.after === LATEST ? 0 : numberOr(0, input.after),
    limit: readLimit(input.limit === '' ? undefined : input.limit, LIMITS),
    types: readTypes(input.types),
    programId: input.program_id ? Number(input.program_id) : null,
  };
}

function numberOr(otherwise: number, given: string | undefined): number {
  return given ? Number(given) : otherwise;
}

/** Refuses a type that does not exist: a reader that waits for it would wait for ever. */
function readTypes(given: string | undefined): readonly string[] | null {
  if (!given) return null;
  const types = given.split(',').map((type) => type.trim());
  const known: readonly string[] = EVENT_TYPES;
  if (!types.every((type) => known.includes(type))) throw new RefusedError('field_invalid', 'types');
  return types;
}

/** The first page with an event, or what there is when the time is over. */
async function waitForEvents(
  { pool, services, signal }: Pick<Call, 'services' | 'signal'> & { readonly pool: Pool },
  filter: FeedFilter,
  waitMs: number,
): Promise<EventFeed> {
  const untilMs = performance.now() + waitMs;
  const { workspaceId } = filter;
  for (let { after } = filter; ; ) {
    const { data, lastSequence, hasMore } = await loadEventPage(pool, { ...filter, after });
    const timeoutMs = Math.ceil(untilMs - performance.now());
    if (data.length > 0 || timeoutMs <= 0 || signal?.aborted || services.eventWatch.isClosed())
      return { data: [...data], last_sequence: lastSequence };
    after = lastSequence;
    if (hasMore) continue;
    if (!(await services.eventWatch.wait({ workspaceId, after, timeoutMs, signal })))
      throw new RefusedError('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
