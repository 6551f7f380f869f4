type Cell = string | number | bigint | null;

/** As it is, an amount or another number can only be read as that, whatever its sign. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Where a spreadsheet would begin to read a formula. That is also inside of a cell: one that takes `;` for the separator
 * does not know the quotes of a cell behind a comma for such, and begins a new cell at each `;` and a new row at each line.
 */
const FORMULA = /(?=[=+\-@\t\r])(?<=(?:^|[;\t\r\n])"*)/g;

/**
 * Rows as a CSV file (RFC 4180), with a line of names first. What a spreadsheet would run as a formula is written with an
 * apostrophe before it.
 */
export function toCsv(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [names, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string' || NUMBER.test(cell)) return String(cell);
  const text = cell.replaceAll(FORMULA, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
