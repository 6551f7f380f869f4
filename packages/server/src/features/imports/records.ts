import type { ImportKind, ImportMapping, PartnerItem } from '@svc/contract';
import { readAmount, readCents, readCurrency, readEmail, readKey, readTime } from './cells.js';
import { STATUSES } from './fields.js';
import type { FileRow } from './file-rows.js';
import { CellError } from './problem.js';
import { rewrittenValue } from './rewritten-cells.js';

/** How cells are read: by the mapping, in a program, at a time. */
export interface Reading {
  readonly mapping: ImportMapping;
  readonly programCurrency: string;
  readonly nowMs: number;
}

/** Who a row says the partner is. */
export interface PartnerName {
  readonly email: string | null;
  /** The other system's id. */
  readonly externalId: string | null;
}

export interface PartnerRecord {
  readonly line: number;
  readonly email: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly status: PartnerItem['status'];
  readonly link: string | null;
  /** What the file of partners says itself; null: nothing. */
  readonly reported: {
    readonly currency: string;
    readonly salesCents: bigint | null;
    readonly commissionCents: bigint | null;
  };
}

export interface CustomerRecord {
  readonly line: number;
  readonly customerKey: string;
  readonly email: string | null;
  readonly partner: PartnerName;
  /** null: the file does not say. */
  readonly signedUpAtMs: number | null;
}

export interface SaleRecord {
  readonly line: number;
  readonly transactionId: string;
  readonly customerKey: string;
  readonly customerEmail: string | null;
  readonly partner: PartnerName;
  readonly amountCents: number;
  readonly taxCents: number;
  readonly refundedCents: number;
  readonly currency: string;
  readonly occurredAtMs: number;
}

export interface CommissionRecord {
  readonly line: number;
  readonly externalId: string;
  readonly partner: PartnerName;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: 'unpaid' | 'paid' | 'void';
  readonly occurredAtMs: number;
  readonly transactionId: string | null;
  /** The sale that it is of, where the row says what was paid. */
  readonly sale: SaleRecord | null;
}

/** Each function gives null for a row that is left out, and throws `CellError` for one that cannot be read. */
export function readPartner(row: FileRow, reading: Reading): PartnerRecord | null {
  const status = statusOf(row, 'partners', reading);
  if (status === null) return null;
  const email = required(row, 'email', readEmail, 'is no email address');
  const given = row.get('name') ?? [row.get('first_name'), row.get('last_name')].filter(Boolean).join(' ');
  const name = given.replace(/\s+/g, ' ').trim() || (email.split('@')[0] ?? email);
  if (name.length > 200) throw cellError(row, ['name', 'first_name'], 'is longer than 200 characters');
  const currency = currencyOf(row, ['currency'], reading);
  return {
    line: row.line,
    email,
    name,
    externalId: row.get('partner_id'),
    status: status as PartnerItem['status'],
    link: linkOf(row),
    reported: {
      currency,
      salesCents: amountOf(row, 'revenue', currency, reading),
      commissionCents: amountOf(row, 'earnings', currency, reading),
    },
  };
}

export function readCustomer(row: FileRow, reading: Reading): CustomerRecord | null {
  if (statusOf(row, 'customers', reading) === null) return null;
  return {
    line: row.line,
    customerKey: required(row, 'customer_key', readKey, 'is longer than 255 characters, or no plain text'),
    email: optionalEmail(row, 'email'),
    partner: partnerOf(row),
    signedUpAtMs: timeOf(row, 'signed_up_at', reading),
  };
}

export function readSale(row: FileRow, reading: Reading): SaleRecord | null {
  if (statusOf(row, 'sales', reading) === null) return null;
  const currency = currencyOf(row, ['currency'], reading);
  const amountCents = amountOf(row, 'amount', currency, reading);
  if (amountCents === null) throw cellError(row, ['amount', 'amount_cents'], 'is empty');
  return saleOf(row, reading, {
    currency,
    amountCents,
    amountFields: ['amount', 'amount_cents'],
    customerKey: required(row, 'customer_key', readKey, 'is longer than 255 characters, or no plain text'),
    transactionId: required(
      row,
      'transaction_id',
      readKey,
      'is longer than 255 characters, or no plain text',
    ),
  });
}

export function readCommission(row: FileRow, reading: Reading): CommissionRecord | null {
  const status = statusOf(row, 'commissions', reading);
  if (status === null) return null;
  const { system } = reading.mapping;
  const id = required(row, 'commission_id', readKey, 'is longer than 255 characters, or no plain text');
  // Two systems may count alike.
  const externalId = `${system}:${id}`;
  const currency = currencyOf(row, ['currency', 'sale_currency'], reading);
  const amountCents = amountOf(row, 'amount', currency, reading);
  if (amountCents === null) throw cellError(row, ['amount', 'amount_cents'], 'is empty');
  const named = optional(row, 'transaction_id', readKey, 'is longer than 255 characters, or no plain text');
  const customerKey = optional(
    row,
    'customer_key',
    readKey,
    'is longer than 255 characters, or no plain text',
  );
  const saleCurrency = currencyOf(row, ['sale_currency', 'currency'], reading);
  const saleCents = amountOf(row, 'sale_amount', saleCurrency, reading);
  const transactionId = named ?? externalId;
  // A refund's commission is below zero, and the sale it is of stands in another row.
  const hasSale = saleCents !== null && saleCents > 0n && customerKey !== null;
  return {
    line: row.line,
    externalId,
    partner: partnerOf(row),
    amountCents: Number(amountCents),
    currency,
    status: status as CommissionRecord['status'],
    occurredAtMs: requiredTime(row, reading),
    transactionId: named ?? (hasSale ? transactionId : null),
    sale: hasSale
      ? saleOf(row, reading, {
          currency: saleCurrency,
          amountCents: saleCents,
          amountFields: ['sale_amount', 'sale_amount_cents'],
          customerKey,
          transactionId,
        })
      : null,
  };
}

