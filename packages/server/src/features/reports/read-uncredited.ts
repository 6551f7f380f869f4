import { ReportQuery, UncreditedAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { type Days, readDays } from './days.js';
import { fixFor, type Reason } from './uncredited-fixes.js';

/**
 * Real leads and sales of a program that nobody is credited with, one row each: leads that were recorded, unless their customer has been
 * credited since; what was refused, unless it has been recorded since; and sales without a rule. $1 program, $2 and $3 days.
 */
const FOUND = `
  select coalesce(l.uncredited_reason, 'no_click') as reason, 'lead' as kind, null::bigint as amount_cents, p.currency,
         l.occurred_at, l.customer_id, l.customer_key, null as click_id, l.code, null::bigint as sale_id, null as transaction_id
    from leads l
    join programs p on p.id = l.program_id
    join customers c on c.id = l.customer_id
   where l.program_id = $1 and l.partner_id is null and not l.test_mode and c.partner_id is null
     and l.occurred_at >= $2::date::timestamp at time zone 'UTC'
     and l.occurred_at < ($3::date + 1)::timestamp at time zone 'UTC'
  union all
  select u.reason, u.kind, u.amount_cents, coalesce(u.currency, p.currency), u.occurred_at, null, u.customer_key, u.click_id, u.code,
         null, case u.kind when 'sale' then u.reference end
    from uncredited u
    join programs p on p.id = u.program_id
   where u.program_id = $1 and u.occurred_at >= $2::date::timestamp at time zone 'UTC'
     and u.occurred_at < ($3::date + 1)::timestamp at time zone 'UTC'
     and case u.kind
           when 'sale' then not exists (
             select 1 from sale_references r where r.workspace_id = u.workspace_id and r.reference = u.reference)
           else not exists (
             select 1 from customers c
              where c.workspace_id = u.workspace_id and c.customer_key = u.customer_key and not c.test_mode
                and c.program_id = u.program_id and c.lead_at is not null)
         end
  union all
  select 'no_rule', 'sale', s.amount_cents, s.currency, s.occurred_at, s.customer_id, s.customer_key, null, s.code, s.id,
         s.transaction_id
    from sales s
   where s.program_id = $1 and s.no_commission_code = 'no_rule' and not s.test_mode
     and s.occurred_at >= $2::date::timestamp at time zone 'UTC'
     and s.occurred_at < ($3::date + 1)::timestamp at time zone 'UTC'`;

interface Row {
  readonly reason: Reason;
  readonly kind: 'lead' | 'sale';
  readonly currency: string;
  readonly count: string;
  readonly sum_cents: string;
  readonly occurred_at: Date;
  readonly customer_id: number | null;
  readonly customer_key: string | null;
  readonly click_id: string | null;
  readonly code: string | null;
  readonly sale_id: number | null;
  readonly transaction_id: string | null;
  readonly amount_cents: number | null;
}

async function loadUncredited(pool: Pool, programId: number, { from, to }: Days) {
  const { rows } = await pool.query<Row>(
    `select distinct on (reason, kind, currency)
            reason, kind, currency, (count(*) over same)::text as count, coalesce(sum(amount_cents) over same, 0)::text as sum_cents,
            occurred_at, customer_id, customer_key, click_id, code, sale_id, transaction_id, amount_cents
       from (${FOUND}) found
     window same as (partition by reason, kind, currency)
      order by reason, kind, currency, occurred_at desc`,
    [programId, from, to],
  );
  const data = rows.map(({ reason, kind, currency, count, sum_cents, occurred_at, ...latest }) => ({
    reason,
    kind,
    count: BigInt(count),
    amount_cents: BigInt(sum_cents),
    currency,
    latest: { occurred_at: occurred_at.toISOString(), ...latest },
    fix: fixFor(reason, kind),
  }));
  return { data: data.sort((a, b) => (a.count > b.count ? -1 : Number(a.count < b.count))) };
}

export const readUncredited = defineRead({
  name: 'readUncredited',
  route: 'GET /api/programs/:programId/uncredited',
  permission: 'report:read',
  summary: 'Leads and sales of a period that nobody was credited with, by reason, and what to do about it',
  input: ReportQuery,
  output: UncreditedAnswer,
  errors: ['from_invalid', 'to_invalid'],
  run: ({ pool, scope, input, nowMs }) => loadUncredited(pool, scope.programId, readDays(input, nowMs)),
});
