import type { Pool } from 'pg';
import type { EventHeads, EventNews } from './event-news.js';

/** How often it looks for what other processes have numbered, while anyone waits. */
const LOOK_EVERY_MS = 250;
const MOST_WAITING = 1_000;
const MOST_WAITING_OF_WORKSPACE = 100;

/** Until when to wait, and for whom. */
export interface WaitOptions {
  readonly workspaceId: number;
  /** The last number that the caller has. */
  readonly after: number;
  readonly timeoutMs: number;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal | null;
}

/** Lets callers wait for new events without asking the database for each of them. */
export interface EventWatch {
  /**
   * Resolves when the workspace has events after `after`, when the time is over, the caller is gone or the watch is closed.
   * False: too many wait already, and nothing was waited for.
   */
  wait(options: WaitOptions): Promise<boolean>;
  /** Whether nobody waits any more. */
  isClosed(): boolean;
  /** How many wait. */
  waiting(): number;
  /** Ends all waiting, now and from now on. */
  close(): void;
}

interface Waiting {
  readonly workspaceId: number;
  readonly after: number;
  readonly wake: () => void;
}

/** Watches for all that wait with one statement at a time, and hears at once what this process has numbered. */
export function createEventWatch(pool: Pool, news: EventNews): EventWatch {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function onNumbered(heads: EventHeads): void {
    for (const one of waiting) if ((heads.get(one.workspaceId) ?? 0) > one.after) one.wake();
  }

  async function look(): Promise<void> {
    // A database that is away is looked at again; those who wait are answered when their time is over.
    await loadHeads(pool, new Set([...waiting].map(({ workspaceId }) => workspaceId))).then(
      onNumbered,
      () => undefined,
    );
    timer = undefined;
    lookLater();
  }

  function lookLater(): void {
    if (waiting.size > 0 && !isClosed) timer ??= setTimeout(() => void look(), LOOK_EVERY_MS);
  }

  function canWait(workspaceId: number): boolean {
    if (waiting.size >= MOST_WAITING) return false;
    let ofWorkspace = 0;
    for (const one of waiting) if (one.workspaceId === workspaceId) ofWorkspace++;
    return ofWorkspace < MOST_WAITING_OF_WORKSPACE;
  }

  news.on('numbered', onNumbered);
  return {
    async wait({ workspaceId, after, timeoutMs, signal }) {
      if (isClosed || signal?.aborted) return true;
      if (!canWait(workspaceId)) return false;
      await new Promise<void>((resolve) => {
        const end = () => {
          waiting.delete(one);
          clearTimeout(over);
          signal?.removeEventListener('abort', end);
          resolve();
        };
        const one: Waiting = { workspaceId, after, wake: end };
        const over = setTimeout(end, timeoutMs);
        signal?.addEventListener('abort', end);
        waiting.add(one);
        lookLater();
      });
      return true;
    },
    isClosed: () => isClosed,
    waiting: () => waiting.size,
    close() {
      isClosed = true;
      news.off('numbered', onNumbered);
      clearTimeout(timer);
      for (const one of waiting) one.wake();
    },
  };
}

async function loadHeads(pool: Pool, workspaceIds: ReadonlySet<number>): Promise<EventHeads> {
  const { rows } = await pool.query<{ workspace_id: number; last_sequence: number }>({
    name: 'load-event-heads',
    text: 'select workspace_id, last_sequence from event_heads where workspace_id = any($1::bigint[])',
    values: [[...workspaceIds]],
  });
  return new Map(rows.map((row) => [row.workspace_id, row.last_sequence]));
}
