import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { UnavailableError } from '../../ingest/unavailable-error.js';
import type { LongJob, LongRequest, LongWork } from '../../operations/long-work.js';
import { RefusedError } from '../../operations/refused-error.js';
import { failJob, finishJob, insertJob, type JobState, LOST, updateJob } from './stored-jobs.js';
import { createWorkQueue } from './work-queue.js';

/** How long a request waits for its answer; after that it gets a job. */
const PATIENCE_MS = 30_000;
const REPORT_EVERY_MS = 1_000;
const FAILED = 'Internal server error';

/** What long work needs. */
export interface LongWorkOptions {
  readonly pool: Pool;
  /** Counts a file that an account asks for: 0, or in how many seconds it may ask again. */
  readonly takeFile: (account: string) => number;
  readonly logger: Pick<Logger, 'error'>;
  /** How long requests wait (30,000); with 0 they all get a job. */
  readonly patienceMs?: number | undefined;
}

/** Runs what takes long; see `LongWork`. A job whose request was answered is stored, so that every process can tell how far it is. */
export function createLongWork({
  pool,
  takeFile,
  logger,
  patienceMs = PATIENCE_MS,
}: LongWorkOptions): LongWork {
  const queue = createWorkQueue();
  const stops = new Set<AbortController>();
  const ends = new Set<Promise<unknown>>();

  function begin<Answer>({ account, kind, gone, work }: LongRequest<Answer>) {
    const stop = new AbortController();
    const { signal } = stop;
    const state = { status: 'waiting', done: 0, total: null, error: null } as {
      -readonly [Field in keyof JobState]: JobState[Field];
    };
    const cancel = () => stop.abort();
    if (kind !== 'import') gone.addEventListener('abort', cancel, { once: true });
    const control = {
      signal,
      onProgress(done: number, total: number | null) {
        state.done = done;
        state.total = total;
      },
    };
    const onStart = () => {
      state.status = 'running';
    };
    stops.add(stop);
    const outcome = queue
      .run(account, () => work(control), { signal, onStart })
      .finally(() => stops.delete(stop));
    // Whoever awaits it hears of a failure; until then it is not unhandled.
    outcome.catch(() => undefined);
    return { outcome, state, cancel, release: () => gone.removeEventListener('abort', cancel) };
  }

  async function follow<Answer>(
    id: number,
    request: LongRequest<Answer>,
    begun: ReturnType<typeof begin<Answer>>,
  ) {
    const { outcome, state, cancel } = begun;
    const report = setInterval(() => {
      updateJob(pool, id, state).then(
        (goesOn) => goesOn || cancel(),
        // The next report says the same.
        () => undefined,
      );
    }, REPORT_EVERY_MS).unref();
    try {
      const file = request.fileOf(await outcome);
      clearInterval(report);
      await finishJob(pool, id, { ...file, type: file.type ?? 'application/octet-stream' });
    } catch (error) {
      clearInterval(report);
      const text = errorTextOf(error);
      if (text === FAILED)
        logger.error({ err: error, job: id, operation: request.operation }, 'a job failed');
      await failJob(pool, id, text).catch((err) =>
        logger.error({ err, job: id }, 'a job could not be stored'),
      );
    }
  }

  return {
    async run(request) {
      const waitSeconds = request.kind === 'file' ? takeFile(request.account) : 0;
      if (waitSeconds > 0) throw new RefusedError('rate_limited', { retryAfterSeconds: waitSeconds });
      const begun = begin(request);
      const { outcome, state, release } = begun;
      const answer = await within(outcome, patienceMs);
      release();
      if (answer !== null) return answer;
      const { account, operation } = request;
      const id = await insertJob(pool, { account, operation, state });
      const end = follow(id, request, begun).finally(() => ends.delete(end));
      ends.add(end);
      const job: LongJob = { id, ...state };
      return { job };
    },
    async close() {
      for (const stop of stops) stop.abort(new UnavailableError('the service is stopping'));
      await Promise.all(ends);
    },
  };
}

/** What the account is told of a job that failed. */
function errorTextOf(error: unknown): string {
  if (error instanceof RefusedError) return error.message;
  if (error instanceof UnavailableError) return LOST;
  return (error as Error).name === 'AbortError' ? 'Cancelled' : FAILED;
}

/** What a promise gives within some milliseconds; null where it gives nothing by then. */
async function within<Answer>(
  outcome: Promise<Answer>,
  ms: number,
): Promise<{ readonly answer: Answer } | null> {
  if (ms === 0) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([outcome.then((answer) => ({ answer })), late]);
  } finally {
    clearTimeout(timer);
  }
}
