import { readFileSync } from 'node:fs';
import { ERRORS } from '@svc/contract';
import { expect, test } from 'vitest';
import { rowsOf } from './markdown.js';

const text = readFileSync(new URL('../../../../docs/troubleshooting.md', import.meta.url), 'utf8');
const rows = rowsOf(text).filter(([status = '']) => /^\d{3}$/.test(status));

test('the guide has every error that the service answers, and none that it does not, each once', () => {
  const told = rows.map(([status, message]) => `${status} ${message}`);
  const answered = Object.values(ERRORS).map(({ status, text: message }) => `${status} \`${message}\``);
  expect(told.toSorted()).toEqual(answered.toSorted());
});

test('each has a cause and something to do', () => {
  for (const row of rows) {
    expect(row, row.join(' | ')).toHaveLength(4);
    expect(row[2]).toMatch(/\w/);
    expect(row[3]).toMatch(/\w/);
  }
});
