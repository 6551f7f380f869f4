import type { Logger } from 'pino';

/**
 * What is closed, in this order: no more requests and the accepted ones answered, then the commands that are queued,
 * then what runs on its own and the emails it sends, and last what all of them write to.
 */
const STAGES = ['app', 'tracking', 'jobs', 'mailer', 'database'] as const;

type Stage = (typeof STAGES)[number];

/** Closes what was opened, in the right order. */
export interface Shutdown {
  /** Aborted as soon as shutting down begins. */
  readonly signal: AbortSignal;
  add(stage: Stage, close: () => Promise<void>): void;
  /** What is not closed yet, in the order of closing. */
  open(): readonly Stage[];
  /** Closes everything once; later calls wait for the first. Rejects when something could not be closed. */
  run(): Promise<void>;
}

/** A shutdown with nothing to close yet. */
export function createShutdown(logger: Pick<Logger, 'error'>): Shutdown {
  const beginning = new AbortController();
  const closers = new Map<Stage, () => Promise<void>>();
  let running: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    let failures = 0;
    for (const stage of STAGES) {
      try {
        await closers.get(stage)?.();
      } catch (err) {
        logger.error({ err }, `closing failed: ${stage}`);
        failures += 1;
      }
      closers.delete(stage);
    }
    if (failures > 0) throw new Error('not everything could be closed');
  }

  return {
    signal: beginning.signal,
    add: (stage, close) => void closers.set(stage, close),
    open: () => STAGES.filter((stage) => closers.has(stage)),
    run() {
      beginning.abort(new Error('shutting down'));
      running ??= closeAll();
      return running;
    },
  };
}
