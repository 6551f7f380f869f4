import type { CellStyle, CellValue } from 'hucre/xlsx';
import type { Cell, CellKind, Column } from './list-columns.js';

/** The media type of a workbook. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** How many rows a sheet holds, the names of the columns included. */
const MAX_ROWS = 1_048_576;
/** How many UTF-16 units a cell holds. */
const MAX_CELL_LENGTH = 32_767;
/** Spreadsheets round what has more digits. */
const MAX_DIGITS = 15;
/** The first day that spreadsheets of all makers count alike. */
const FIRST_DAY_MS = Date.UTC(1900, 2, 1);

/** Width in characters, and the format of what stands in the cells. */
const KINDS: Readonly<Record<CellKind, { readonly width: number; readonly numFmt: string }>> = {
  text: { width: 24, numFmt: '@' },
  number: { width: 14, numFmt: '0' },
  amount: { width: 16, numFmt: '#,##0' },
  percent: { width: 10, numFmt: '0.00' },
  day: { width: 12, numFmt: 'yyyy-mm-dd' },
  time: { width: 20, numFmt: 'yyyy-mm-dd hh:mm:ss' },
  boolean: { width: 10, numFmt: 'General' },
};
const TITLE: CellStyle = { font: { bold: true } };

interface TypedCell {
  readonly value: CellValue;
  readonly style: CellStyle;
}

/**
 * Rows as a workbook (Office Open XML), written while they are taken, in constant memory. Text is never a formula. Rows beyond those that
 * one sheet holds go on in a second one, `<name>_2`, below the same names of columns. `maxRows` is for tests.
 */
export async function* writeWorkbook(
  rows: AsyncIterable<readonly Cell[]>,
  {
    columns,
    name,
    maxRows = MAX_ROWS,
  }: { readonly columns: readonly Column[]; readonly name: string; readonly maxRows?: number },
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  let current: readonly TypedCell[] = [];
  async function* values() {
    for await (const row of rows) {
      current = row.map((cell, at) => typedCell(cell, columns[at]?.kind ?? 'text'));
      yield current.map(({ value }) => value);
    }
  }
  yield* writeXlsxStream(values(), {
    name,
    freezePane: { rows: 1 },
    maxRowsPerSheet: maxRows,
    columns: columns.map(({ title, kind }, at) => ({
      header: escapedText(kind === 'time' ? `${title} (UTC)` : title),
      width: Math.max(KINDS[kind].width, title.length + 2),
      // Read for each cell: amounts of one column have the decimals of their own currency.
      get style() {
        return current[at]?.style ?? TITLE;
      },
    })),
  });
}

/** A cell with its type; what a spreadsheet would round or not know is text. */
function typedCell(cell: Cell, kind: CellKind): TypedCell {
  const style = STYLES[kind];
  if (cell === null) return { value: null, style };
  const text = String(cell);
  if (kind === 'boolean') return { value: text === 'true', style };
  if (kind === 'day' || kind === 'time') {
    const date = new Date(text);
    return date.getTime() >= FIRST_DAY_MS ? { value: date, style } : textCell(text);
  }
  if (kind === 'text' || !isExactNumber(text)) return textCell(text);
  const [, decimals = ''] = text.split('.');
  return { value: Number(text), style: kind === 'amount' ? amountStyle(decimals.length) : style };
}

/** Styles are compared by value, so that each is in the file once. */
const STYLES = Object.fromEntries(
  Object.entries(KINDS).map(([kind, { numFmt }]) => [kind, { numFmt }]),
) as unknown as Readonly<Record<CellKind, CellStyle>>;
const AMOUNT_STYLES: readonly CellStyle[] = [0, 1, 2, 3, 4].map((digits) => ({
  numFmt: digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`,
}));

function amountStyle(digits: number): CellStyle {
  return AMOUNT_STYLES[digits] ?? STYLES.amount;
}

function isExactNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && text.replaceAll(/[-.]/g, '').length <= MAX_DIGITS;
}

function textCell(text: string): TypedCell {
  return { value: escapedText(fittingText(text)), style: STYLES.text };
}

/** Text that is too long for a cell ends with how much is missing, and where it is whole. */
function fittingText(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text;
  const note = (missing: number) => ` … (${missing} more characters; the CSV file has them all)`;
  const room = MAX_CELL_LENGTH - note(text.length).length;
  const start = text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '');
  return `${start}${note(text.length - start.length)}`;
}

/** What a workbook would read as an escaped character (`_x0041_`) stays as it is; characters that XML has not are replaced. */
function escapedText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
}
