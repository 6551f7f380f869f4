import type { VerifyProgress } from '../verify/verify.js';
import { drawBar } from './status-line.js';

const { format } = new Intl.NumberFormat('en-US');

/** Progress as one line: `[####................] 4/14 sales`. */
export function describeProgress({ check, number, checks, rows }: VerifyProgress): string {
  const part = rows === null || rows.of === 0 ? 0 : rows.read / rows.of;
  const counted = rows === null ? '' : `: ${format(rows.read)} of ${format(rows.of)} ${rows.table}`;
  return `${drawBar((number - 1 + part) / checks)} ${number}/${checks} ${check}${counted}`;
}

/** How much was checked, how long that took, and how fast it was: `12,345,678 rows in 42 s (294,000 rows/s)`. */
export function describeSpeed(rows: number, ms: number): string {
  const seconds = Math.max(ms, 1) / 1000;
  const shownSeconds = seconds < 10 ? Math.max(seconds, 0.1).toFixed(1) : format(Math.round(seconds));
  const rowsPerSecond = Math.round(Number((rows / seconds).toPrecision(3)));
  return `${format(rows)} row${rows === 1 ? '' : 's'} in ${shownSeconds} s (${format(rowsPerSecond)} rows/s)`;
}
