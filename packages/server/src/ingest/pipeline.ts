import type { Command, Outcome } from '@svc/core';
import type { Settled } from './batch.js';
import { UnavailableError } from './unavailable-error.js';

/** How a pipeline runs its batches. */
export interface PipelineOptions {
  /** Settles each command of a batch, in order, on one of the lanes (0, 1, …). Never rejects. */
  readonly runBatch: (commands: readonly Command[], lane: number) => Promise<readonly Settled[]>;
  /** How many batches may be under way at once. */
  readonly lanes: number;
  /** So many commands must wait before another lane is opened beside one that is busy. */
  readonly laneOpensAt: number;
  /** Resolves when the database can be used again, or when the signal says that nobody needs it any more. */
  readonly untilDatabaseIsUp: (signal: AbortSignal) => Promise<void>;
  /** How many commands may wait; one more is refused. Of anonymous clicks, half as many. */
  readonly maxQueued: number;
  /** How many commands one transaction takes at most. */
  readonly maxBatch: number;
  /** Called with the size of each batch after it was answered. */
  readonly onBatch: (size: number) => void;
  /** Called after a batch with anything but clicks, which alone write no events. */
  readonly onRecorded: () => void;
}

interface Waiting {
  readonly command: Command;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** The one way through which everything is recorded. */
export interface Pipeline {
  /**
   * Resolves with the command's outcome once it is on disk. Rejects with `UnavailableError` when nothing was recorded
   * because the queue is full, the pipeline is closing or the database is away. Clicks of pages, which anyone can send, get
   * half of the queue, so that leads, sales and callers with a key still get in.
   */
  submit(command: Command): Promise<Outcome>;
  /** Takes no more commands; resolves when those taken are answered. */
  close(): Promise<void>;
  /** The database is away: from now on every command is refused until one of the lanes reaches it again. */
  suspend(): void;
  isDatabaseUp(): boolean;
  queued(): number;
}

/**
 * Group commit without timers: a batch is whatever queued up while the batch before it was being committed. Under
 * light load that is one command and it waits for nobody; under heavy load one commit carries hundreds.
 *
 * A batch costs more than what is in it, so one lane with full batches beats two with nearly empty ones. Where the database
 * works in a thread or process of its own, and enough wait for a good batch, another lane is opened beside the first: while one
 * batch is with the database, the next is made. On a server, lanes are to each other what processes are: the unique indexes and
 * row locks decide between them.
 */
export function createPipeline(options: PipelineOptions): Pipeline {
  const queue = createQueue(options);
  const closing = new AbortController();
  let databaseUp = true;

  /** While the database is away no caller waits: queued commands are refused at once, and so are new ones. */
  function suspend(): void {
    databaseUp = false;
    for (const one of queue.takeAll()) one.reject(new UnavailableError('the database is away'));
  }

  async function answerBatch(batch: readonly Waiting[], lane: number): Promise<void> {
    const settled = await options.runBatch(
      batch.map((one) => one.command),
      lane,
    );
    options.onBatch(batch.length);
    if (batch.some(({ command }) => command.kind !== 'click')) options.onRecorded();
    for (const [index, one] of batch.entries()) {
      const result = settled[index] ?? { error: new Error('a command was not settled') };
      if ('outcome' in result) {
        one.resolve(result.outcome);
      } else {
        if (result.error instanceof UnavailableError) suspend();
        one.reject(result.error);
      }
    }
    if (databaseUp) return;
    await options.untilDatabaseIsUp(closing.signal);
    databaseUp = true;
  }

  const lanes = createLanes(options, queue, answerBatch);
  return {
    submit(command) {
      if (closing.signal.aborted) return Promise.reject(new UnavailableError('the service is shutting down'));
      if (!databaseUp) return Promise.reject(new UnavailableError('the database is away'));
      if (queue.isFullFor(command)) return Promise.reject(new UnavailableError('the queue is full'));
      return new Promise((resolve, reject) => {
        queue.push({ command, resolve, reject });
        lanes.wake();
      });
    },
    async close() {
      closing.abort();
      await lanes.untilIdle();
    },
    suspend,
    isDatabaseUp: () => databaseUp,
    queued: queue.length,
  };
}

function createQueue({ maxQueued, maxBatch }: Pick<PipelineOptions, 'maxQueued' | 'maxBatch'>) {
  const maxAnonymous = Math.floor(maxQueued / 2);
  let waiting: Waiting[] = [];
  /** Of those that wait, how many are anonymous clicks. */
  let anonymous = 0;
  function takeAll(): readonly Waiting[] {
    const all = waiting;
    waiting = [];
    anonymous = 0;
    return all;
  }
  function takeFirst(): readonly Waiting[] {
    const first = waiting.splice(0, maxBatch);
    for (const { command } of first) if (isAnonymousClick(command)) anonymous--;
    return first;
  }
  return {
    push(one: Waiting): void {
      waiting.push(one);
      if (isAnonymousClick(one.command)) anonymous++;
    },
    takeAll,
    takeBatch: () => (waiting.length <= maxBatch ? takeAll() : takeFirst()),
    isBatchFull: () => waiting.length >= maxBatch,
    isFullFor: (command: Command) =>
      waiting.length >= maxQueued || (anonymous >= maxAnonymous && isAnonymousClick(command)),
    length: () => waiting.length,
  };
}

/** A click without a key: anyone who knows a link and an allowed origin can send it. */
function isAnonymousClick({ kind, caller }: Command): boolean {
  return kind === 'click' && caller.mode !== 'server';
}

/**
 * Lets the answers of the batch before go out and requests come in, for as long as each turn of the event loop brings more:
 * they have to be read at some time anyway, and a batch costs more than what is in it. A request that comes alone waits
 * for one empty turn.
 */
async function untilQuiet(queue: ReturnType<typeof createQueue>): Promise<void> {
  let before: number;
  do {
    before = queue.length();
    await new Promise((resolve) => setImmediate(resolve));
  } while (queue.length() > before && !queue.isBatchFull());
}

/** Takes batches off the queue and settles them, on as many lanes at once as there are. */
function createLanes(
  { lanes: count, laneOpensAt }: Pick<PipelineOptions, 'lanes' | 'laneOpensAt'>,
  queue: ReturnType<typeof createQueue>,
  settle: (batch: readonly Waiting[], lane: number) => Promise<void>,
) {
  const running: (Promise<void> | null)[] = Array.from({ length: count }, () => null);
  /** A lane is about to take the queue; no other needs to be started for what comes in until then. */
  let isStarting = false;

  async function runLane(lane: number): Promise<void> {
    while (queue.length() > 0) {
      isStarting = true;
      await untilQuiet(queue);
      isStarting = false;
      const batch = queue.takeBatch();
      if (batch.length > 0) await settle(batch, lane);
    }
    running[lane] = null;
  }

  return {
    wake(): void {
      if (isStarting) return;
      const isOneBusy = running.some((lane) => lane !== null);
      if (isOneBusy && queue.length() < laneOpensAt) return;
      const lane = running.indexOf(null);
      if (lane >= 0) running[lane] = runLane(lane);
    },
    untilIdle: () => Promise.all(running),
  };
}
