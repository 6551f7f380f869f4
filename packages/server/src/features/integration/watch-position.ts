/** Up to where a watcher has seen each of the things that happen, in the order of each. */
export interface WatchPosition {
  readonly clickedMs: number;
  readonly clickNumber: number;
  /** The number of the last event of the workspace. */
  readonly sequence: number;
  /** When the last refused requests were written, in microseconds. */
  readonly refusedUs: number;
}

/** A position as callers keep it. */
export function formatPosition({ clickedMs, clickNumber, sequence, refusedUs }: WatchPosition): string {
  return [clickedMs, clickNumber, sequence, refusedUs].join('.');
}

/** null: nobody was ever given this. */
export function parsePosition(text: string): WatchPosition | null {
  if (!/^\d{1,16}(\.\d{1,16}){3}$/.test(text)) return null;
  const [clickedMs = 0, clickNumber = 0, sequence = 0, refusedUs = 0] = text.split('.').map(Number);
  const numbers = [clickedMs, clickNumber, sequence, refusedUs];
  return numbers.every(Number.isSafeInteger) ? { clickedMs, clickNumber, sequence, refusedUs } : null;
}
