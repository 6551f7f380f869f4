import type { CommissionReason } from '@svc/core';
import type { Pool } from 'pg';
import type { CommissionRow } from '../commissions/commission-item.js';
import { creditedClick } from '../customers/credited-click.js';
import type { RuleRow } from '../rules/read-rules.js';
import {
  ACTIONS,
  finishHistory,
  MOVEMENTS,
  type MovementRow,
  type Unfinished,
} from './commission-history.js';
import type { SaleRow } from './sale-item.js';

/** How credit for the customer moved: the row of the table, with the names behind its numbers. */
export interface CreditChangeRow {
  readonly reason: 'server_lead' | 'server_sale' | 'assigned';
  readonly from_partner_id: number | null;
  readonly from_partner: string | null;
  readonly from_link: string | null;
  readonly to_partner_id: number;
  readonly to_partner: string | null;
  readonly to_link_id: number | null;
  readonly to_link: string | null;
  readonly to_code_id: number | null;
  readonly to_code: string | null;
  readonly sale_id: number | null;
  readonly transaction_id: string | null;
  /** Who assigned the customer, and what they wrote. */
  /** The click that had credited until then, and what is kept of it. */
  readonly from_click_ms: number | null;
  readonly from_click: { readonly referrer: string | null; readonly test_mode: boolean } | null;
  readonly changed_by: string | null;
  readonly note: string | null;
  readonly moves_sales: boolean;
  readonly occurred_at: Date;
}

export interface RefundRow {
  readonly id: number;
  readonly amount_cents: number;
  readonly occurred_at: Date;
}

/** Everything that is known of a sale and of what it earned, as it was at one moment. */
export interface SaleHistory {
  readonly sale: SaleRow & {
    /** Who entered it, and why; null: it was reported. */
    readonly entered_by: string | null;
    readonly entry_reason: string | null;
    /** Whose the code is that it carried; null: it carried none that exists. */
    readonly code_partner_id: number | null;
    readonly code_partner: string | null;
  };
  readonly commission: (CommissionRow & { readonly reason: CommissionReason }) | null;
  readonly customer: {
    readonly id: number;
    readonly customer_key: string | null;
    readonly status: string;
    readonly click_ms: number | null;
    readonly click_number: number | null;
    readonly first_sale_at: Date | null;
  };
  /** The click that the sale is credited by, which need not be the one that credits later sales. */
  readonly credited_click: { readonly click_ms: number | null; readonly click_number: number | null };
  /** The system that says whose the customer was first, as people call it; null: a click, a code or a person does. */
  readonly imported_from: string | null;
  /** The oldest first. */
  readonly credit_changes: readonly CreditChangeRow[];
  /** Null where there was none, and when the month of the click has been dropped. */
  readonly click: {
    readonly affiliate_url: string;
    readonly referrer: string | null;
    readonly test_mode: boolean;
  } | null;
  readonly lead: { readonly test_mode: boolean; readonly occurred_at: Date } | null;
  readonly link: { readonly id: number; readonly short_link: string } | null;
  readonly partner: { readonly id: number; readonly name: string; readonly status: string } | null;
  readonly rule: RuleRow | null;
  readonly hold_days: number;
  readonly movements: readonly MovementRow[];
  readonly refunds: readonly RefundRow[];
}

/** Which sale: by its own id, or by the id of its commission. */
export type SaleOf = { readonly saleId: number } | { readonly commissionId: number };

type HistoryRow = Unfinished<SaleHistory>;

