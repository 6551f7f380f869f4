import { setImmediate } from 'node:timers/promises';

/** How long work computes before it lets the other work of its thread run. */
const LONGEST_TURN_MS = 4;

/** Divides long work into turns, between which its thread answers requests. */
export interface Pacer {
  /** Resolves at once within a turn, and after all waiting work of the thread at its end. Rejects when `signal` is aborted. */
  pause(): Promise<void>;
}

/** A pacer whose first turn begins now. */
export function createPacer(signal?: AbortSignal | null): Pacer {
  let startedMs = performance.now();
  return {
    async pause() {
      signal?.throwIfAborted();
      if (performance.now() - startedMs < LONGEST_TURN_MS) return;
      await setImmediate();
      startedMs = performance.now();
    },
  };
}
