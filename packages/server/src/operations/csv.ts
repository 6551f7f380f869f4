type Cell = string | number | bigint | null;

/** Before CSV, it says UTF-8 to spreadsheets that would guess otherwise. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * What is written exactly as it is, because banks, PayPal and Wise read it, and because a spreadsheet can make nothing worse
 * of it than a number: amounts, phone numbers and email addresses, whatever they begin with. Partners type them, but
 * nothing that fits these patterns can call a function or start a program.
 */
const EXACT = [
  /^-?\d+(\.\d+)?$/,
  /^\+\d[\d ().-]{2,30}\d$/,
  /^[a-z0-9_+-][a-z0-9_+.-]*@[a-z0-9][a-z0-9.-]*\.[a-z]{2,}$/i,
];

/**
 * Where a spreadsheet would begin to read a formula. That is also inside of a cell: one that takes `;` for the separator
 * does not know the quotes of a cell behind a comma for such, and begins a new cell at each `;` and a new row at each line.
 */
const FORMULA = /(?=[=+\-@\t\r])(?<=(?:^|[;\t\r\n])"*)/g;

/**
 * Rows as a CSV file (RFC 4180), with a line of names first. Text that a spreadsheet would run as a formula is written with an
 * apostrophe before it: names and account details are typed by partners, and the file is opened by those who pay them.
 */
export function toCsv(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([names, ...rows]);
}

/** Further lines of a CSV file. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string' || EXACT.some((pattern) => pattern.test(cell))) return String(cell);
  const text = cell.replaceAll(FORMULA, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
