import type { Logger } from 'pino';

/** What has to be closed again, last opened first. */
export interface Shutdown {
  /** Aborted as soon as shutting down begins. */
  readonly signal: AbortSignal;
  add(name: string, close: () => Promise<void>): void;
  /** Closes everything once; later calls wait for the first. Rejects when something could not be closed. */
  run(): Promise<void>;
}

/** A shutdown with nothing to close yet. */
export function createShutdown(logger: Pick<Logger, 'error'>): Shutdown {
  const beginning = new AbortController();
  const open: { name: string; close: () => Promise<void> }[] = [];
  let running: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    let failures = 0;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      try {
        await next.close();
      } catch (err) {
        logger.error({ err }, `closing failed: ${next.name}`);
        failures += 1;
      }
    }
    if (failures > 0) throw new Error('not everything could be closed');
  }

  return {
    signal: beginning.signal,
    add(name, close) {
      open.push({ name, close });
    },
    run() {
      beginning.abort(new Error('shutting down'));
      running ??= closeAll();
      return running;
    },
  };
}
