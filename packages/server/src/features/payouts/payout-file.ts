import type { BankField, PayoutMethod } from '@svc/contract';
import { decimalOf } from '@svc/contract';
import { toCsv } from '../../operations/csv.js';

/** A payout in a payment file, with the payee it was created for; null: there were no payout details. */
export interface FileRow extends Readonly<Record<BankField, string | null>> {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly amount_cents: number;
  readonly method: string | null;
  readonly account_name: string | null;
  readonly details: string | null;
  readonly country: string | null;
}

/** The rows as a payment file for a bank, PayPal or Wise. */
export function payoutCsv(format: PayoutMethod, rows: readonly FileRow[]): string {
  return FILES[format](rows);
}

const amountOf = (row: FileRow) => decimalOf(row.amount_cents, row.currency);
const referenceOf = (row: FileRow) => `payout ${row.id}`;

const FILES: Readonly<Record<PayoutMethod, (rows: readonly FileRow[]) => string>> = {
  bank: (rows) =>
    toCsv(
      [
        'payout_id',
        'name',
        'email',
        'amount',
        'currency',
        'method',
        'account_name',
        'details',
        'country',
        'reference',
        'iban',
        'bic',
        'routing_number',
        'sort_code',
        'account_number',
      ],
      rows.map((row) => [
        row.id,
        row.name,
        row.email,
        amountOf(row),
        row.currency,
        row.method,
        row.account_name,
        row.details,
        row.country,
        referenceOf(row),
        row.iban,
        row.bic,
        row.routing_number,
        row.sort_code,
        row.account_number,
      ]),
    ),
  paypal: (rows) =>
    toCsv(
      ['Email/Phone', 'Amount', 'Currency', 'Reference ID', 'Note to recipient', 'Recipient wallet'],
      rows.map((row) => [
        row.details,
        amountOf(row),
        row.currency,
        String(row.id),
        referenceOf(row),
        'PayPal',
      ]),
    ),
  wise: (rows) =>
    toCsv(
      [
        'name',
        'recipientEmail',
        'paymentReference',
        'amountCurrency',
        'amount',
        'sourceCurrency',
        'targetCurrency',
        'details',
      ],
      rows.map((row) => [
        row.account_name ?? row.name,
        row.email,
        referenceOf(row),
        'target',
        amountOf(row),
        row.currency,
        row.currency,
        row.details,
      ]),
    ),
};
