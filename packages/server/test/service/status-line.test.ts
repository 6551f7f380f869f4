import { describe, expect, test } from 'vitest';
import { createStatusLine } from '../../src/service/status-line.js';
import { describeProgress, describeSpeed } from '../../src/service/verify-texts.js';

function recordingStream(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

describe('a status line', () => {
  test('erases the line before it, and itself in the end', () => {
    const stream = recordingStream(true);
    const status = createStatusLine(stream);
    status.show('one');
    status.show('two');
    status.clear();
    status.clear();
    expect(stream.written).toEqual(['\r\u001b[2Kone', '\r\u001b[2Ktwo', '\r\u001b[2K']);
  });

  test('is never as wide as the terminal, which would wrap it', () => {
    const stream = recordingStream(true, 5);
    createStatusLine(stream).show('123456');
    expect(stream.written).toEqual(['\r\u001b[2K1234']);
  });

  test('writes nothing where there is no terminal', () => {
    const stream = recordingStream(false);
    const status = createStatusLine(stream);
    status.show('one');
    status.clear();
    expect(stream.written).toEqual([]);
  });
});

test('progress is a bar, the check and the rows it has read', () => {
  const progress = { check: 'commissions', number: 3, checks: 4 };
  expect(describeProgress({ ...progress, rows: null })).toBe('[##########..........] 3/4 commissions');
  expect(describeProgress({ ...progress, rows: { table: 'sales', read: 2000, of: 5000 } })).toBe(
    '[############........] 3/4 commissions: 2,000 of 5,000 sales',
  );
  expect(describeProgress({ ...progress, rows: { table: 'sales', read: 0, of: 0 } })).toBe(
    '[##########..........] 3/4 commissions: 0 of 0 sales',
  );
});

test.each([
  [12_345_678, 42_000, '12,345,678 rows in 42 s (294,000 rows/s)'],
  [4_321, 1_640, '4,321 rows in 1.6 s (2,630 rows/s)'],
  [1, 0, '1 row in 0.1 s (1,000 rows/s)'],
  [0, 12, '0 rows in 0.1 s (0 rows/s)'],
])('%d rows in %d ms are said in one line', (rows, ms, line) => {
  expect(describeSpeed(rows, ms)).toBe(line);
});
