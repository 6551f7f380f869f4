import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tableRows } from './markdown.js';

const root = new URL('../../../../', import.meta.url);
const text = readFileSync(new URL('docs/security.md', root), 'utf8');

/** Rows of the tables that name tests, which have four columns, without their headings. */
const rows = tableRows(text).filter(
  (row) => row.length === 4 && row[3] !== 'test' && !/^-+$/.test(row[1] ?? ''),
);

function fileOf(path: string): URL {
  const isElsewhere = path.startsWith('packages/') || path.startsWith('e2e/');
  return new URL(isElsewhere ? path : `packages/server/test/${path}`, root);
}

test('every threat names a test, and every test that is named exists', () => {
  expect(rows.length).toBeGreaterThan(45);
  for (const [what = '', status = '', , tests = ''] of rows) {
    const paths = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    if (status !== 'does not apply') expect(paths.length, what).toBeGreaterThan(0);
    for (const path of paths) expect(existsSync(fileOf(path)), `${what}: ${path}`).toBe(true);
  }
});

test('every chapter of the verification standard is answered', () => {
  const chapters = rows.map(([chapter = '']) => /^V(\d+) /.exec(chapter)?.[1]).filter(Boolean);
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => String(index + 1)));
});
