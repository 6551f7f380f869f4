type Cell = string | number | bigint | null;

/**
 * Rows as a CSV file (RFC 4180), with a line of names first. A text that a spreadsheet would run as a formula is
 * written with an apostrophe before it.
 */
export function toCsv(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [names, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
