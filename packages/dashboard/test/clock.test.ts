import { expect, test } from 'vitest';
import { learnServerTime, serverNow } from '../src/format/clock.js';
import { formatRelative } from '../src/format/time.js';

const at = (time: string) => Date.parse(`2026-03-04T${time}Z`);
const header = (time: string) => new Date(at(time)).toUTCString();

test('the time on screen is the time of the service, whatever the clock of the browser says', () => {
  expect(serverNow(at('12:00:00'))).toBe(at('12:00:00'));

  // Two minutes behind the service: within the second that its header names.
  learnServerTime(header('12:02:00'), at('12:00:00.400'));
  const first = serverNow(at('12:00:00.400'));
  expect(first).toBeGreaterThanOrEqual(at('12:02:00'));
  expect(first).toBeLessThanOrEqual(at('12:02:01'));

  // The same second agrees with what is known, and moves nothing.
  learnServerTime(header('12:02:00'), at('12:00:00.900'));
  expect(serverNow(at('12:00:00.400'))).toBe(first);

  // Set right again, the clock of the browser is followed.
  learnServerTime(header('12:05:00'), at('12:05:00.500'));
  expect(serverNow(at('12:05:00.500'))).toBeLessThanOrEqual(at('12:05:01'));

  learnServerTime('yesterday', at('12:00:00'));
  learnServerTime(null, at('12:00:00'));
  expect(Number.isFinite(serverNow(at('12:00:00')))).toBe(true);
});

test('what was recorded just now is not in the future, what comes is', () => {
  const now = at('12:00:00');
  expect(formatRelative('2026-03-04T12:00:01.500Z', now, 'en-US')).toBe('now');
  expect(formatRelative('2026-03-04T12:00:30Z', now, 'en-US')).toBe('in 30 seconds');
  expect(formatRelative('2026-03-04T11:59:56Z', now, 'en-US')).toBe('4 seconds ago');
});
