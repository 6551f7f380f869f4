import { expect, test } from 'vitest';
import { findClockUses, findOtherSqlTimes } from './find-clock-uses.js';

test.each([
  'Date.now()',
  'const now = Date.now;',
  'globalThis.Date.now()',
  "Date['now']()",
  'new Date()',
  'new Date',
  'Date()',
])('%s asks the machine for the time', (text) => {
  expect(findClockUses('one.ts', `const a = 1;\n${text}`)).toHaveLength(1);
  expect(findClockUses('one.ts', `const a = 1;\n${text}`)[0]).toMatch(/^2: /);
});

test.each([
  'new Date(atMs)',
  'Date.UTC(2026, 0)',
  'Date.parse(text)',
  '// Date.now()',
  "'Date.now()'",
  'performance.now()',
])('%s does not', (text) => {
  expect(findClockUses('one.ts', text)).toEqual([]);
});

test('SQL asks for the time by names that can be replaced', () => {
  expect(findOtherSqlTimes('select now(), clock_timestamp(), current_timestamps')).toEqual([]);
  const others = [
    'CURRENT_TIMESTAMP',
    'current_date',
    'pg_catalog.now()',
    "'now'::timestamptz",
    'timeofday()',
  ];
  for (const text of others) expect(findOtherSqlTimes(`select 1,\n${text}`)).toHaveLength(1);
});
