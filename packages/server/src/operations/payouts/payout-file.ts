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
 * The open payouts of a run to those who want to be paid this way, as a file for a bank, PayPal or Wise; null when there
 * is no such run. Each open payout is in exactly one of the three files, so that sending all of them pays nobody twice and
 * forgets nobody: whoever has not said how to be paid is in the bank's. What was paid or cancelled is in none.
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
      where o.program_id = $1 and o.run_id = $2 and o.status = 'open' and coalesce(d.method, 'bank') = $3
      order by p.name, o.id`,
    [of.programId, of.runId, format],
  );
  if (rows.length === 0 && !(await isRun(pool, of))) return null;
  return FILES[format](rows);
}

async function isRun(
  pool: Pool,
  { programId, runId }: { readonly programId: number; readonly runId: number },
): Promise<boolean> {
  const { rows } = await pool.query('select 1 from payout_runs where program_id = $1 and id = $2', [
    programId,
    runId,
  ]);
  return rows.length > 0;
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
