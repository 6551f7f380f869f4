import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { UnavailableError } from '../../ingest/unavailable-error.js';
import type { LongControl, LongJob, LongRequest, LongWork } from '../../operations/long-work.js';
import { RefusedError } from '../../operations/refused-error.js';
import {
  failJob,
  finishJob,
  insertJob,
  type JobState,
  LOST,
  refuseCancel,
  updateJob,
} from './stored-jobs.js';
import { createWorkQueue, type WorkQueue } from './work-queue.js';

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

/** Work that waits or runs. */
interface Begun<Answer> {
  readonly outcome: Promise<Answer>;
  readonly state: JobState;
  readonly stop: AbortController;
  /** Lets the work go on when its caller goes. */
  release(): void;
  /** Says that the request was answered with this job. */
  follow(job: Promise<number>): void;
}

/** Creates the queue of long work, see `LongWork`. A job whose request was answered is stored, so that every process knows its progress. */
export function createLongWork(options: LongWorkOptions): LongWork {
  const { pool, takeFile, patienceMs = PATIENCE_MS } = options;
  const queue = createWorkQueue();
  const stops = new Set<AbortController>();
  const ends = new Set<Promise<unknown>>();
  return {
    async run(request) {
      const waitSeconds = request.kind === 'file' ? takeFile(request.account) : 0;
      if (waitSeconds > 0) throw new RefusedError('rate_limited', { retryAfterSeconds: waitSeconds });
      const begun = begin(queue, request, pool);
      const { outcome, state, stop, release } = begun;
      stops.add(stop);
      const forget = () => stops.delete(stop);
      outcome.then(forget, forget);
      const answer = await within(outcome, Math.min(patienceMs, request.patienceMs ?? patienceMs));
      release();
      if (answer !== null) return answer;
      const { account, operation } = request;
      const inserted = insertJob(pool, { account, operation, state });
      begun.follow(inserted);
      const id = await inserted;
      const end = follow(options, id, request, begun).finally(() => ends.delete(end));
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

function begin<Answer>(
  queue: WorkQueue,
  { account, kind, gone, work }: LongRequest<Answer>,
  pool: Pool,
): Begun<Answer> {
  const stop = new AbortController();
  const { signal } = stop;
  const state: { -readonly [Field in keyof JobState]: JobState[Field] } = {
    status: 'waiting',
    done: 0,
    total: null,
    error: null,
    canCancel: true,
  };
  let job: Promise<number> | null = null;
  const cancel = () => stop.abort();
  if (kind !== 'import') gone.addEventListener('abort', cancel, { once: true });
  const control: LongControl = {
    signal,
    onProgress(done, total) {
      state.done = done;
      state.total = total;
    },
    async refuseCancel() {
      signal.throwIfAborted();
      state.canCancel = false;
      if (job !== null && !(await refuseCancel(pool, await job))) stop.abort();
      signal.throwIfAborted();
    },
  };
  const onStart = () => {
    state.status = 'running';
  };
  const outcome = queue.run(account, () => work(control), { signal, onStart });
  // The request or the job awaits it; a failure before that is not unhandled.
  outcome.catch(() => undefined);
  return {
    outcome,
    state,
    stop,
    release: () => gone.removeEventListener('abort', cancel),
    follow(inserted) {
      job = inserted;
    },
  };
}

/** Stores how far a job is until it ends, and then its result. */
async function follow<Answer>(
  { pool, logger }: LongWorkOptions,
  id: number,
  { operation, fileOf }: LongRequest<Answer>,
  { outcome, state, stop }: Begun<Answer>,
): Promise<void> {
  const report = setInterval(() => {
    updateJob(pool, id, state).then(
      (goesOn) => goesOn || stop.abort(),
      // The next report says the same.
      () => undefined,
    );
  }, REPORT_EVERY_MS).unref();
  try {
    const file = fileOf(await outcome);
    clearInterval(report);
    await finishJob(pool, id, { ...file, type: file.type ?? 'application/octet-stream' }, state);
  } catch (error) {
    clearInterval(report);
    const text = errorTextOf(error);
    if (text === FAILED) logger.error({ err: error, job: id, operation }, 'a job failed');
    await failJob(pool, id, text).catch((err) => logger.error({ err, job: id }, 'a job could not be stored'));
  }
}

/** Error of a failed job, as its account sees it. */
function errorTextOf(error: unknown): string {
  if (error instanceof RefusedError) return error.message;
  if (error instanceof UnavailableError) return LOST;
  return (error as Error).name === 'AbortError' ? 'Cancelled' : FAILED;
}

/** Result of a promise within some milliseconds; null after that. */
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
