import { stripVTControlCharacters, styleText } from 'node:util';
import { decimalOf } from '@svc/contract/currencies';
import { renderStep } from '@svc/contract/story';
import type { BalanceEntry, CommissionEntry } from './books.js';
import type { Mismatch } from './expectation.js';
import type { Outcome } from './run-scenario.js';

export interface Paper {
  readonly columns: number;
  readonly hasColor: boolean;
}

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const WIDEST = 120;
const MARGIN = '  ';
const GAP = '  ';
const WHY_INDENT = '    ';

/** The books of a scenario for a person: balances, commissions with their reasons, and what was checked. */
export function printOutcome(outcome: Outcome, paper: Paper): string {
  const columns = Math.max(Math.min(paper.columns, WIDEST), 60);
  const paint: Paint = (style, text) => (paper.hasColor ? styleText(style, text) : text);
  return [
    ...title(outcome, columns, paint),
    '',
    ...balanceLines(outcome.balances, paint),
    '',
    ...commissionLines(outcome.commissions, columns, paint),
    '',
    ...checkLines(outcome, columns, paint),
    '',
  ].join('\n');
}

function title({ name, started_at: from, ended_at: to }: Outcome, columns: number, paint: Paint): string[] {
  const period = `${from.slice(0, 10)} to ${to.slice(0, 10)}`;
  const room = columns - MARGIN.length - name.length - period.length;
  if (room < GAP.length) return ['', MARGIN + paint('bold', name), MARGIN + paint('dim', period)];
  return ['', `${MARGIN}${paint('bold', name)}${' '.repeat(room)}${paint('dim', period)}`];
}

const BALANCE_COLUMNS = [
  ['Earned', 'earned_cents'],
  ['Reversed', 'reversed_cents'],
  ['Pending', 'pending_cents'],
  ['Held', 'held_cents'],
  ['Payable', 'payable_cents'],
  ['Paid', 'paid_cents'],
] as const;

const LONGEST_NAME = 18;

function balanceLines(balances: readonly BalanceEntry[], paint: Paint): string[] {
  if (balances.length === 0) return [MARGIN + paint('dim', 'No partner has earned anything.')];
  const rows = [
    ['Partner', '', ...BALANCE_COLUMNS.map(([heading]) => heading)],
    ...balances.map((balance) => [
      shorten(balance.name, LONGEST_NAME),
      balance.currency,
      ...BALANCE_COLUMNS.map(([, field]) => amount(balance[field], balance.currency)),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row, index) => {
    const cells = row.map((cell, column) => {
      const padded = column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
      if (index === 0) return paint('dim', padded);
      if (column < 2) return padded;
      return /^[0.]+$/.test(cell) ? paint('dim', padded) : padded;
    });
    return MARGIN + cells.join(GAP).trimEnd();
  });
}

/** `1,234.50`, with the digits of the currency. */
function amount(cents: number, currency: string): string {
  const [whole = '', fraction] = decimalOf(cents, currency).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

const STATUS_STYLES: Readonly<Record<CommissionEntry['status'], Style>> = {
  pending: 'yellow',
  held: 'yellow',
  payable: 'green',
  paid: 'green',
  reversed: 'red',
};

function commissionLines(commissions: readonly CommissionEntry[], columns: number, paint: Paint): string[] {
  if (commissions.length === 0) return [MARGIN + paint('dim', 'No commissions.')];
  const amounts = commissions.map((one) => money(one.amount_cents, one.currency));
  const widest = {
    name: Math.max(...commissions.map(({ name }) => shorten(name, LONGEST_NAME).length)),
    amount: Math.max(...amounts.map((text) => text.length)),
  };
  let credited: string | undefined;
  return commissions.flatMap((one, index) => {
    const line = [
      paint('dim', one.created_at.slice(0, 10)),
      shorten(one.name, LONGEST_NAME).padEnd(widest.name),
      paint('bold', (amounts[index] ?? '').padStart(widest.amount)),
      paint(STATUS_STYLES[one.status], one.status.padEnd('reversed'.length)),
      paint('dim', saleOf(one)),
    ];
    const credit = sentences(one, CREDIT_STEPS);
    // Renewals repeat how their customer came, which is said once.
    const isSaid = credit.join(' ') === credited;
    credited = credit.join(' ');
    const reasons = [...(isSaid ? [] : credit), ...sentences(one, REASON_STEPS)];
    const room = columns - MARGIN.length - WHY_INDENT.length - GAP.length;
    const why = reasons.flatMap((reason) =>
      wrap(reason, room).map((text, row) => (row === 0 ? text : GAP + text)),
    );
    return [
      ...(index === 0 ? [] : ['']),
      MARGIN + line.join(GAP).trimEnd(),
      ...why.map((text) => MARGIN + WHY_INDENT + paint('dim', text)),
    ];
  });
}

const money = (cents: number, currency: string) => `${amount(cents, currency)} ${currency}`;

function saleOf({ sale, customer_key: customer, lead_id: lead }: CommissionEntry): string {
  const of = customer === null ? '' : ` to ${customer}`;
  if (sale === null) return lead === null ? '' : `lead${customer === null ? '' : ` ${customer}`}`;
  return `sale of ${money(sale.amount_cents, sale.currency)}${of}`;
}

type StepKind = CommissionEntry['steps'][number]['kind'];

/** Who is credited, and why; then what was earned, and what became of it. The line above says the rest. */
const CREDIT_STEPS: ReadonlySet<StepKind> = new Set<StepKind>(['click', 'code', 'credit', 'carried_code']);
const REASON_STEPS: ReadonlySet<StepKind> = new Set<StepKind>([
  ...(['earning', 'part', 'reward', 'none', 'flagged', 'held_from_start'] as const),
  ...(['refund', 'reverse', 'hold', 'release'] as const),
]);

function sentences({ steps }: CommissionEntry, kinds: ReadonlySet<StepKind>): string[] {
  const format = {
    money,
    share: (basisPoints: number) => `${basisPoints / 100} %`,
    time: (iso: string) => iso.slice(0, 16).replace('T', ' '),
  };
  return steps.filter(({ kind }) => kinds.has(kind)).map((step) => renderStep(step, 'team', format));
}

function checkLines({ ledger, expectations }: Outcome, columns: number, paint: Paint): string[] {
  const { movements, rows, differences } = ledger;
  const { checked, mismatches } = expectations;
  const marked = (mark: string, text: string) =>
    wrap(text, columns - 2 * MARGIN.length).map((line, row) => `${MARGIN}${row === 0 ? mark : ' '} ${line}`);
  const failed = (text: string) => marked(paint('red', '✗'), text);
  const passed = (text: string) => marked(paint('green', '✓'), text);
  const counted = `${count(movements, 'ledger movement')}, ${count(rows, 'row')} recomputed`;
  return [
    ...(differences.length === 0
      ? passed(`The books are right: ${counted}, no differences.`)
      : differences.flatMap(({ table, id, what }) => failed(`${table} ${id}: ${what}`))),
    ...(checked > 0 && mismatches.length === 0
      ? passed(`The books are as expected: ${count(checked, 'value')} compared.`)
      : mismatches.flatMap((mismatch) => failed(mismatchText(mismatch)))),
  ];
}

const count = (many: number, what: string) =>
  `${many.toLocaleString('en-US')} ${what}${many === 1 ? '' : 's'}`;

function mismatchText({ path, expected, actual }: Mismatch): string {
  return `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual) ?? 'nothing'}`;
}

/** Lines of at most so many columns, broken between words. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of stripVTControlCharacters(text).split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
