import type { Command, Outcome } from '@svc/core';
import type { Settled } from './batch.js';
import { UnavailableError } from './unavailable-error.js';

/** How a pipeline runs its batches. */
export interface PipelineOptions {
  /** Settles each command of a batch, in order. Never rejects. */
  readonly runBatch: (commands: readonly Command[]) => Promise<Settled[]>;
  /** Resolves when the database can be used again, or when the signal says that nobody needs it any more. */
  readonly untilDatabaseIsUp: (signal: AbortSignal) => Promise<void>;
  /** How many commands may wait; one more is refused. */
  readonly maxQueued: number;
  /** How many commands one transaction takes at most. */
  readonly maxBatch: number;
  /** Told the size of each batch when it is settled. */
  readonly onBatch: (size: number) => void;
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
   * because the queue is full, the pipeline is closing or the database is away.
   */
  submit(command: Command): Promise<Outcome>;
  /** Takes no more commands; resolves when those taken are settled. */
  close(): Promise<void>;
  /** The database is away: from now on everybody is turned away until the batch under way is settled and it is back. */
  suspend(): void;
  isDatabaseUp(): boolean;
  queued(): number;
}

/**
 * Group commit without timers: a batch is whatever queued up while the batch before it was being committed. Under
 * light load that is one command and it waits for nobody; under heavy load one commit carries hundreds.
 */
export function createPipeline(options: PipelineOptions): Pipeline {
  let queue: Waiting[] = [];
  let running: Promise<void> | null = null;
  const closing = new AbortController();
  let databaseUp = true;

  /** While the database is away nobody is kept waiting: those queued are told at once, and so is everyone who comes. */
  function suspend(): void {
    databaseUp = false;
    const waiting = queue;
    queue = [];
    for (const one of waiting) one.reject(new UnavailableError('the database is away'));
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    const settled = await options.runBatch(batch.map((one) => one.command));
    options.onBatch(batch.length);
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

  async function run(): Promise<void> {
    while (queue.length > 0) {
      // Lets the answers of the batch before go out, and the requests that arrived meanwhile come in.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = queue.length <= options.maxBatch ? queue : queue.slice(0, options.maxBatch);
      queue = queue.length <= options.maxBatch ? [] : queue.slice(options.maxBatch);
      await settle(batch);
    }
    running = null;
  }

  return {
    submit(command) {
      if (closing.signal.aborted) return Promise.reject(new UnavailableError('the service is shutting down'));
      if (!databaseUp) return Promise.reject(new UnavailableError('the database is away'));
      if (queue.length >= options.maxQueued) return Promise.reject(new UnavailableError('the queue is full'));
      return new Promise((resolve, reject) => {
        queue.push({ command, resolve, reject });
        running ??= run();
      });
    },
    async close() {
      closing.abort();
      await running;
    },
    suspend,
    isDatabaseUp: () => databaseUp,
    queued: () => queue.length,
  };
}
