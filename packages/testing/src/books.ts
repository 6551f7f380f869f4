import type { Pool } from 'pg';
import { partnerBalances } from '../../server/src/features/payouts/partner-balances.js';
import type { AccountBooks, Books, CommissionEntry } from './types.js';

interface BalanceRow extends Record<'pending' | 'held' | 'payable' | 'paid', string> {
  readonly partner_id: number;
  readonly name: string;
  readonly currency: string;
}

/** The books of a workspace, from the ledger itself. */
export async function readBooks(pool: Pool, workspaceId: number): Promise<Books> {
  const [balances, commissions, movements] = await Promise.all([
    readBalances(pool, workspaceId),
    readCommissions(pool, workspaceId),
    readMovements(pool, workspaceId),
  ]);
  return { balances, commissions, movements };
}

const OF_WORKSPACE = 'program_id in (select id from programs where workspace_id = $1)';

async function readBalances(pool: Pool, workspaceId: number): Promise<AccountBooks[]> {
  const { rows } = await pool.query<BalanceRow>(
    `select b.*, p.name from (${partnerBalances(OF_WORKSPACE, 'books')}) b join partners p on p.id = b.partner_id
      order by b.partner_id, b.currency`,
    [workspaceId],
  );
  return rows.map((row) => ({
    partnerId: row.partner_id,
    partner: row.name,
    currency: row.currency,
    pendingCents: Number(row.pending),
    heldCents: Number(row.held),
    payableCents: Number(row.payable),
    paidCents: Number(row.paid),
  }));
}

async function readCommissions(pool: Pool, workspaceId: number): Promise<CommissionEntry[]> {
  const { rows } = await pool.query<CommissionEntry>(
    `select c.id, p.name as partner, s.transaction_id as "transactionId", s.amount_cents as "saleAmountCents", c.currency,
            c.original_cents as "originalAmountCents", c.amount_cents as "amountCents", c.status,
            c.payable_at as "payableAt"
       from commissions c join partners p on p.id = c.partner_id left join sales s on s.id = c.sale_id
      where c.${OF_WORKSPACE} and c.reassigned_at is null order by c.id`,
    [workspaceId],
  );
  return rows;
}

async function readMovements(pool: Pool, workspaceId: number): Promise<Books['movements']> {
  const { rows } = await pool.query<{ kind: string; currency: string; count: number; amount: string }>(
    `select kind, currency, count(*)::int as count, sum(amount_cents)::text as amount from ledger_movements
      where ${OF_WORKSPACE} group by kind, currency order by kind, currency`,
    [workspaceId],
  );
  return rows.map(({ kind, currency, count, amount }) => ({
    kind,
    currency,
    count,
    amountCents: Number(amount),
  }));
}
