import { readFileSync } from 'node:fs';
import { ERRORS, type ErrorCode } from '@svc/contract';
import { expect, test } from 'vitest';
import { FIXES } from '../../../cli/src/fixes.js';
import { tableRows } from './markdown.js';

const text = readFileSync(new URL('../../../../docs/troubleshooting.md', import.meta.url), 'utf8');
const rows = tableRows(text).filter(([status = '']) => /^\d{3}$/.test(status));

test('the guide has every error that an integration meets, and none that the service does not answer, each once', () => {
  const documented = rows.map(([status, message]) => `${status} ${message}`);
  const rowOf = (code: ErrorCode) => `${ERRORS[code].status} \`${ERRORS[code].text}\``;
  const codes = Object.keys(ERRORS) as ErrorCode[];
  expect(documented).toEqual(expect.arrayContaining(codes.filter((code) => FIXES[code] !== null).map(rowOf)));
  expect(codes.map(rowOf)).toEqual(expect.arrayContaining(documented));
  expect(documented).toHaveLength(new Set(documented).size);
});

test('each has a cause and something to do', () => {
  for (const row of rows) {
    expect(row, row.join(' | ')).toHaveLength(4);
    expect(row[2]).toMatch(/\w/);
    expect(row[3]).toMatch(/\w/);
  }
});
