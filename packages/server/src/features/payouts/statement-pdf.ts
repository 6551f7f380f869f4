import type { StatementLanguage, StatementParties } from '@svc/contract';
import { decimalOf, exponentOf } from '@svc/contract';
import type { Task } from '../../operations/task.js';
import { createPdf, type PdfColumn, type PdfDocument, type PdfFacts } from './pdf-document.js';
import { MAX_LINES, type StatementLine } from './statement-lines.js';
import { STATEMENT_TEXTS, type StatementTexts } from './statement-texts.js';

/** What stands above the lines of any statement. */
export interface StatementHead {
  readonly number: string;
  readonly program: string;
  readonly parties: StatementParties;
  readonly language: StatementLanguage;
}

/** The statement of one payout. `account`: masked. */
export interface PayoutStatement extends StatementHead {
  readonly createdAt: Date;
  readonly status: 'open' | 'paid' | 'cancelled';
  readonly payeeName: string;
  readonly method: 'bank' | 'paypal' | 'wise' | null;
  readonly account: string | null;
  readonly reference: string | null;
  readonly settledAt: Date | null;
  readonly amountCents: number;
  readonly currency: string;
  readonly lines: readonly StatementLine[];
}

/** A payout in the statement of a month. */
export interface MonthPayout {
  readonly id: number;
  readonly createdAt: Date;
  readonly status: 'open' | 'paid' | 'cancelled';
  readonly amountCents: number;
  readonly currency: string;
}

/** The statement of a month (UTC): what was earned in it, and the payouts created in it. */
export interface MonthStatement extends StatementHead {
  /** Its first moment. */
  readonly month: Date;
  readonly lines: readonly StatementLine[];
  readonly payouts: readonly MonthPayout[];
  /** By currency, over all lines. */
  readonly totals: readonly { readonly currency: string; readonly amountCents: bigint }[];
}

/** Draws the statement of a payout as a PDF file. */
export const drawPayout: Task<PayoutStatement, Uint8Array> = {
  name: 'draw-payout',
  async *run(statement) {
    yield await payoutPdf(statement);
  },
};

/** Draws the statement of a month as a PDF file. */
export const drawMonth: Task<MonthStatement, Uint8Array> = {
  name: 'draw-month',
  async *run(statement) {
    yield await monthPdf(statement);
  },
};

async function payoutPdf(statement: PayoutStatement): Promise<Buffer> {
  const texts = STATEMENT_TEXTS[statement.language];
  const { parties, amountCents, currency } = statement;
  const pdf = await openStatement(
    statement,
    texts,
    [
      [texts.date, dayOf(statement.createdAt, texts)],
      [texts.status, statusText(statement, texts)],
      ...paidTo(statement, texts),
    ],
    parties.self_billing,
  );
  const shown = statement.lines.slice(0, MAX_LINES);
  await pdf.table(
    columnsOf(texts),
    shown.map((line) => cellsOf(line, texts)),
    [[texts.total, '', '', '', moneyOf(amountCents, currency, texts)]],
  );
  noteRest(pdf, statement.lines.length, texts);
  if (parties.self_billing) pdf.note(texts.selfBillingNote(parties.issuer.name));
  return pdf.end(texts.page);
}

