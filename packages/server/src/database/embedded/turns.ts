/** Gives the engine messages of the PostgreSQL protocol; resolves with its answer to all of them. One call at a time. */
export type AskAlone = (messages: Uint8Array) => Promise<Uint8Array>;

/** The engine's one session, shared. */
export interface Turns {
  /**
   * Asks on behalf of a client, whose number is its own. A client inside a transaction has the session until that ends; what others
   * ask meanwhile waits, in order. Rejects when that takes longer than half a minute, because a transaction that waits for another
   * client of its own program would wait for ever.
   */
  ask(messages: Uint8Array, client: number): Promise<Uint8Array>;
  /** Runs `work` while nobody is inside a transaction, and nobody else while it runs. */
  alone(work: () => Promise<void>): Promise<void>;
}

interface Waiting {
  /** Null: it wants to be alone. */
  readonly client: number | null;
  readonly run: () => Promise<Uint8Array>;
  readonly resolve: (answer: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
  readonly sinceMs: number;
}

const LONGEST_WAIT_MS = 30_000;
const NOTHING = new Uint8Array();
/** `ReadyForQuery`, with which every answer ends: `Z`, its length, and whether a transaction is open. */
const READY_BYTES = 6;
const READY = 0x5a;
const IDLE = 0x49;

/**
 * Lets several clients use one session: whoever begins a transaction has it until that has ended. The next in line goes on at once,
 * before the former has read its answer.
 */
export function takeTurns(askAlone: AskAlone, longestWaitMs = LONGEST_WAIT_MS): Turns {
  const waiting: Waiting[] = [];
  /** Who is inside a transaction. */
  let holder: number | null = null;
  let isBusy = false;
  let isTimed = false;

  function next(): Waiting | undefined {
    if (holder === null) return waiting.shift();
    const index = waiting.findIndex(({ client }) => client === holder);
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  }

  async function work(): Promise<void> {
    isBusy = true;
    for (let one = next(); one !== undefined; one = next()) {
      try {
        const answer = await one.run();
        holder = isIdle(answer) ? null : one.client;
        one.resolve(answer);
      } catch (error) {
        holder = null;
        one.reject(error);
      }
    }
    isBusy = false;
    if (waiting.length > 0 && !isTimed) lookAgainIn(longestWaitMs);
  }

  function lookAgainIn(ms: number): void {
    isTimed = true;
    // Whoever waits has something else that keeps the process running.
    setTimeout(refuseTheLate, ms).unref();
  }

  function refuseTheLate(): void {
    isTimed = false;
    const nowMs = performance.now();
    while (waiting[0] !== undefined && nowMs - waiting[0].sinceMs >= longestWaitMs) {
      const error = new Error('Connection terminated: another transaction kept the database for too long');
      waiting.shift()?.reject(error);
    }
    const [first] = waiting;
    if (first !== undefined) lookAgainIn(longestWaitMs - (nowMs - first.sinceMs));
  }

  function queue(client: number | null, run: () => Promise<Uint8Array>): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      waiting.push({ client, run, resolve, reject, sinceMs: performance.now() });
      if (!isBusy) void work();
    });
  }

  return {
    ask: (messages, client) => queue(client, () => askAlone(messages)),
    async alone(run) {
      await queue(null, async () => {
        await run();
        return NOTHING;
      });
    },
  };
}

function isIdle(answer: Uint8Array): boolean {
  const at = answer.length - READY_BYTES;
  return answer[at] !== READY || answer[at + READY_BYTES - 1] === IDLE;
}
