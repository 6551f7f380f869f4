import type { LeadRewardReason } from '@svc/core';
import type { Pool } from 'pg';
import type { CommissionRow } from '../commissions/commission-item.js';
import { creditedClick } from '../customers/credited-click.js';
import {
  ACTIONS,
  finishHistory,
  MOVEMENTS,
  type MovementRow,
  type Unfinished,
} from './commission-history.js';
import type { SaleHistory } from './sale-history.js';

/** Everything that is known of a lead and of what it earned, as it was at one moment. */
export interface LeadHistory
  extends Pick<SaleHistory, 'customer' | 'credited_click' | 'click' | 'link' | 'partner' | 'movements'> {
  readonly lead: {
    readonly id: number;
    readonly customer_id: number;
    readonly customer_key: string | null;
    readonly partner_id: number;
    readonly source: 'browser' | 'server';
    /** The code behind its credit; null: a click. */
    readonly credit_code: string | null;
    readonly occurred_at: Date;
  };
  readonly commission: CommissionRow & { readonly reason: LeadRewardReason };
  readonly movements: readonly MovementRow[];
}

// One statement, as that of a sale.
const HISTORY = `
  select to_jsonb(d) || jsonb_build_object('credit_code', (select x.code from codes x where x.id = d.credit_code_id)) as lead,
         to_jsonb(k) as commission, to_jsonb(c) - 'email' as customer, to_jsonb(w) as credited_click,
         (select to_jsonb(x) from clicks x where x.clicked_ms = w.click_ms and x.number = w.click_number) as click,
         (select to_jsonb(x) from links x where x.id = d.link_id) as link,
         (select jsonb_build_object('id', p.id, 'name', p.name, 'status', e.status)
            from partners p join enrollments e on e.partner_id = p.id and e.id = k.enrollment_id
           where p.id = k.partner_id) as partner,
         ${MOVEMENTS} as movements,
         ${ACTIONS} as actions
    from commissions k
    join leads d on d.id = k.lead_id
    join customers c on c.id = d.customer_id
    cross join lateral (select ${creditedClick('ms', 'd.link_id', 'd.credit_code_id')} as click_ms,
                               ${creditedClick('number', 'd.link_id', 'd.credit_code_id')} as click_number) w
   where k.program_id = $1 and k.id = $2`;

/** The history of the reward of a lead; null when the program has no such commission, or it is of a sale. */
export async function readLeadHistory(
  pool: Pool,
  programId: number,
  commissionId: number,
): Promise<LeadHistory | null> {
  const { rows } = await pool.query<Unfinished<LeadHistory>>(HISTORY, [programId, commissionId]);
  const row = rows[0];
  return row === undefined ? null : finishHistory<LeadHistory>(row);
}
