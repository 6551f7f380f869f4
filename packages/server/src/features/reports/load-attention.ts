import { type AttentionAnswer, type Language, MOST_COUNTED } from '@svc/contract';
import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { servesHost } from '../../ingest/serving-hosts.js';
import type { Permission } from '../../operations/permissions.js';
import { loadNoticedEvents } from '../../payments/noticed-events.js';
import { REDIRECT_FOLLOWED, REDIRECT_REPORTED } from '../integration/refused-tracking.js';
import { partnerBalances } from '../payouts/partner-balances.js';
import { IS_READY } from '../payouts/payee.js';

type Attention = Static<typeof AttentionAnswer>;

const DAY_MS = 86_400_000;
/** Today is one of them. */
const REFUSED_DAYS = 7;

/** Ordered by what an index is built on, so that the first match is read from it. */
const first = (rows: string, order: string) =>
  `(select true from ${rows} order by ${order} limit 1) is not null`;
const bounded = (rows: string) =>
  `(select count(*) from (select 1 from ${rows} limit ${MOST_COUNTED}) found)`;

const SALE_SEEN = first('sales where program_id = $1 and not test_mode', 'occurred_at');

const SETUP = `jsonb_build_object(
  'origin_allowed', exists (select 1 from program_origins where program_id = $1),
  'partner_approved', exists (select 1 from enrollments e join links l on l.program_id = $1 and l.partner_id = e.partner_id
                               where e.program_id = $1 and e.status = 'approved'),
  'click_seen', ${first('clicks where program_id = $1 and not test_mode and not bot', 'clicked_ms')},
  'lead_seen', ${first('leads where program_id = $1 and not test_mode', 'occurred_at')},
  'sale_seen', false,
  'payout_details', exists (select 1 from enrollments e join partner_payout_details d on d.partner_id = e.partner_id
                             where e.program_id = $1 and d.replaced_at is null))`;

const PAYOUTS_DUE = `(
  select coalesce(jsonb_agg(to_jsonb(one) order by one.currency), '[]')
    from (select currency, count(*) as partners, sum(payable)::text as due_cents from balances
           where is_ready group by currency) one)`;

const PAYOUTS_OPEN = `(
  select coalesce(jsonb_agg(to_jsonb(one) order by one.currency), '[]')
    from (select currency, count(*) as payouts, sum(amount_cents)::text as open_cents from payouts
           where program_id = $1 and status = 'open' group by currency) one)`;

const MISSING_DETAILS = `(
  select count(distinct b.partner_id) from balances b
   where b.payable > 0 and not exists (
     select 1 from partner_payout_details d where d.partner_id = b.partner_id and d.replaced_at is null))`;

const FLAGGED = `(
  select coalesce(jsonb_agg(to_jsonb(one) order by one.count desc, one.flag), '[]')
    from (select f.value ->> 'flag' as flag, count(*) as count
            from (select status, flags from commissions where program_id = $1 and flags is not null
                   order by created_at desc, id desc limit ${MOST_COUNTED}) latest,
                 jsonb_array_elements(latest.flags) f
           where latest.status = 'pending' group by 1) one)`;

const REFUSED_ORIGINS = `(
  select count(distinct r.value) from refused_tracking r
   where r.program_id = $1 and r.day >= $3::date and r.code = 'origin_not_allowed'
     and not exists (select 1 from program_origins o where o.program_id = $1 and o.origin = r.value
                        and ${servesHost('o.host', '$2')}))`;

const UNREPORTED_VISITS = `(
  select case when followed > 0 and 2 * reported <= followed then followed - reported else 0 end
    from (select coalesce(sum(r.count) filter (where r.code = '${REDIRECT_FOLLOWED}'), 0)::bigint as followed,
                 coalesce(sum(r.count) filter (where r.code = '${REDIRECT_REPORTED}'), 0)::bigint as reported
            from refused_tracking r
           where r.program_id = $1 and r.day >= $3::date and r.code in ('${REDIRECT_FOLLOWED}', '${REDIRECT_REPORTED}')) visits)`;

const FAILING_WEBHOOKS = `(
  select count(*) from webhooks
   where workspace_id = $2 and removed_at is null and (program_id is null or program_id = $1)
     and (disabled_reason in ('gone', 'failing') or (status = 'enabled' and failing_since is not null)))`;

// A part that is not asked for is not computed: $4 partners, $5 payouts, $6 commissions, $7 program, $8 webhooks.
const ATTENTION = `
  with balances as (
    select b.partner_id, b.currency, b.payable, ${IS_READY} as is_ready
      from (${partnerBalances('program_id = $1', 'kept sums')}) b
      join programs g on g.id = $1
      left join program_minimum_payouts m on m.program_id = g.id and m.currency = b.currency
      left join partner_payout_details d on d.partner_id = b.partner_id and d.replaced_at is null)
  select case when not ${SALE_SEEN} then ${SETUP} end as setup,
         case when $4::boolean then ${bounded(`claims where program_id = $1 and status = 'open'`)} end as open_claims,
         case when $4::boolean then ${bounded(`enrollments where program_id = $1 and status = 'pending'`)} end as applications,
         case when $5::boolean then ${PAYOUTS_DUE} end as payouts_due,
         case when $5::boolean then ${PAYOUTS_OPEN} end as payouts_open,
         case when $5::boolean then ${MISSING_DETAILS} end as missing_details,
         case when $6::boolean then ${bounded(`commissions where program_id = $1 and status = 'held'`)} end as held_commissions,
         case when $6::boolean then ${FLAGGED} end as flagged_commissions,
         case when $7::boolean then ${REFUSED_ORIGINS} end as refused_origins,
         case when $7::boolean then ${UNREPORTED_VISITS} end as unreported_visits,
         case when $8::boolean then ${FAILING_WEBHOOKS} end as failing_webhooks`;

interface AttentionRow extends Omit<Attention, 'payouts_due' | 'payouts_open' | 'payment_events'> {
  readonly payouts_due: { currency: string; partners: number; due_cents: string }[] | null;
  readonly payouts_open: { currency: string; payouts: number; open_cents: string }[] | null;
}

const NEEDED: readonly Permission[] = [
  'partner:write',
  'payout:write',
  'commission:write',
  'program:write',
  'webhook:write',
];

/** What is left to set up in a program and what waits for somebody, of what these permissions can act on. */
export async function loadAttention(
  pool: Pool,
  scope: {
    readonly programId: number;
    readonly workspaceId: number;
    readonly permissions: readonly Permission[];
  },
  { nowMs, language }: { readonly nowMs: number; readonly language?: Language | undefined },
): Promise<Attention> {
  const paymentEvents = await loadNoticedEvents(pool, scope, { nowMs, language });
  const fromDay = new Date(nowMs - (REFUSED_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const { rows } = await pool.query<AttentionRow>(ATTENTION, [
    scope.programId,
    scope.workspaceId,
    fromDay,
    ...NEEDED.map((permission) => scope.permissions.includes(permission)),
  ]);
  const [row] = rows as [AttentionRow];
  const due = row.payouts_due?.map((one) => ({ ...one, due_cents: BigInt(one.due_cents) })) ?? [];
  const open = row.payouts_open?.map((one) => ({ ...one, open_cents: BigInt(one.open_cents) })) ?? [];
  return { ...row, payouts_due: due, payouts_open: open, payment_events: paymentEvents };
}
