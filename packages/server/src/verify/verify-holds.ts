import { isLoggedInProgram, numberOf, readableJson } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';

/**
 * Every hold and release is explained by a dispute of the payment or by an entry of the audit log, and a disputed payment
 * holds its commission. Contract 7.1, verify.
 */
export async function verifyHolds(check: Check): Promise<void> {
  await verifyHoldMovements(check);
  await verifyDisputes(check);
  await verifyHeldAtSuspension(check);
  await verifyMissing(check);
}

/** Something was found in the sale of a commission `c` for which the program holds it. */
export const HAS_HOLDING_FLAG = `coalesce(c.flags @> '[{"action": "hold"}]', false)`;

/** Of each sale that was ever disputed, an open dispute, if there is one. */
const DISPUTES = `
  select p.sale_id, min(a.key) filter (where a.state = 'open') as open_dispute
    from payments p join payment_adjustments a on a.payment_id = p.id
   where a.kind = 'dispute' and p.sale_id is not null group by p.sale_id`;

// Entries from before there were kinds have the sentence of their kind as the reason.
const HOLD_REASON = `${readableJson('a.after')} ->> 'hold_reason'`;
const HOLD_KIND = `coalesce(${readableJson('a.after')} ->> 'hold_kind', hold_kind_of(${HOLD_REASON}))`;

/** Entries of holds and releases: each names the movement it made, and the state of the commission after it. */
const HOLD_ENTRIES = `
  select a.workspace_id, a.program_id, a.number, ${numberOf('a.target_id')} as commission_id,
         ${numberOf(`${readableJson('a.after')} ->> 'movement_id'`)} as movement_id,
         ${readableJson('a.after')} ->> 'status' as status, ${HOLD_KIND} as hold_kind,
         case when ${HOLD_KIND} = 'manual' then ${HOLD_REASON} end as hold_note
    from audit_entries a where a.target_type = 'commission' and a.after is not null`;

// A suspension holds what was recorded until then, whenever it becomes payable, and what is completed later. `earned_held_at` is the date of
// the newest one: an earlier one explains what was held before it, of commissions that were there already.
async function verifyHoldMovements(check: Check): Promise<void> {
  await reportRows(
    check,
    'commissions',
    `with entries as materialized (${HOLD_ENTRIES}), disputes as (${DISPUTES})
     select c.id, format('movement %s %s it at %s, and neither an entry of the audit log nor a dispute explains that', m.id,
                         case m.kind when 'hold' then 'held' else 'released' end, m.occurred_at) as what
       from ledger_movements m
       join commissions c on c.id = m.commission_id
       left join disputes d on d.sale_id = c.sale_id
       left join entries e on e.movement_id = m.id and e.commission_id = c.id and e.program_id = c.program_id
      where m.kind in ('hold', 'release') and ${isLoggedInProgram('m.occurred_at', 'm.program_id')}
        and d.sale_id is null and e.movement_id is null
        and not (m.kind = 'hold' and exists (select 1 from enrollments r where r.id = c.enrollment_id
                                                and (c.created_at <= r.earned_held_at or m.occurred_at >= r.earned_held_at)))
      order by c.id, m.id`,
  );
  await reportRows(
    check,
    'commissions',
    `with entries as materialized (${HOLD_ENTRIES})
     select c.id, format('it is held because of %L; the audit log says %L (entry %s)', coalesce(c.hold_reason, c.hold_kind),
                         coalesce(e.hold_note, e.hold_kind), e.number) as what
       from commissions c
       join (select distinct on (commission_id, program_id) * from entries order by commission_id, program_id, number desc) e
         on e.commission_id = c.id and e.program_id = c.program_id
      where c.status = 'held' and e.status = 'held' and (e.hold_kind, e.hold_note) is distinct from (c.hold_kind, c.hold_reason)
      order by c.id`,
  );
}

/** What is paid out cannot be held any more, and of what is reversed nothing is left to hold. */
async function verifyDisputes(check: Check): Promise<void> {
  await reportRows(
    check,
    'commissions',
    `with entries as materialized (${HOLD_ENTRIES}), disputes as (${DISPUTES})
     select c.id, found.what from commissions c
       left join disputes d on d.sale_id = c.sale_id
       left join (select distinct commission_id from entries where hold_kind = 'dispute') e
         on e.commission_id = c.id
       ${sentences(
         [
           `d.open_dispute is not null and c.status in ('pending', 'payable')`,
           `format('its payment is disputed (%s), and it is %s instead of held', d.open_dispute, c.status)`,
         ],
         [
           `c.status = 'held' and c.hold_kind = 'dispute' and d.open_dispute is null and e.commission_id is null`,
           `'it is held for a dispute, and no dispute of its payment is open'`,
         ],
         [
           `c.status = 'held' and c.hold_kind = 'flagged' and not ${HAS_HOLDING_FLAG}`,
           `'it is held for a flag, and it has none that holds'`,
         ],
         [
           `${HAS_HOLDING_FLAG} and c.status in ('pending', 'payable', 'paid')
              and not exists (select 1 from ledger_movements m where m.commission_id = c.id and m.kind = 'release')`,
           `format('one of its flags holds it, and it is %s without having been released', c.status)`,
         ],
       )} order by c.id`,
  );
}

/**
 * What a partner had earned when all of it was held is not payable, nor paid since, unless a person has released it. Releases are compared with
 * the audit log, which has the suspension as well.
 */
async function verifyHeldAtSuspension(check: Check): Promise<void> {
  await reportRows(
    check,
    'commissions',
    `select c.id, format('all that its partner had earned was held at %s, and it is %s without having been released',
                         e.earned_held_at, c.status) as what
       from enrollments e
       join commissions c on c.enrollment_id = e.id and c.created_at <= e.earned_held_at
       left join payouts o on o.id = c.payout_id
      where e.earned_held_at is not null and coalesce(c.released_at < e.earned_held_at, true)
        and (c.status = 'payable' or c.status = 'paid' and o.created_at > e.earned_held_at)
      order by c.id`,
  );
  await reportRows(
    check,
    'commissions',
    `with entries as materialized (${HOLD_ENTRIES})
     select c.id, format('it is said to have been released at %s, and no entry of the audit log explains that', c.released_at) as what
       from commissions c
      where c.released_at is not null and ${isLoggedInProgram('c.released_at', 'c.program_id')}
        and not exists (select 1 from ledger_movements m where m.commission_id = c.id and m.kind = 'release'
                                                           and m.occurred_at = c.released_at)
        and not exists (select 1 from entries e where e.commission_id = c.id and e.hold_kind = 'dispute' and e.status = 'held')
      order by c.id`,
  );
  await reportRows(
    check,
    'enrollments',
    `select e.id, format('all that the partner had earned is said to have been held at %s, and the audit log knows of no suspension',
                         e.earned_held_at) as what
       from enrollments e
      where e.earned_held_at is not null and ${isLoggedInProgram('e.earned_held_at', 'e.program_id')}
        and not exists (select 1 from audit_entries a
                         where a.program_id = e.program_id and a.target_type = 'partner' and a.target_id = e.partner_id::text
                           and ${readableJson('a.after')} ->> 'status' = 'suspended')
      order by e.id`,
  );
}

/** A commission that could not be written with its sale is completed within seconds; one hour says that it never was. */
async function verifyMissing(check: Check): Promise<void> {
  await reportRows(
    check,
    'sales',
    `select s.id, format('its commission has been missing since %s', s.recorded_at) as what
       from sales s
      where s.commission_state = 'missing' and s.recorded_at < now() - interval '1 hour' order by s.id`,
  );
}
