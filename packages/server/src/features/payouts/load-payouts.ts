import type { PayoutItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';
import type { SearchText } from '../../operations/search.js';
import { problemOf } from './check-details.js';
import { DETAILS_COLUMNS, type DetailsRow, maskAccount, tryDecryptDetails } from './stored-details.js';

interface PayoutRow
  extends Omit<PayoutItem, 'created_at' | 'settled_at' | 'method' | 'account' | 'format' | 'details_problem'>,
    DetailsRow {
  readonly created_at: Date;
  readonly settled_at: Date | null;
}

/** The payment file of `payouts o` with the `partner_payout_details d` it was made with: each is in exactly one. */
export const PAYOUT_FORMAT = `coalesce(d.method, 'bank')`;

const PAYOUTS = `
  select o.id, o.run_id, o.partner_id, p.name, coalesce(o.payee_name, p.name) as payee_name, o.currency, o.amount_cents,
         o.status, o.reference, ${DETAILS_COLUMNS}, o.created_at, o.settled_at
    from payouts o join partners p on p.id = o.partner_id
    left join partner_payout_details d on d.id = o.payout_details_id`;

/** The payouts of a program, or of one partner in it, newest first. */
export async function loadPayouts(
  pool: Pool,
  filter: { readonly programId: number; readonly partnerId: number | null; readonly encryption: Encryption },
  request: PageRequest,
): Promise<Page<PayoutItem>> {
  const rows = {
    select: PAYOUTS,
    where: 'o.program_id = $1 and ($2::bigint is null or o.partner_id = $2)',
    values: [filter.programId, filter.partnerId],
    id: 'o.id',
    sorts: PAYOUT_SORTS,
    search: {
      anywhere: ['o.reference', 'p.name', 'p.email', 'o.payee_name'],
      condition: isAmount,
      hasWord: (word: SearchText) => `${isAmount(word)} or ${word.is('o.currency')}`,
    },
  };
  return loadPage<PayoutRow, PayoutItem>(pool, request, rows, (row) => payoutFromRow(row, filter.encryption));
}

function isAmount({ amounts }: SearchText): string {
  return amounts('o.amount_cents', 'o.currency').join(' or ') || 'false';
}

export const PAYOUT_SORTS: SortColumns = {
  created_at: { sql: 'o.created_at', type: 'time' },
  amount_cents: { sql: 'o.amount_cents', type: 'number' },
  name: { sql: sortText('p.name'), type: 'text' },
  status: { sql: sortText('o.status'), type: 'text' },
  settled_at: { sql: `coalesce(o.settled_at, 'epoch')`, type: 'time' },
};

/** The payouts of a run, or some of them, by partner. */
export async function loadPayoutsOfRun(
  db: Pool | ClientBase,
  run: {
    readonly programId: number;
    readonly runId: number;
    readonly encryption: Encryption;
    readonly ids?: readonly number[];
  },
): Promise<PayoutItem[]> {
  const { rows } = await db.query<PayoutRow>(
    `${PAYOUTS} where o.program_id = $1 and o.run_id = $2 and ($3::bigint[] is null or o.id = any($3))
      order by fold(p.name) collate "C", o.partner_id, o.currency`,
    [run.programId, run.runId, run.ids ?? null],
  );
  return rows.map((row) => payoutFromRow(row, run.encryption));
}

/** A payout of a program; null when there is none. */
export async function findPayout(
  db: Pool | ClientBase,
  wanted: { readonly programId: number; readonly payoutId: number; readonly encryption: Encryption },
): Promise<PayoutItem | null> {
  const { rows } = await db.query<PayoutRow>(`${PAYOUTS} where o.program_id = $1 and o.id = $2`, [
    wanted.programId,
    wanted.payoutId,
  ]);
  const row = rows[0];
  return row === undefined ? null : payoutFromRow(row, wanted.encryption);
}

/** These payouts, by id, without the name and number of the account they were made to. */
export async function loadEventPayouts(
  pool: Pool,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Omit<PayoutItem, 'payee_name' | 'account'>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<PayoutRow>(`${PAYOUTS} where o.id = any($1::bigint[])`, [ids]);
  return new Map(
    rows.map((row) => {
      const { payee_name: _payeeName, account: _account, ...payout } = payoutItem(row, null);
      return [row.id, payout];
    }),
  );
}

/** A payout as the audit log shows it: the name on the account is masked like the account. */
export function auditedPayout(payout: PayoutItem): PayoutItem {
  return { ...payout, payee_name: maskAccount(payout.payee_name) };
}

function payoutFromRow(row: PayoutRow, encryption: Encryption): PayoutItem {
  return payoutItem(row, tryDecryptDetails(row.partner_id, row, encryption));
}

function payoutItem(row: PayoutRow, details: ReturnType<typeof tryDecryptDetails>): PayoutItem {
  return {
    id: row.id,
    run_id: row.run_id,
    partner_id: row.partner_id,
    name: row.name,
    payee_name: details?.account_name ?? row.payee_name,
    method: row.method,
    account: details && maskAccount(details.details),
    format: row.method ?? 'bank',
    details_problem: row.status === 'open' && details !== null ? problemOf(details) : null,
    currency: row.currency,
    amount_cents: row.amount_cents,
    status: row.status,
    reference: row.reference,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}
