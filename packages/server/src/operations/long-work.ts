import type { FileAnswer, LongKind } from './operation.js';

/** What work that takes long reports to, and stops by. */
export interface LongControl {
  /** Aborted when the work is cancelled. */
  readonly signal: AbortSignal;
  /** How much of how much is done; `total` null while that is not known. */
  onProgress(done: number, total: number | null): void;
  /** Resolves when the work can no longer be cancelled; rejects where it was before. Only the end of the process aborts `signal` then. */
  refuseCancel(): Promise<void>;
}

/** How far a job is. */
export interface LongJob {
  readonly id: number;
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  readonly done: number;
  readonly total: number | null;
  readonly error: string | null;
  readonly canCancel: boolean;
}

/** Work that an account asks for. */
export interface LongRequest<Answer> {
  /** Who may see the job: `user <id>` or `management key <id>`. */
  readonly account: string;
  /** The operation's name. */
  readonly operation: string;
  readonly kind: LongKind;
  /** How long the caller waits for the answer before it takes a job; undefined: as long as requests do. */
  readonly patienceMs?: number | undefined;
  /** Aborted when the caller is gone, which stops work that only reads. */
  readonly gone: AbortSignal;
  work(control: LongControl): Promise<Answer>;
  /** The answer as a file, for callers who fetch it later. */
  fileOf(answer: Answer): FileAnswer;
}

/** Runs what takes long, a bounded number at a time. */
export interface LongWork {
  /**
   * The answer, or the job where it takes longer than a request waits. Rejects with `RefusedError` where the account has asked for too
   * much (`rate_limited`), or too much work waits (`work_queue_full`).
   */
  run<Answer>(request: LongRequest<Answer>): Promise<{ readonly answer: Answer } | { readonly job: LongJob }>;
  /** Cancels all work, and waits for its end. */
  close(): Promise<void>;
}
