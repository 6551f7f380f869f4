import { pino } from 'pino';
import { expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { listJobs } from '../../src/work/list-jobs.js';
import { DUE_OF_JOBS, isDueAfterLeap } from '../../src/work/next-moment.js';

test('simulations know of every job when it finds something to do', () => {
  const parts = { pool: null, ids: null, processor: null, encryption: null, deliverer: null } as never;
  const jobs = listJobs({
    ...(parts as object as Parameters<typeof listJobs>[0]),
    logger: pino({ level: 'silent' }),
    signal: new AbortController().signal,
    clickRetentionMonths: 12,
    now: systemNow,
  });
  expect(Object.keys(DUE_OF_JOBS).sort()).toEqual(jobs.map(({ name }) => name).sort());
});

test('what has become old is removed where time stays, and everything else at every moment', () => {
  expect(isDueAfterLeap('forget-visitors', { isLast: false })).toBe(false);
  expect(isDueAfterLeap('forget-visitors', { isLast: true })).toBe(true);
  expect(isDueAfterLeap('mature-commissions', { isLast: false })).toBe(true);
});
