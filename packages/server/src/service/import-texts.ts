import { formatMoney, type ImportReport, type ImportSums } from '@svc/contract';
import { describeProblem } from '../features/imports/problem.js';

/** Partners that the table shows; the page shows all. */
const MOST_PARTNERS = 40;
const COUNTS = ['partners', 'customers', 'sales', 'refunds', 'commissions'] as const;
const HEADERS = [
  'partner',
  'customers',
  'sales',
  'paid by customers',
  'refunded',
  'commissions',
  'unpaid',
  'paid',
];

/** What files come to, as tables of a terminal. */
export function describeImport(report: ImportReport, columns: number): string[] {
  const { system, files, partners, totals, notes } = report;
  const widest = Math.max(...files.map(({ name }) => name.length));
  const cells = [
    HEADERS,
    ...partners.slice(0, MOST_PARTNERS).flatMap((partner) => partnerRows(partner)),
    ...totals.map((sums, index) =>
      ['', '', ...sumCells(sums)].map((cell, at) => (at === 0 && index === 0 ? 'total' : cell)),
    ),
  ];
  const differing = partners.filter(({ differences }) => differences.length > 0);
  return [
    `files of ${system}`,
    ...files.map(
      ({ name, kind, rows }) => `  ${name.padEnd(widest)}  ${String(rows).padStart(9)} rows  ${kind}`,
    ),
    '',
    `${' '.repeat(14)}${'new'.padStart(10)}${'here already'.padStart(15)}`,
    ...COUNTS.map(
      (what) =>
        `  ${what.padEnd(12)}${String(report.new[what]).padStart(10)}${String(report.known[what]).padStart(15)}`,
    ),
    '',
    ...(partners.length === 0 ? [] : table(cells, columns)),
    ...(partners.length > MOST_PARTNERS ? [`  … and ${partners.length - MOST_PARTNERS} more partners`] : []),
    ...(partners.length === 0 ? [] : ['']),
    ...differing.flatMap(({ email, differences }) => differences.map((text) => `differs  ${email}: ${text}`)),
    ...notes.map((text) => `note     ${text}`),
  ];
}

/** The bad rows, and that nothing was imported. */
export function describeProblems({ problems, problem_count: count }: ImportReport): string[] {
  const more = count - problems.length;
  return [
    ...problems.map((problem) => `problem  ${describeProblem(problem)}`),
    ...(more > 0 ? [`… and ${more} more`] : []),
    `${count} ${count === 1 ? 'problem' : 'problems'}: nothing was imported`,
  ];
}

function partnerRows({ email, is_new, customers, sums }: ImportReport['partners'][number]): string[][] {
  const name = `${email}${is_new ? '' : ' (here already)'}`;
  if (sums.length === 0) return [[name, String(customers), '', '', '', '', '', '']];
  return sums.map((one, index) => [
    index === 0 ? name : '',
    index === 0 ? String(customers) : '',
    ...sumCells(one),
  ]);
}

function sumCells(sums: ImportSums): string[] {
  const money = (cents: bigint) => formatMoney(cents, sums.currency);
  return [
    String(sums.sales),
    money(sums.sales_cents),
    money(sums.refunded_cents),
    String(sums.commissions),
    money(sums.unpaid_cents),
    money(sums.paid_cents),
  ];
}

/** Cells in columns, the first to the left and the numbers to the right; the first gives way where the terminal is narrow. */
function table(rows: readonly (readonly string[])[], columns: number): string[] {
  const widths = HEADERS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 2);
  const first = Math.max(12, Math.min(widths[0] ?? 0, columns - others));
  return rows.map((row) => {
    const [name = '', ...numbers] = row;
    const shown = name.length > first ? `${name.slice(0, first - 1)}…` : name;
    return `  ${shown.padEnd(first)}${numbers.map((cell, at) => `  ${cell.padStart(widths[at + 1] ?? 0)}`).join('')}`;
  });
}
