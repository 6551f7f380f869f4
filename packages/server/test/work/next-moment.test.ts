import { pino } from 'pino';
import { expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { listJobs } from '../../src/work/list-jobs.js';
import { DUE_OF_JOBS, isDueAfter } from '../../src/work/next-moment.js';

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

test('what has become old is removed where time stays and when a month begins, and everything else at every moment', () => {
  const at = (time: string) => Date.parse(time);
  const onTheWay = { fromMs: at('2031-01-30'), toMs: at('2031-01-31'), isLast: false };
  expect(isDueAfter('forget-visitors', onTheWay)).toBe(false);
  expect(isDueAfter('forget-visitors', { ...onTheWay, isLast: true })).toBe(true);
  expect(isDueAfter('forget-visitors', { ...onTheWay, toMs: at('2031-02-01') })).toBe(true);
  expect(isDueAfter('mature-commissions', onTheWay)).toBe(true);
});
