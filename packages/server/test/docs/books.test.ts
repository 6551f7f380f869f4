import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDED_TABLES } from '../../src/features/seals/recorded-tables.js';
import { SEALED_TABLES } from '../../src/features/seals/sealed-tables.js';
import { OUTSIDE } from '../verify/columns/outside.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/books.md'), 'utf8');

/** The rows of the table below a line that contains a text, without their white space. */
function rowsBelow(text: string): string[] {
  const rows = PAGE.slice(PAGE.indexOf(text))
    .split('\n\n')
    .find((block) => block.startsWith('|'));
  return (rows ?? '')
    .split('\n')
    .slice(2)
    .map((row) => row.replaceAll(/\s*\|\s*/g, '|'));
}

/** Columns that have the same reason, in one row. */
function byReason(reasons: Readonly<Record<string, string>>): string[] {
  const groups = new Map<string, string[]>();
  for (const [column, reason] of Object.entries(reasons))
    groups.set(reason, [...(groups.get(reason) ?? []), `\`${column}\``]);
  return [...groups].map(([reason, columns]) => `|${columns.join(', ')}|${reason}|`);
}

test('the page lists the columns that are sealed', () => {
  const rows = rowsBelow('## What a seal covers');
  for (const { name, columns, times } of SEALED_TABLES) {
    const row = rows.find((one) => one.startsWith(`|\`${name}\`|`)) ?? '';
    const listed = [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map(([, column]) => column);
    const sealed = [...columns, ...times].filter((column) => !['seal_salt', 'erased'].includes(column));
    expect(listed.toSorted(), name).toEqual(sealed.toSorted());
  }
});

test('the page lists the tables that are recorded, with the columns that are not', () => {
  expect(rowsBelow('These tables are recorded')).toEqual(
    RECORDED_TABLES.map(({ name, leftOut }) => {
      const columns = Object.keys(leftOut).map((column) => `\`${column}\``);
      return `|\`${name}\`|${columns.join(', ')}|${[...new Set(Object.values(leftOut))].join('; ')}|`;
    }),
  );
});

test('the page lists what stays outside, with the reason', () => {
  expect(rowsBelow('## What stays outside')).toEqual(byReason(OUTSIDE));
});
