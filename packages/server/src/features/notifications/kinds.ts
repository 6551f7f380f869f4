import { NOTIFICATION_AUDIENCES, type NotificationKind } from '@svc/contract';
import type { EventType } from '@svc/core';
import { PERMISSIONS, type Permission, ROLES } from '../../operations/permissions.js';

/** How the events of one type are told. */
export interface ToldEvents {
  readonly kind: NotificationKind;
  readonly event: EventType;
  /** Of a team: who may do something about it. */
  readonly needs?: Permission;
  /** Events of this span, in UTC, are told together, when it is over. */
  readonly together?: 'hour' | 'day';
  /** Emailed once it can be undone no longer. */
  readonly isUndoable?: true;
  /**
   * What the events are about, as SQL that reads `event` (id, workspace_id, program_id, object_id, created_at, sequence) and gives its columns and
   * `partner_id`, `source`, `amount_cents` and `currency`. Events of one person with the same `source` are told together.
   */
  readonly subject: string;
}

const ONE_BY_ONE = `'event ' || e.id as source, null::bigint as amount_cents, null::text as currency`;

/** Days and hours are those of UTC. */
const DAY = `to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD')`;

const HOUR = `to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD HH24')`;

const CLAIM = `select e.*, c.partner_id, ${ONE_BY_ONE} from event e join claims c on c.id = e.object_id`;

/** The event is about a movement; what is told is about the commission. */
const COMMISSION = `select e.id, e.workspace_id, e.program_id, c.id as object_id, e.created_at, e.sequence, c.partner_id`;
const FROM_COMMISSION = `from event e
  join ledger_movements m on m.id = e.object_id
  join commissions c on c.id = m.commission_id`;

/**
 * A partner that changed may have been approved: that is remembered in the statement that tells it. Of several changes that are told at
 * once, the last one counts.
 */
const APPROVED = `select e.*, e.object_id as partner_id, ${ONE_BY_ONE}
  from (select distinct on (program_id, object_id) * from event order by program_id, object_id, sequence desc) e
  join approvals a on a.program_id = e.program_id and a.partner_id = e.object_id and a.is_approved`;

/** Whether partners are approved, where that is another than was known before. */
export const APPROVALS = `insert into partner_milestones as known (program_id, partner_id, is_approved)
  select distinct n.program_id, n.partner_id, n.status = 'approved'
    from event e join enrollments n on n.program_id = e.program_id and n.partner_id = e.object_id
   order by 1, 2
  on conflict (program_id, partner_id) do update set is_approved = excluded.is_approved
   where known.is_approved <> excluded.is_approved
  returning program_id, partner_id, is_approved`;

/** What is told of events. First clicks are no events; `tell-first-clicks.ts` finds them. */
export const TOLD_EVENTS: readonly ToldEvents[] = [
  { kind: 'partner_approved', event: 'partner.updated', subject: APPROVED },
  {
    kind: 'commission_earned',
    event: 'commission.created',
    together: 'day',
    subject: `${COMMISSION}, ${DAY} || ' ' || m.currency || ' ' || c.program_id || ' ' || c.partner_id as source,
                     m.amount_cents, m.currency ${FROM_COMMISSION}`,
  },
  {
    kind: 'commission_reassigned',
    event: 'commission.changed',
    together: 'day',
    subject: `${COMMISSION}, ${DAY} || ' ' || m.currency || ' ' || c.program_id || ' ' || c.partner_id as source,
                     m.amount_cents, m.currency ${FROM_COMMISSION}
                 and m.kind = 'reassign' and m.from_account <> 'expense' and c.reassigned_at is not null
                 and not exists (select 1 from ledger_movements l where l.commission_id = c.id and l.kind = 'reassign' and l.id > m.id)`,
  },
  {
    kind: 'commission_rejected',
    event: 'commission.changed',
    together: 'day',
    subject: `${COMMISSION}, ${DAY} || ' ' || m.currency || ' ' || c.program_id || ' ' || c.partner_id as source,
                     m.amount_cents, m.currency ${FROM_COMMISSION} and m.kind = 'reject'`,
  },
  {
    kind: 'payout_paid',
    event: 'payout.paid',
    isUndoable: true,
    subject: `select e.*, o.partner_id, 'event ' || e.id as source, o.amount_cents, o.currency
                from (select distinct on (object_id) * from event order by object_id, sequence desc) e
                join payouts o on o.id = e.object_id and o.status = 'paid'`,
  },
  {
    kind: 'adjustment_received',
    event: 'adjustment.created',
    subject: `select e.*, a.partner_id, 'event ' || e.id as source, a.amount_cents, a.currency
                from event e join adjustments a on a.id = e.object_id`,
  },
  { kind: 'claim_answered', event: 'claim.answered', subject: CLAIM },
  {
    kind: 'application_received',
    event: 'partner.applied',
    needs: 'partner:write',
    together: 'hour',
    subject: `select e.*, e.object_id as partner_id, ${HOUR} || ' ' || e.program_id as source, null::bigint as amount_cents,
                     null::text as currency from event e`,
  },
  { kind: 'claim_received', event: 'claim.created', needs: 'partner:write', subject: CLAIM },
  {
    kind: 'commission_flagged',
    event: 'commission.created',
    together: 'day',
    needs: 'commission:write',
    subject: `${COMMISSION}, ${DAY} || ' ' || c.program_id as source, null::bigint as amount_cents,
                     null::text as currency ${FROM_COMMISSION} where c.flags is not null`,
  },
];

/** The roles that include a permission, as SQL. */
function rolesWith(permission: Permission = 'program:read'): string {
  return ROLES.filter((role) => PERMISSIONS[role].includes(permission))
    .map((role) => `'${role}'`)
    .join(', ');
}

/** Whose account a partner is, as `OWN_ENROLLMENTS` has it: `p` is the partner, `u` the account. */
export const IS_OWN_PARTNER =
  '(p.user_id = u.id or (p.user_id is null and u.email_verified and p.email = u.email))';

/** Who hears of `s`, as SQL: accounts of its partner, or members of its workspace who may do something about it, who were there when it happened. */
export function recipientsOf({ kind, needs }: Pick<ToldEvents, 'kind' | 'needs'>): string {
  return NOTIFICATION_AUDIENCES[kind] === 'partner'
    ? `select u.id as user_id from partners p join users u on ${IS_OWN_PARTNER}
        where p.id = s.partner_id and u.created_at <= s.created_at`
    : `select m.user_id from workspace_members m
        where m.workspace_id = s.workspace_id and m.role in (${rolesWith(needs)}) and m.created_at <= s.created_at`;
}
