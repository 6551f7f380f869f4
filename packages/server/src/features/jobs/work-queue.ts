import { RefusedError } from '../../operations/refused-error.js';

/** Work that runs at once. What computes shares one thread; beside it, another one can wait for the database. */
const MAX_RUNNING = 2;
const MAX_WAITING = 24;
/** Running and waiting work of one account. */
const MAX_OF_ACCOUNT = 6;
const RETRY_AFTER_SECONDS = 5;

interface Entry {
  readonly account: string;
  start(): void;
}

/** A bounded queue. */
export interface WorkQueue {
  /**
   * Runs `work` in its turn, one of an account at a time, and calls `onStart` before. Throws `RefusedError` where the queue
   * is full, or the account has enough in it; rejects where `signal` is aborted before the turn.
   */
  run<Answer>(
    account: string,
    work: () => Promise<Answer>,
    options: { readonly signal: AbortSignal; onStart(): void },
  ): Promise<Answer>;
}

/** An empty queue. */
export function createWorkQueue(): WorkQueue {
  const waiting: Entry[] = [];
  const running: Entry[] = [];

  function startNext(): void {
    while (running.length < MAX_RUNNING) {
      const index = waiting.findIndex(({ account }) => running.every((one) => one.account !== account));
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (next === undefined) return;
      running.push(next);
      next.start();
    }
  }

  function remove(entry: Entry): void {
    for (const list of [waiting, running]) {
      const index = list.indexOf(entry);
      if (index >= 0) list.splice(index, 1);
    }
    startNext();
  }

  return {
    async run(account, work, { signal, onStart }) {
      const retryLater = { retryAfterSeconds: RETRY_AFTER_SECONDS };
      const own = [...waiting, ...running].filter((one) => one.account === account);
      if (own.length >= MAX_OF_ACCOUNT) throw new RefusedError('rate_limited', retryLater);
      if (waiting.length >= MAX_WAITING) throw new RefusedError('work_queue_full', retryLater);
      let entry: Entry | undefined;
      const turn = new Promise<void>((resolve, reject) => {
        entry = { account, start: resolve };
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        waiting.push(entry);
      });
      startNext();
      try {
        await turn;
        onStart();
        return await work();
      } finally {
        if (entry !== undefined) remove(entry);
      }
    },
  };
}
