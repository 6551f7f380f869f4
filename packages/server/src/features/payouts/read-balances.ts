import { BalancesAnswer, type ProgramBalance } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { partnerBalances } from './partner-balances.js';
import { IS_READY } from './payee.js';

/** Sums may pass what a Number keeps exactly. */
interface BalanceRow extends Pick<ProgramBalance, 'program_id' | 'program' | 'currency' | 'ready_partners'> {
  readonly pending: string;
  readonly held: string;
  readonly due: string;
  readonly ready: string;
}

const BALANCES = `
  select g.id as program_id, g.name as program, b.currency, sum(b.pending)::text as pending, sum(b.held)::text as held,
         sum(b.payable)::text as due, (count(*) filter (where b.is_ready))::integer as ready_partners,
         coalesce(sum(b.payable) filter (where b.is_ready), 0)::text as ready
    from programs g
    cross join lateral (
      select b.currency, b.pending, b.held, b.payable, ${IS_READY} as is_ready
        from (${partnerBalances('program_id = g.id', 'kept sums')}) b
        left join program_minimum_payouts m on m.program_id = g.id and m.currency = b.currency
        left join partner_payout_details d on d.partner_id = b.partner_id and d.replaced_at is null) b
   where g.workspace_id = $1
   group by g.id, b.currency
  having sum(abs(b.pending) + abs(b.held) + abs(b.payable)) > 0
   order by fold(g.name) collate "C", g.id, b.currency <> g.currency, b.currency`;

/** What each program of a workspace owes its partners, per currency: sums of the ledger as they are kept. */
async function loadProgramBalances(pool: Pool, workspaceId: number): Promise<ProgramBalance[]> {
  const { rows } = await pool.query<BalanceRow>(BALANCES, [workspaceId]);
  return rows.map(({ pending, held, due, ready, ...row }) => ({
    ...row,
    pending_cents: BigInt(pending),
    held_cents: BigInt(held),
    due_cents: BigInt(due),
    owed_cents: BigInt(pending) + BigInt(held) + BigInt(due),
    ready_cents: BigInt(ready),
  }));
}

export const readBalances = defineRead({
  name: 'readBalances',
  route: 'GET /api/workspaces/:workspaceId/balances',
  permission: 'report:read',
  summary: 'What the programs of a workspace owe their partners, and how much of it can be paid now',
  output: BalancesAnswer,
  run: async ({ pool, scope }) => ({ data: await loadProgramBalances(pool, scope.workspaceId) }),
});
