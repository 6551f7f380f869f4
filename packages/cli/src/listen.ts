import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SvcError, type SvcEvent } from '@svc/node';
import type { Context } from './context.js';
import { failureOfType } from './event-failures.js';
import { EXIT, Failure } from './failure.js';
import {
  createManagement,
  type ManagementConnection,
  managementConnectionOf,
  OWN_WORKSPACE,
  toFailure,
} from './management.js';

export interface ListenOptions {
  /** Where events are sent, such as http://localhost:3000/webhooks. */
  readonly forwardTo: string;
  /** Separated by commas; all types if not given. */
  readonly types?: string | undefined;
  /** The number after which to begin; new events only if not given. */
  readonly after?: number | undefined;
}

/** What came of forwarding an event: the status of the receiver, or why there is none. */
export type Forwarded = { readonly status: number } | { readonly error: string };

const WAIT_SECONDS = 25;
/** Longer than the service waits. */
const TIMEOUT_MS = 45_000;
const FORWARD_TIMEOUT_MS = 15_000;
const PAUSE_AFTER_FAILURE_MS = 2_000;

/**
 * `svc listen`: reads the event feed and sends each event on, signed like a webhook, until `signal` ends it. An event that the receiver
 * refuses is shown and not sent again. Contract 2 section 9.
 */
export async function listen(
  context: Context,
  { forwardTo, types, after }: ListenOptions,
  { signal, onEvent }: { readonly signal: AbortSignal; onEvent(event: SvcEvent, result: Forwarded): void },
): Promise<void> {
  const { terminal } = context;
  requireUrl(forwardTo);
  const connection = await managementConnectionOf(context);
  const secret = secretOf(connection);
  terminal.start('svc listen');
  const feed = createFeed(connection, signal);
  let position = after ?? (await latestSequence(feed));
  terminal.done(`Signing secret: ${secret}\nIt stays the same for this management key.`);
  terminal.info(`Events${types === undefined ? '' : ` of ${types}`} go to ${forwardTo}. Ctrl-C ends it.`);
  while (!signal.aborted) {
    const page = await readPage(context, feed, { after: position, types }, signal);
    if (page === null) continue;
    for (const event of page.data) {
      if (signal.aborted) return;
      onEvent(event, await forward(forwardTo, event, secret));
      position = event.sequence;
    }
    position = page.last_sequence;
  }
}

function requireUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return;
  throw new Failure(
    '--forward-to must be an http or https address',
    'Example: svc listen --forward-to http://localhost:3000/webhooks',
    EXIT.wrongUse,
  );
}

/** A secret as webhooks have them. The same key always gives the same one, so that it can stay in the settings of an application. */
function secretOf({ managementKey }: ManagementConnection): string {
  return `whsec_${createHmac('sha256', managementKey).update('svc listen').digest('base64')}`;
}

interface Page {
  readonly data: readonly SvcEvent[];
  readonly last_sequence: number;
}

/** Asks for a page of the feed; rejects when the service does not give one. */
type Feed = (query: Readonly<Record<string, string | number | undefined>>) => Promise<Page>;

function createFeed(connection: ManagementConnection, signal: AbortSignal): Feed {
  const svc = createManagement(connection, {
    timeoutMs: TIMEOUT_MS,
    totalTimeoutMs: 2 * TIMEOUT_MS,
    maxRetries: 1,
    // A request that waits would keep the process alive after its end.
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.any([init.signal, signal]) }),
  });
  return (query) => svc.get('/api/workspaces/{workspaceId}/event-feed', { path: OWN_WORKSPACE, query });
}

async function latestSequence(feed: Feed): Promise<number> {
  const { last_sequence } = await feed({ after: 'latest' }).catch((error: unknown) => {
    throw toFailure(error);
  });
  return last_sequence;
}

/** The next page; null where the service cannot be reached for now, after a pause. */
async function readPage(
  { terminal }: Context,
  feed: Feed,
  query: Readonly<Record<string, string | number | undefined>>,
  signal: AbortSignal,
): Promise<Page | null> {
  try {
    return await feed({ ...query, wait_seconds: WAIT_SECONDS });
  } catch (error) {
    if (signal.aborted) return null;
    const isPassing =
      error instanceof SvcError && (error.status === 0 || error.status === 503 || error.status === 429);
    if (!isPassing) throw failureOfType(typesIn(query), error) ?? toFailure(error);
    terminal.warn(`${error.message}. Trying again; no event is missed.`);
    await pause(PAUSE_AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined);
    return null;
  }
}

function typesIn({ types }: Readonly<Record<string, string | number | undefined>>): readonly string[] {
  return typeof types === 'string' ? types.split(',').map((type) => type.trim()) : [];
}

/** Sends an event as a webhook would (Standard Webhooks). */
async function forward(url: string, event: SvcEvent, secret: string): Promise<Forwarded> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64');
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    const { cause, message } = error as Error;
    return { error: (cause as Error | undefined)?.message || message };
  }
}
