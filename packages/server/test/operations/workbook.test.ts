import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import readSheets from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import type { Cell, Column } from '../../src/operations/list-columns.js';
import { writeWorkbook } from '../../src/operations/workbook.js';

const COLUMNS: readonly Column[] = [
  { title: 'transaction_id', kind: 'text' },
  { title: 'amount', kind: 'amount' },
  { title: 'day', kind: 'day' },
  { title: 'occurred_at', kind: 'time' },
  { title: 'test_mode', kind: 'boolean' },
  { title: 'sales', kind: 'number' },
  { title: 'percent', kind: 'percent' },
];

async function* inOrder(rows: readonly (readonly Cell[])[]) {
  yield* rows;
}

function workbookOf(rows: readonly (readonly Cell[])[], columns = COLUMNS, maxRows?: number) {
  return buffer(
    writeWorkbook(inOrder(rows), { columns, name: 'sales', ...(maxRows !== undefined && { maxRows }) }),
  );
}

/** The cells of one column of text, as a library of others reads them. */
async function readTexts(texts: readonly string[]) {
  const file = await workbookOf(
    texts.map((text) => [text]),
    [{ title: 'text', kind: 'text' }],
  );
  const [sheet] = await readSheets(file, { trim: false });
  return sheet?.data.slice(1).map(([cell]) => cell);
}

describe('workbooks', () => {
  test('have numbers, days, times and booleans as such, as other programs read them', async () => {
    // This time is exact as a fraction of a day: the reader cuts off what is not.
    const row = ['00123', '-1234.56', '2026-01-05', '2026-01-05T12:45:00Z', 'true', 12n, '12.50'];
    const [sheet] = await readSheets(await workbookOf([row, COLUMNS.map(() => null)]));
    expect([sheet?.sheet, sheet?.data]).toEqual([
      'sales',
      [
        ['transaction_id', 'amount', 'day', 'occurred_at (UTC)', 'test_mode', 'sales', 'percent'],
        ['00123', -1234.56, new Date('2026-01-05'), new Date('2026-01-05T12:45:00Z'), true, 12, 12.5],
      ],
    ]);
  });

  test('keep as text what a spreadsheet would rewrite or run', async () => {
    const texts = ['00123', '1E5', '123456789012345678', '1.05', '01.05.2026', 'TRUE', '#REF!', '12:30'];
    const formulas = ['=1+1', '+49 30 1234', '-5', '@SUM(A1)', "'quoted", '=HYPERLINK("https://x.test")'];
    const others = ['_x0041_', '<b>&amp;', 'two\nlines', ' spaces ', 'ä€😀', 'a\u0009b'];
    expect(await readTexts([...texts, ...formulas])).toEqual([...texts, ...formulas]);
    const file = await workbookOf(
      others.map((text) => [text]),
      [{ title: 'text', kind: 'text' }],
    );
    const { sheets } = await readXlsx(file);
    expect(sheets[0]?.rows.slice(1).map(([cell]) => cell)).toEqual(others);
  });

  test('write numbers that a spreadsheet would round, and days before its first one, as text', async () => {
    const long = ['o', '9007199254740.9911', '1812-01-05', '0001-01-01T00:00:00Z', 'false', 10n ** 18n, null];
    const [sheet] = await readSheets(await workbookOf([long]));
    expect(sheet?.data[1]?.slice(1, 6)).toEqual([
      '9007199254740.9911',
      '1812-01-05',
      '0001-01-01T00:00:00Z',
      false,
      '1000000000000000000',
    ]);
  });

  test('show each amount with the decimals of its currency', async () => {
    const amounts = ['500', '1234.50', '1.005', '-0.01', '7'];
    const file = await workbookOf(amounts.map((amount) => ['o', amount]));
    const { sheets } = await readXlsx(file, { readStyles: true });
    const formats = amounts.map((_, at) => sheets[0]?.cells?.get(`${at + 1},1`)?.style?.numFmt);
    expect(formats).toEqual(['#,##0', '#,##0.00', '#,##0.000', '#,##0.00', '#,##0']);
  });

  test('go on in a second sheet where one is full, below the same names of columns', async () => {
    const rows = Array.from({ length: 7 }, (_, at) => [`order-${at}`, `${at}.25`]);
    const sheets = await readSheets(await workbookOf(rows, COLUMNS.slice(0, 2), 4));
    expect(sheets.map(({ sheet, data }) => [sheet, data.length, data[0]?.[1], data[1]])).toEqual([
      ['sales', 4, 'amount', ['order-0', 0.25]],
      ['sales_2', 4, 'amount', ['order-3', 3.25]],
      ['sales_3', 2, 'amount', ['order-6', 6.25]],
    ]);
    expect(await readSheets(await workbookOf(rows.slice(0, 3), COLUMNS.slice(0, 2), 4))).toHaveLength(1);
  });

  test('say in a cell that is full how much of its text is missing', async () => {
    const whole = 'x'.repeat(32_767);
    const [fits, cut, pairs] = (await readTexts([whole, `${whole}y`, '😀'.repeat(20_000)])) ?? [];
    expect(fits).toBe(whole);
    expect(String(cut)).toMatch(/^x+ … \(\d+ more characters; the CSV file has them all\)$/);
    const [, shown = '', missing] = /^(x+) … \((\d+) more/.exec(String(cut)) ?? [];
    expect(shown.length + Number(missing)).toBe(32_768);
    expect([cut, pairs].filter((text) => String(text).length > 32_767)).toEqual([]);
    expect(String(pairs).isWellFormed()).toBe(true);
  });

  test('take rows only as they are read, and stop where their reader is gone', async () => {
    let taken = 0;
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) {
          taken++;
          yield [`order-${Math.sin(taken)}`, '1.00'];
        }
      } finally {
        isClosed = true;
      }
    }
    for await (const chunk of writeWorkbook(endless(), { columns: COLUMNS.slice(0, 2), name: 'sales' })) {
      if (chunk.length > 1000) break;
    }
    await expect.poll(() => isClosed).toBe(true);
    expect(taken).toBeLessThan(50_000);
  });
});
