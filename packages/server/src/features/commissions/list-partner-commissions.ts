import {
  type PartnerCommissionItem,
  PartnerCommissionPage,
  PartnerCommissionQuery,
  type PartnerProgramDetail,
} from '@svc/contract';
import type { Pool } from 'pg';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type Page, type PageRequest, type SortColumns } from '../../operations/keyset.js';
import { optionalNumber } from '../../operations/optional-number.js';
import { NEWEST_SEARCHED, type SearchText } from '../../operations/search.js';
import { readPeriod } from '../reports/days.js';
import { keptCommissionTotals } from './commission-totals.js';

/** Whose: one partner's in one program. */
export interface PartnerScope {
  readonly programId: number;
  readonly partnerId: number;
}

export interface PartnerCommissionRow
  extends Omit<PartnerCommissionItem, 'payable_at' | 'rejected_at' | 'sale_at' | 'lead_at' | 'created_at'> {
  readonly payable_at: Date;
  readonly rejected_at: Date | null;
  readonly sale_at: Date | null;
  readonly lead_at: Date | null;
  readonly created_at: Date;
}

/** What earned a commission: its sale may be credited to another partner by now. */
const EARNED_BY_LINK = `case when c.reassigned_at is null then coalesce(s.link_id, d.link_id) else (c.reason ->> 'linkId')::bigint end`;
const EARNED_BY_CODE = `case when c.reassigned_at is null then coalesce(s.credit_code_id, d.credit_code_id)
                             else (c.reason ->> 'codeId')::bigint end`;

const EARNING = 'commissions c left join sales s on s.id = c.sale_id left join leads d on d.id = c.lead_id';

export const PARTNER_COMMISSIONS = `
  select c.id, c.amount_cents, c.original_cents as original_amount_cents, c.currency, c.status, c.payable_at,
         c.payout_id, c.rejected_at, c.rejection_reason, ${EARNED_BY_LINK} as link_id,
         s.amount_cents as sale_amount_cents, s.refunded_cents as sale_refunded_cents, s.currency as sale_currency,
         s.occurred_at as sale_at, d.occurred_at as lead_at, c.created_at
    from ${EARNING}`;

/** A partner's commissions in a program, newest first; those of one status, or earned on some days (UTC), where these are named. */
async function loadPartnerCommissions(
  pool: Pool,
  {
    programId,
    partnerId,
    status,
    linkId,
    codeId,
    from,
    to,
  }: PartnerScope & {
    readonly status: PartnerCommissionItem['status'] | null;
    readonly linkId: number | null;
    readonly codeId: number | null;
    readonly from: string | null;
    readonly to: string | null;
  },
  request: PageRequest,
): Promise<Page<PartnerCommissionItem>> {
  const rows = {
    select: PARTNER_COMMISSIONS,
    where: `c.program_id = $1 and c.partner_id = $2 and ($3::text is null or c.status = $3)
        and ($4::bigint is null or ${EARNED_BY_LINK} = $4) and ($5::bigint is null or ${EARNED_BY_CODE} = $5)
        and ($6::date is null or c.created_at >= $6::date::timestamp at time zone 'UTC')
        and ($7::date is null or c.created_at < ($7::date + 1)::timestamp at time zone 'UTC')`,
    values: [programId, partnerId, status, linkId, codeId, from, to],
    id: 'c.id',
    sorts: SORTS,
    search: { condition: searchCondition },
  };
  return loadPage<PartnerCommissionRow, PartnerCommissionItem>(pool, request, rows, partnerCommissionFromRow);
}

/** By the amount, and the partner's own links and codes. What else a sale is known by is not for partners to see. */
function searchCondition({ isIn, amounts }: SearchText): string {
  return `c.id = any(array(
    select n.id from (select c.id, c.amount_cents, c.currency, ${EARNED_BY_LINK} as link_id, ${EARNED_BY_CODE} as code_id from ${EARNING}
                       where c.program_id = $1 and c.partner_id = $2
                       order by c.created_at desc, c.id desc limit ${NEWEST_SEARCHED}) n
      left join links l on l.id = n.link_id and l.partner_id = $2
      left join codes k on k.id = n.code_id and k.partner_id = $2
     where ${isIn('l.short_link')} or ${[isIn('k.code'), ...amounts('n.amount_cents', 'n.currency')].join(' or ')}))`;
}

const SORTS: SortColumns = {
  created_at: { sql: 'c.created_at', type: 'time' },
  amount_cents: { sql: 'c.amount_cents', type: 'number' },
  payable_at: { sql: 'c.payable_at', type: 'time' },
};

/** What of a partner is pending, by the day (UTC) on which it becomes payable, the first day first. */
export async function loadMaturing(
  pool: Pool,
  { programId, partnerId }: PartnerScope,
): Promise<PartnerProgramDetail['maturing']> {
  const { rows } = await pool.query<{
    readonly day: string;
    readonly currency: string;
    readonly amount: string;
    readonly commissions: number;
    readonly adjustments: number;
  }>(
    `select to_char(payable_on, 'YYYY-MM-DD') as day, currency, sum(amount_cents)::text as amount,
            sum(commissions)::bigint as commissions, sum(adjustments)::bigint as adjustments
       from (select payable_on, currency, amount_cents, commissions, 0 as adjustments
               from (${keptCommissionTotals('$1', '$2')}) kept where status = 'pending'
              union all
             select (payable_at at time zone 'UTC')::date, currency, amount_cents, 0, 1
               from adjustments where program_id = $1 and partner_id = $2 and status = 'pending') pending
      group by 1, 2 having sum(commissions) <> 0 or sum(adjustments) <> 0 order by 1, 2`,
    [programId, partnerId],
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amount_cents: BigInt(amount) }));
}

/** A row that `PARTNER_COMMISSIONS` reads as partners see it. */
export function partnerCommissionFromRow({
  payable_at,
  rejected_at,
  sale_at,
  lead_at,
  created_at,
  ...row
}: PartnerCommissionRow): PartnerCommissionItem {
  return {
    ...row,
    payable_at: payable_at.toISOString(),
    rejected_at: rejected_at?.toISOString() ?? null,
    sale_at: sale_at?.toISOString() ?? null,
    lead_at: lead_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

export const listPartnerCommissions = defineList({
  name: 'listPartnerCommissions',
  route: 'GET /api/partner/programs/:programId/commissions',
  permission: 'partner',
  summary: "The caller's commissions, with the time each becomes payable",
  input: PartnerCommissionQuery,
  output: PartnerCommissionPage,
  sorts: SORTS,
  search: 'amount, and the short link or code that earned it (of the newest 5,000 commissions)',
  run: ({ pool, scope: { programId, partnerId }, input }, page) =>
    loadPartnerCommissions(
      pool,
      {
        programId,
        partnerId,
        status: input.status ?? null,
        linkId: optionalNumber(input.link_id),
        codeId: optionalNumber(input.code_id),
        ...readPeriod(input),
      },
      page,
    ),
});
