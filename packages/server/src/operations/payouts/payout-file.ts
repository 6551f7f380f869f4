import type { Pool } from 'pg';
import { toCsv } from '../csv.js';
import { decimalOf } from '../format-money.js';

/** What a payout file is for. */
export type PayoutFormat = 'bank' | 'paypal' | 'wise';

interface PayeeRow {
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

/**
 * The payouts of a run that are not cancelled, as a file for a bank, PayPal or Wise; null when there is no such run. All
 * of them are in each file, so that nobody is forgotten: how each partner wants to be paid stands in the line.
 */
export async function readPayoutFile(
  pool: Pool,
  of: { readonly programId: number; readonly runId: number },
  format: PayoutFormat,
): Promise<string | null> {
  const { rows } = await pool.query<PayeeRow>(
    `select o.id, p.name, p.email, o.currency, o.amount_cents, d.method, d.account_name, d.details, d.country
       from payouts o join partners p on p.id = o.partner_id
       left join partner_payout_details d on d.partner_id = o.partner_id
      where o.program_id = $1 and o.run_id = $2 and o.status <> 'cancelled' order by p.name, o.id`,
    [of.programId, of.runId],
  );
  if (rows.length === 0) return null;
  return FILES[format](rows);
}

const amountOf = (row: PayeeRow) => decimalOf(row.amount_cents, row.currency);
const referenceOf = (row: PayeeRow) => `payout ${row.id}`;

const FILES: Readonly<Record<PayoutFormat, (rows: readonly PayeeRow[]) => string>> = {
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
      ]),
    ),
  paypal: (rows) =>
    toCsv(
      ['Email/Phone', 'Amount', 'Currency', 'Reference ID', 'Note to recipient', 'Recipient wallet'],
      rows.map((row) => [
        row.method === 'paypal' ? row.details : row.email,
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