// One statement, so that all of it is of one moment: a refund recorded meanwhile is either in the refunds, the movements
// and the commission, or in none of them. A commission whose sale was assigned to another partner is told as its own partner's.
const HISTORY = `
  select to_jsonb(s) || jsonb_build_object('customer_key', c.customer_key, 'rule_months', sr.duration_months,
                                           'credit_code', (select x.code from codes x where x.id = own.code_id),
                                           'code_partner_id', carried.partner_id, 'code_partner', carried.partner,
                                           'partner_id', own.partner_id, 'link_id', own.link_id,
                                           'commission_status', (select x.status from commissions x
                                                                  where x.sale_id = s.id and x.reassigned_at is null),
                                           'entered_by', n.entered_by, 'entry_reason', n.reason) as sale,
         to_jsonb(k) as commission,
         to_jsonb(c) - 'email' as customer,
         to_jsonb(w) as credited_click,
         (select to_jsonb(x) from clicks x where x.clicked_ms = w.click_ms and x.number = w.click_number) as click,
         (select coalesce(jsonb_agg(to_jsonb(h)
                                      || jsonb_build_object('from_partner', fp.name, 'from_link', fl.short_link,
                                                            'to_partner', tp.name, 'to_link', tl.short_link,
                                                            'to_code', tc.code, 'from_click', fc.click,
                                                            'transaction_id', hs.transaction_id)
                                    order by h.number), '[]')
            from credit_changes h
            left join partners fp on fp.id = h.from_partner_id left join links fl on fl.id = h.from_link_id
            left join partners tp on tp.id = h.to_partner_id left join links tl on tl.id = h.to_link_id
            left join codes tc on tc.id = h.to_code_id
            left join sales hs on hs.id = h.sale_id
            left join lateral (select jsonb_build_object('referrer', x.referrer, 'test_mode', x.test_mode) as click from clicks x
                                where x.clicked_ms = h.from_click_ms and x.number = h.from_click_number) fc on true
           where h.customer_id = c.id) as credit_changes,
         (select i.system from imported_customers m join imports i on i.id = m.import_id
           where m.customer_id = c.id
             and own.partner_id = coalesce((select h.from_partner_id from credit_changes h where h.customer_id = c.id order by h.number limit 1),
                                           c.partner_id)) as imported_from,
         (select to_jsonb(x) from leads x where x.customer_id = c.id) as lead,
         (select to_jsonb(x) from links x where x.id = own.link_id) as link,
         (select jsonb_build_object('id', p.id, 'name', p.name, 'status', e.status)
            from partners p join enrollments e on e.partner_id = p.id and e.id = own.enrollment_id
           where p.id = own.partner_id) as partner,
         (select to_jsonb(x) from commission_rules x where x.id = coalesce(k.rule_id, s.rule_id)) as rule,
         (select x.hold_days from programs x where x.id = s.program_id) as hold_days,
         ${MOVEMENTS} as movements,
         ${ACTIONS} as actions,
         (select coalesce(jsonb_agg(to_jsonb(x) order by x.occurred_at, x.id), '[]')
            from refunds x where x.sale_id = s.id) as refunds
    from sales s
    join customers c on c.id = s.customer_id
    left join commissions k on k.sale_id = s.id and case when $3::bigint is null then k.reassigned_at is null else k.id = $3 end
    cross join lateral (
      select case when k.reassigned_at is null then s.partner_id else k.partner_id end as partner_id,
             case when k.reassigned_at is null then s.enrollment_id else k.enrollment_id end as enrollment_id,
             case when k.reassigned_at is null then s.link_id else (k.reason ->> 'linkId')::bigint end as link_id,
             case when k.reassigned_at is null then s.credit_code_id else (k.reason ->> 'codeId')::bigint end as code_id) own
    cross join lateral (select ${creditedClick('ms', 'own.link_id', 'own.code_id')} as click_ms,
                               ${creditedClick('number', 'own.link_id', 'own.code_id')} as click_number) w
    left join commission_rules sr on sr.id = s.rule_id
    left join lateral (select x.partner_id, p.name as partner from codes x join partners p on p.id = x.partner_id
                        where x.program_id = s.program_id and upper(x.code collate "C") = upper(s.code collate "C")) carried on true
    left join entered_sales n on n.sale_id = s.id`;

/** The history of a sale of a program; null when the program has no such sale or commission. */
export async function readSaleHistory(
  pool: Pool,
  programId: number,
  which: SaleOf,
): Promise<SaleHistory | null> {
  const [condition, id] =
    'saleId' in which
      ? ['s.id = $2', which.saleId]
      : ['s.id = (select sale_id from commissions where id = $2 and program_id = $1)', which.commissionId];
  const commissionId = 'saleId' in which ? null : which.commissionId;
  const { rows } = await pool.query<HistoryRow>(`${HISTORY} where s.program_id = $1 and ${condition}`, [
    programId,
    id,
    commissionId,
  ]);
  const row = rows[0];
  return row === undefined ? null : finishHistory<SaleHistory>(row);
}
