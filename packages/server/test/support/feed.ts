import type { EventFeed, SvcEvent } from '@svc/contract';
import { ask } from './management.js';
import type { RunningService } from './service.js';

/** Asks for a page of the feed of a workspace, with a session. */
export async function readFeed(
  service: Pick<RunningService, 'baseUrl'>,
  { workspaceId, cookie }: { readonly workspaceId: number; readonly cookie: string },
  query: Readonly<Record<string, string | number>> = {},
): Promise<EventFeed> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const answer = await ask(service, `/api/workspaces/${workspaceId}/event-feed?${search}`, { cookie });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Follows the feed from a number on, as a reader that keeps only its last number, until `isDone` with all events so far. */
export async function followFeed(
  read: (query: Readonly<Record<string, number | string>>) => Promise<EventFeed>,
  isDone: (events: readonly SvcEvent[]) => boolean,
  query: Readonly<Record<string, string | number>> = {},
): Promise<readonly SvcEvent[]> {
  const events: SvcEvent[] = [];
  for (let after = 0; !isDone(events); ) {
    const page = await read({ ...query, after, wait_seconds: 1 });
    events.push(...page.data);
    after = page.last_sequence;
  }
  return events;
}
