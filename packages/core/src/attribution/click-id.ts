import type { ClickKey } from '../model.js';

const CLICK_ID = /^cust_(0|[1-9][0-9]{0,15})_(0|[1-9][0-9]{0,15})$/;

/** Writes a click id: `cust_<number>_<epoch-milliseconds>`. Specification section 2. */
export function formatClickId(key: ClickKey): string {
  return `cust_${key.number}_${key.clickedMs}`;
}

/**
 * Reads a click id back into its two numbers. Ids are compared exactly, so anything that `formatClickId` would not
 * write, leading zeros and numbers past 2^53 included, is null: an unknown click.
 */
export function parseClickId(text: string): ClickKey | null {
  const match = CLICK_ID.exec(text);
  if (match === null) return null;
  const number = Number(match[1]);
  const clickedMs = Number(match[2]);
  return Number.isSafeInteger(number) && Number.isSafeInteger(clickedMs) ? { number, clickedMs } : null;
}

const DAY_MS = 86_400_000;

/** Whether a click can still be given credit at `atMs`: it is at most `cookieWindowDays` old. */
export function isClickInWindow(clickedMs: number, cookieWindowDays: number, atMs: number): boolean {
  return atMs - clickedMs <= cookieWindowDays * DAY_MS;
}
