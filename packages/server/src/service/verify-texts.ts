import type { Difference, VerifyProgress } from '../verify/verify.js';
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

/** The first seal that the books do not match, or that there is none: one line about the seals of a file. */
export function describeKeptSeals(count: number, differences: readonly Difference[]): string {
  const named = differences.flatMap(({ table, id, what }) => {
    const match = SEAL_NAME.exec(table === 'seals' ? String(id) : what);
    return match === null ? [] : [{ workspaceId: Number(match[1]), number: Number(match[2]) }];
  });
  const [first] = named.sort((a, b) => a.workspaceId - b.workspaceId || a.number - b.number);
  if (first === undefined)
    return `the books match ${count === 1 ? 'the seal' : `all ${format(count)} seals`} of the file`;
  return `the first seal that does not match: workspace ${first.workspaceId}, seal ${first.number}`;
}

const SEAL_NAME = /workspace (\d+), seal (\d+)/;
