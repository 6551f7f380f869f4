import { setTimeout } from 'node:timers/promises';
import { responsesOf, WatchAnswer, WatchQuery } from '@svc/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { loadWatchPage, loadWatchStart } from '../../../features/integration/load-watch-page.js';
import {
  formatPosition,
  parsePosition,
  type WatchPosition,
} from '../../../features/integration/watch-position.js';
import type { HttpContext } from '../context.js';
import { sendError, sendRetryLater } from '../errors.js';
import { withoutValidation } from '../without-validation.js';
import { serverCaller } from './require-api-key.js';

/** Twice a second, each time with three short statements. */
const LOOK_EVERY_MS = 500;
const LONGEST_WAIT_SECONDS = 30;
const MOST_WAITING = 100;
const MOST_WAITING_OF_PROGRAM = 5;
const RETRY_AFTER_SECONDS = 5;

const schema = {
  operationId: 'watchProgram',
  tags: ['tracking'],
  summary: 'What happens in a program, as it happens, refused requests included',
  description:
    'Clicks, leads, sales and refunds in the order of time, test events and bots included, and requests that were refused, counted ' +
    'for a second each. Ask again with `next_after`; with `wait_seconds`, the answer waits until there is something.',
  security: [{ apiKey: [] }],
  querystring: WatchQuery,
  response: responsesOf(WatchAnswer, [
    'field_invalid',
    'authorization_malformed',
    'api_key_empty',
    'api_key_unknown',
    'rate_limited',
    'unavailable',
  ]),
};

/** GET /api/v1/cli/watch, for the program of the key. Contract 2, section 17. */
export function registerCliWatch(
  app: FastifyInstance,
  { database: { pool }, lifecycle, now }: Pick<HttpContext, 'database' | 'lifecycle' | 'now'>,
): void {
  const waiting = createWaitingList();
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.get('/api/v1/cli/watch', { schema, ...withoutValidation }, async (request, reply) => {
    const query = readQuery(request.query as Record<string, unknown>);
    if (typeof query === 'string') return sendError(reply, 'field_invalid', query);
    const watched = serverCaller(request);
    if (!waiting.enter(watched.programId)) return sendRetryLater(reply, 'rate_limited', RETRY_AFTER_SECONDS);
    const signal = AbortSignal.any([stopping.signal, closeSignalOf(reply)]);
    const untilMs = performance.now() + query.waitSeconds * 1000;
    try {
      let position = query.after ?? (await loadWatchStart(pool, watched, now()));
      for (;;) {
        const page = await loadWatchPage(pool, watched, position, now());
        position = page.next;
        const isOver = performance.now() + LOOK_EVERY_MS > untilMs || lifecycle.phase !== 'serving';
        if (page.data.length > 0 || isOver || signal.aborted) {
          reply.header('cache-control', 'no-store');
          return { data: page.data, next_after: formatPosition(position) };
        }
        await setTimeout(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      waiting.leave(watched.programId);
    }
  });
}

/** Aborted when the client is gone. */
function closeSignalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

interface Query {
  readonly after: WatchPosition | null;
  readonly waitSeconds: number;
}

/** The query, or the name of the field that is wrong. */
function readQuery({ after, wait_seconds: waitSeconds }: Record<string, unknown>): Query | string {
  const position = after === undefined || after === '' ? null : parsePosition(String(after));
  if (position === null && after !== undefined && after !== '') return 'after';
  const seconds = waitSeconds === undefined || waitSeconds === '' ? 0 : readSeconds(waitSeconds);
  return seconds === null ? 'wait_seconds' : { after: position, waitSeconds: seconds };
}

function readSeconds(given: unknown): number | null {
  const seconds = /^\d{1,3}$/.test(String(given)) ? Number(given) : LONGEST_WAIT_SECONDS + 1;
  return seconds <= LONGEST_WAIT_SECONDS ? seconds : null;
}

/** Counts who waits, so that nobody can keep the database busy with waiting. */
function createWaitingList() {
  const counts = new Map<number, number>();
  let total = 0;
  return {
    enter(programId: number): boolean {
      const ofProgram = counts.get(programId) ?? 0;
      if (total >= MOST_WAITING || ofProgram >= MOST_WAITING_OF_PROGRAM) return false;
      counts.set(programId, ofProgram + 1);
      total += 1;
      return true;
    },
    leave(programId: number): void {
      const left = (counts.get(programId) ?? 1) - 1;
      if (left === 0) counts.delete(programId);
      else counts.set(programId, left);
      total -= 1;
    },
  };
}
