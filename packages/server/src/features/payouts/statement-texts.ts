import type { PayoutMethod, StatementLanguage } from '@svc/contract';

/** The words of a statement as a PDF file, in one language. */
export interface StatementTexts {
  readonly locale: string;
  readonly statement: string;
  readonly selfBillingInvoice: string;
  /** `issuer`: the company that writes it. */
  readonly selfBillingNote: (issuer: string) => string;
  readonly from: string;
  readonly to: string;
  readonly taxId: string;
  readonly number: string;
  readonly date: string;
  readonly program: string;
  readonly month: string;
  readonly status: string;
  readonly statuses: Readonly<Record<string, string>>;
  readonly paidTo: string;
  readonly reference: string;
  readonly methods: Readonly<Record<PayoutMethod, string>>;
  readonly columns: {
    readonly date: string;
    readonly order: string;
    readonly sale: string;
    readonly rate: string;
    readonly amount: string;
  };
  readonly lead: string;
  readonly adjustment: string;
  readonly carried: string;
  readonly clauses: string;
  readonly total: string;
  readonly earned: string;
  readonly payouts: string;
  readonly payout: (id: number) => string;
  readonly nothing: string;
  readonly more: (lines: number) => string;
  readonly page: (page: number, pages: number) => string;
}

const ENGLISH: StatementTexts = {
  locale: 'en-GB',
  statement: 'Commission statement',
  selfBillingInvoice: 'Self-billing invoice',
  selfBillingNote: (issuer) => `Self-billing: issued by ${issuer} in the name and on behalf of the supplier.`,
  from: 'From',
  to: 'To',
  taxId: 'Tax ID',
  number: 'Number',
  date: 'Date',
  program: 'Program',
  month: 'Month',
  status: 'Status',
  statuses: {
    open: 'Not yet paid',
    paid: 'Paid',
    cancelled: 'Cancelled',
    pending: 'Pending',
    payable: 'Payable',
    held: 'On hold',
    reversed: 'Reversed',
  },
  paidTo: 'Paid to',
  reference: 'Reference',
  methods: { bank: 'Bank transfer', paypal: 'PayPal', wise: 'Wise' },
  columns: { date: 'Date', order: 'Order', sale: 'Sale', rate: 'Rate', amount: 'Commission' },
  lead: 'Lead',
  adjustment: 'Adjustment',
  carried: 'Reversed after an earlier payout',
  clauses: 'several rates',
  total: 'Total',
  earned: 'Commissions',
  payouts: 'Payouts',
  payout: (id) => `Payout ${id}`,
  nothing: 'Nothing in this month.',
  more: (lines) => `… and ${lines} more lines. The CSV file has all of them.`,
  page: (page, pages) => `Page ${page} of ${pages}`,
};

const GERMAN: StatementTexts = {
  locale: 'de-DE',
  statement: 'Provisionsabrechnung',
  selfBillingInvoice: 'Gutschrift',
  selfBillingNote: (issuer) =>
    `Gutschrift: ausgestellt von ${issuer} im Namen und für Rechnung des leistenden Unternehmers.`,
  from: 'Von',
  to: 'An',
  taxId: 'Steuernummer',
  number: 'Nummer',
  date: 'Datum',
  program: 'Programm',
  month: 'Monat',
  status: 'Status',
  statuses: {
    open: 'Noch nicht ausgezahlt',
    paid: 'Ausgezahlt',
    cancelled: 'Storniert',
    pending: 'Ausstehend',
    payable: 'Auszahlbar',
    held: 'Zurückgehalten',
    reversed: 'Rückgängig gemacht',
  },
  paidTo: 'Ausgezahlt an',
  reference: 'Verwendungszweck',
  methods: { bank: 'Überweisung', paypal: 'PayPal', wise: 'Wise' },
  columns: { date: 'Datum', order: 'Bestellung', sale: 'Umsatz', rate: 'Satz', amount: 'Provision' },
  lead: 'Lead',
  adjustment: 'Anpassung',
  carried: 'Nach einer früheren Auszahlung rückgängig gemacht',
  clauses: 'mehrere Sätze',
  total: 'Summe',
  earned: 'Provisionen',
  payouts: 'Auszahlungen',
  payout: (id) => `Auszahlung ${id}`,
  nothing: 'Nichts in diesem Monat.',
  more: (lines) => `… und ${lines} weitere Zeilen. Alle stehen in der CSV-Datei.`,
  page: (page, pages) => `Seite ${page} von ${pages}`,
};

export const STATEMENT_TEXTS: Readonly<Record<StatementLanguage, StatementTexts>> = {
  en: ENGLISH,
  de: GERMAN,
};
