/** How far the service's clock is ahead of the browser's, in milliseconds. */
let aheadMs = 0;

/** The `Date` header has whole seconds. */
const HEADER_STEP_MS = 1_000;

/**
 * Learns the service's time from the `Date` header of an answer. As long as what is known agrees with the header's second it stays,
 * so that times on screen do not jump to and fro.
 */
export function learnServerTime(dateHeader: string | null, browserMs = Date.now()): void {
  const serverMs = Date.parse(dateHeader ?? '');
  if (Number.isNaN(serverMs)) return;
  const least = serverMs - browserMs;
  aheadMs = Math.min(Math.max(aheadMs, least), least + HEADER_STEP_MS);
}

/** The time in milliseconds as the service has it: its answers are compared with this, whatever the browser's clock says. */
export function serverNow(browserMs = Date.now()): number {
  return browserMs + aheadMs;
}