function saleOf(
  row: FileRow,
  reading: Reading,
  sale: {
    readonly currency: string;
    readonly amountCents: bigint;
    readonly amountFields: readonly string[];
    readonly customerKey: string;
    readonly transactionId: string;
  },
): SaleRecord {
  const { currency, amountCents, amountFields, customerKey, transactionId } = sale;
  if (amountCents <= 0n) throw cellError(row, amountFields, 'is not above zero');
  const part = (field: string) => {
    const cents = amountOf(row, field, currency, reading) ?? 0n;
    if (cents < 0n || cents > amountCents)
      throw cellError(row, [field, `${field}_cents`], 'is below zero, or more than the sale');
    return Number(cents);
  };
  return {
    line: row.line,
    transactionId,
    customerKey,
    customerEmail: optionalEmail(row, 'customer_email'),
    partner: partnerOf(row),
    amountCents: Number(amountCents),
    taxCents: part('tax'),
    refundedCents: part('refunded'),
    currency,
    occurredAtMs: requiredTime(row, reading),
  };
}

function cellError(row: FileRow, fields: readonly string[], problem: string): CellError {
  const value = fields.map(row.get).find((text) => text !== null);
  const shown = value == null ? '' : `${JSON.stringify(value.slice(0, 80))} `;
  return new CellError(row.columnOf(...fields), `${shown}${problem}`);
}

function required<Value>(
  row: FileRow,
  field: string,
  read: (text: string) => Value | null,
  problem: string,
): Value {
  const value = optional(row, field, read, problem);
  if (value === null) throw cellError(row, [field], 'is empty');
  return value;
}

function optional<Value>(
  row: FileRow,
  field: string,
  read: (text: string) => Value | null,
  problem: string,
): Value | null {
  const text = row.get(field);
  if (text === null) return null;
  const value = read(text);
  if (value === null) throw cellError(row, [field], rewrittenValue(text) ?? problem);
  return value;
}

/** What is no address is left out: it decides nothing. */
function optionalEmail(row: FileRow, field: string): string | null {
  const text = row.get(field);
  return text === null ? null : readEmail(text);
}

function partnerOf(row: FileRow): PartnerName {
  const email = optional(row, 'partner_email', readEmail, 'is no email address');
  const externalId = row.get('partner_id');
  if (email === null && externalId === null)
    throw cellError(row, ['partner_email', 'partner_id'], 'is empty');
  return { email, externalId };
}

/** Some systems give the whole address of a link; what counts is its last part. */
function linkOf(row: FileRow): string | null {
  const text = row.get('link');
  if (text === null) return null;
  const link = text.replace(/^.*[/=]/, '');
  if (link === '' || /\s/.test(link) || link.length > 255)
    throw cellError(row, ['link'], 'is no name of a link: 1 to 255 characters without spaces');
  return link;
}

function statusOf(row: FileRow, kind: ImportKind, { mapping }: Reading): string | null {
  const { otherwise } = STATUSES[kind];
  const text = row.get('status');
  if (text === null) return otherwise;
  const statuses = Object.entries(mapping[kind]?.statuses ?? {});
  if (statuses.length === 0) return otherwise;
  const found = statuses.find(([status]) => status.toLowerCase() === text.toLowerCase());
  if (found === undefined)
    throw cellError(
      row,
      ['status'],
      `is a status that the mapping does not know (${statuses.map(([status]) => status).join(', ')})`,
    );
  return found[1] === 'skip' ? null : found[1];
}

function currencyOf(row: FileRow, fields: readonly string[], { mapping, programCurrency }: Reading): string {
  for (const field of fields) {
    const found = optional(row, field, readCurrency, 'is no currency');
    if (found !== null) return found;
  }
  return mapping.currency ?? programCurrency;
}

/** Exact, from `field` in whole units or `field_cents` in the smallest; null: both are empty. */
function amountOf(row: FileRow, field: string, currency: string, { mapping }: Reading): bigint | null {
  const inCents = optional(row, `${field}_cents`, readCents, 'is no whole number of the smallest unit');
  if (inCents !== null) return inCents;
  const hasComma = mapping.decimal_comma === true;
  // The month of a day such as `01. Mai` would be taken for a currency.
  const read = (cell: string) =>
    rewrittenValue(cell) === null ? readAmount(cell, currency, hasComma) : null;
  const text = row.get(field) ?? '';
  const isOther = text.includes(hasComma ? '.' : ',') && readAmount(text, currency, !hasComma) !== null;
  const hint = hasComma ? 'point: leave out' : 'comma: set';
  const fault = isOther
    ? `is not an amount in ${currency}, but one with a decimal ${hint} decimal_comma in the mapping`
    : `is not an amount in ${currency}`;
  return optional(row, field, read, fault);
}

function timeOf(row: FileRow, field: string, { mapping, nowMs }: Reading): number | null {
  const read = (text: string) => readTime(text, mapping.dates, nowMs);
  return optional(
    row,
    field,
    read,
    'is no time in the past since 2000, such as 2026-01-31 or 2026-01-31T12:00:00Z',
  );
}

function requiredTime(row: FileRow, reading: Reading): number {
  const ms = timeOf(row, 'occurred_at', reading);
  if (ms === null) throw cellError(row, ['occurred_at'], 'is empty');
  return ms;
}