async function monthPdf(statement: MonthStatement): Promise<Buffer> {
  const texts = STATEMENT_TEXTS[statement.language];
  const month = new Intl.DateTimeFormat(texts.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const pdf = await openStatement(statement, texts, [[texts.month, month.format(statement.month)]], false);
  if (statement.lines.length === 0 && statement.payouts.length === 0) pdf.note(texts.nothing);
  if (statement.lines.length > 0) {
    pdf.heading(texts.earned);
    const totals = statement.totals.map(({ amountCents, currency }) => [
      texts.total,
      '',
      '',
      '',
      '',
      moneyOf(amountCents, currency, texts),
    ]);
    const [date, order, sale, rate, amount] = columnsOf(texts);
    const status = { header: texts.status, width: 0.15 };
    const columns = [date, { ...order, width: 0.21 }, sale, { ...rate, width: 0.15 }, status, amount];
    await pdf.table(
      columns as PdfColumn[],
      statement.lines.slice(0, MAX_LINES).map((line) => {
        const [day = '', name = '', sold = '', share = '', earned = ''] = cellsOf(line, texts);
        return [day, name, sold, share, texts.statuses[line.status ?? ''] ?? '', earned];
      }),
      totals,
    );
    noteRest(pdf, statement.lines.length, texts);
  }
  if (statement.payouts.length > 0) {
    pdf.heading(texts.payouts);
    await pdf.table(
      [
        { header: texts.columns.date, width: 0.2 },
        { header: texts.number, width: 0.3 },
        { header: texts.status, width: 0.3 },
        { header: texts.total, width: 0.2, align: 'right' },
      ],
      statement.payouts.map(({ id, createdAt, status, amountCents, currency }) => [
        dayOf(createdAt, texts),
        texts.payout(id),
        texts.statuses[status] ?? status,
        moneyOf(amountCents, currency, texts),
      ]),
    );
  }
  return pdf.end(texts.page);
}

async function openStatement(
  { number, program, parties }: StatementHead,
  texts: StatementTexts,
  facts: PdfFacts,
  isInvoice: boolean,
): Promise<PdfDocument> {
  const title = isInvoice ? texts.selfBillingInvoice : texts.statement;
  const pdf = await createPdf({ title: `${title} ${number}`, author: parties.issuer.name });
  pdf.title(title);
  // A self-billing invoice is from the supplier, who is paid, to the company that writes it.
  const [from, to] = isInvoice ? [parties.recipient, parties.issuer] : [parties.issuer, parties.recipient];
  pdf.columns([
    [texts.from, ...linesOf(from, texts)],
    [texts.to, ...linesOf(to, texts)],
  ]);
  pdf.facts([[texts.number, number], [texts.program, program], ...facts]);
  pdf.heading('');
  return pdf;
}

function linesOf({ name, address, tax_id }: StatementParties['issuer'], texts: StatementTexts): string[] {
  return [name, ...(address?.split('\n') ?? []), ...(tax_id === null ? [] : [`${texts.taxId}: ${tax_id}`])];
}

function statusText({ status, settledAt }: PayoutStatement, texts: StatementTexts): string {
  const text = texts.statuses[status] ?? status;
  return settledAt === null ? text : `${text}, ${dayOf(settledAt, texts)}`;
}

function paidTo({ payeeName, method, account, reference }: PayoutStatement, texts: StatementTexts): PdfFacts {
  const to = [
    payeeName,
    ...(method === null ? [] : [[texts.methods[method], account].filter(Boolean).join(' ')]),
  ];
  return [
    [texts.paidTo, to.join(', ')],
    ...(reference === null ? [] : [[texts.reference, reference] as const]),
  ];
}

function columnsOf({ columns }: StatementTexts): [PdfColumn, PdfColumn, PdfColumn, PdfColumn, PdfColumn] {
  return [
    { header: columns.date, width: 0.14 },
    { header: columns.order, width: 0.36 },
    { header: columns.sale, width: 0.17 },
    { header: columns.rate, width: 0.15 },
    { header: columns.amount, width: 0.18, align: 'right' },
  ];
}

function cellsOf(line: StatementLine, texts: StatementTexts): string[] {
  const { at, saleCents, saleCurrency, amountCents, currency } = line;
  const sale = saleCents === null || saleCurrency === null ? '' : moneyOf(saleCents, saleCurrency, texts);
  return [
    at === null ? '' : dayOf(at, texts),
    nameOf(line, texts),
    sale,
    rateOf(line, texts),
    moneyOf(amountCents, currency, texts),
  ];
}

function nameOf({ kind, order, note }: StatementLine, texts: StatementTexts): string {
  if (kind === 'adjustment') return note === null ? texts.adjustment : `${texts.adjustment}: ${note}`;
  if (kind === 'carried') return texts.carried;
  return order ?? texts.lead;
}

/** What the rule paid. */
function rateOf({ reason, currency }: StatementLine, texts: StatementTexts): string {
  if (reason === null) return '';
  switch (reason.type) {
    case 'percent':
      return new Intl.NumberFormat(texts.locale, { style: 'percent', maximumFractionDigits: 2 }).format(
        (reason.basisPoints ?? 0) / 10_000,
      );
    case 'flat':
      return moneyOf(reason.flatCents ?? 0, currency, texts);
    case 'clauses':
      return texts.clauses;
    case 'lead':
      return moneyOf(reason.rewardCents, currency, texts);
    default:
      return '';
  }
}

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** A format that is made once: making one takes longer than drawing a cell. */
function formatOf<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Format,
): Format {
  const format = (formats.get(key) as Format | undefined) ?? make();
  formats.set(key, format);
  return format;
}

/** An amount such as `1,234.50 USD`, with the digits of svc's own table of currencies. */
function moneyOf(cents: number | bigint, currency: string, texts: StatementTexts): string {
  const digits = exponentOf(currency);
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = formatOf(`${texts.locale} ${digits}`, () => new Intl.NumberFormat(texts.locale, options));
  return `${format.format(decimalOf(cents, currency) as `${number}`)} ${currency}`;
}

function dayOf(time: Date, texts: StatementTexts): string {
  const format = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;
  return formatOf(`${texts.locale} day`, () => new Intl.DateTimeFormat(texts.locale, format)).format(time);
}

function noteRest(pdf: PdfDocument, lines: number, texts: StatementTexts): void {
  if (lines > MAX_LINES) pdf.note(texts.more(lines - MAX_LINES));
}
