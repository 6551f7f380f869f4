import { elementsOf, isLogged, numberOf, readableJson } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';
import { POSTED_BY_CANCELLATIONS, POSTED_BY_PAYOUTS } from './ledger-rules.js';

/** Payouts are the sums of their movements, and the audit log explains each of them. Contract 7.1, verify. */
export async function verifyPayouts(check: Check): Promise<void> {
  await verifySums(check);
  await verifyLogged(check);
  await verifyDeleted(check);
}

async function verifySums(check: Check): Promise<void> {
  await reportRows(
    check,
    'payouts',
    `select o.id, found.what from payouts o
       left join payout_runs u on u.id = o.run_id
       left join (select payout_id,
                         sum(case when to_account = 'paid' then amount_cents else -amount_cents end)
                           filter (where ${POSTED_BY_PAYOUTS}) as cents,
                         sum(case when from_account = 'paid' then amount_cents else -amount_cents end)
                           filter (where ${POSTED_BY_CANCELLATIONS}) as given_back,
                         count(*) filter (where ${POSTED_BY_PAYOUTS} and to_account = 'paid') as paid,
                         count(*) filter (where kind = 'carry') as carries,
                         min(occurred_at) as booked_at
                    from ledger_movements m where payout_id is not null group by payout_id) b on b.payout_id = o.id
       ${sentences(
         [
           'o.amount_cents <> coalesce(b.cents, 0)',
           `format('it says %s, its movements say %s', o.amount_cents, coalesce(b.cents, 0))`,
         ],
         ['coalesce(b.paid, 0) = 0', `'it pays nothing that is owed'`],
         ['b.carries > 1', `format('it has %s carries', b.carries)`],
         [
           `coalesce(b.given_back, 0) <> case o.status when 'cancelled' then o.amount_cents else 0 end`,
           `format('it is %s with %s, and its movements returned %s', o.status, o.amount_cents, coalesce(b.given_back, 0))`,
         ],
         [
           'b.booked_at <> o.created_at',
           `format('it was created at %s, the ledger says at %s', o.created_at, b.booked_at)`,
         ],
         [
           'o.run_id is not null and u.program_id is distinct from o.program_id',
           `format('its run %s is not a run of program %s', o.run_id, o.program_id)`,
         ],
       )} order by o.id`,
  );
}

/**
 * What the audit log says of payouts, one row for each payout an entry names: an entry of a run lists the payouts that it
 * created or those that were marked paid together; an entry of one payout has its new state.
 */
const LOGGED = `
  select a.workspace_id, a.program_id, a.number, a.target_type, ${numberOf('a.target_id')} as target_id,
         ${readableJson('a.after')} as doc
    from audit_entries a where a.target_type in ('payout', 'payout_run') and a.after is not null`;

const EVENTS = `
  select l.workspace_id, l.program_id, l.number, ${numberOf(`one.payout ->> 'id'`)} as payout_id, 'open' as status,
         l.target_id as run_id, one.payout, null as reference
    from logged l cross join lateral ${elementsOf(`l.doc -> 'payouts'`)} as one (payout)
   where l.target_type = 'payout_run'
  union all
  select l.workspace_id, l.program_id, l.number, ${numberOf(`one.id #>> '{}'`)}, 'paid', l.target_id, null,
         l.doc ->> 'reference'
    from logged l cross join lateral ${elementsOf(`l.doc -> 'paid'`)} as one (id)
   where l.target_type = 'payout_run'
  union all
  select l.workspace_id, l.program_id, l.number, l.target_id, l.doc ->> 'status', null, l.doc, l.doc ->> 'reference'
    from logged l where l.target_type = 'payout' and l.doc ->> 'status' is not null`;

/** The first and the newest thing the log says of each payout, in its own program. */
const HISTORIES = `
  with logged as materialized (${LOGGED}),
       histories as (
         select payout_id, program_id, workspace_id, max(number) as number, max(run_id) as run_id,
                (array_agg(status order by number desc))[1] as status,
                (array_agg(reference order by number desc))[1] as reference,
                (array_agg(payout order by number) filter (where payout is not null))[1] as payout
           from (${EVENTS}) events where payout_id is not null group by payout_id, program_id, workspace_id)`;

async function verifyLogged(check: Check): Promise<void> {
  await reportRows(
    check,
    'payouts',
    `${HISTORIES}
     select o.id, found.what from payouts o
       join programs p on p.id = o.program_id
       left join histories h on h.payout_id = o.id and h.program_id = p.id and h.workspace_id = p.workspace_id
       ${sentences(
         [
           // A payout without a run was always paid at once; before the audit log there was no other kind.
           `h.payout_id is null and (o.run_id is not null or o.status <> 'paid' or ${isLogged('o.created_at', 'p.workspace_id')})`,
           `format('it is %s, and the audit log does not say that it was created', o.status)`,
         ],
         [
           'h.status <> o.status',
           `format('it is %s; the audit log says that it is %s (entry %s)', o.status, h.status, h.number)`,
         ],
         [
           `h.status = 'paid' and o.status = 'paid' and h.reference is distinct from o.reference`,
           `format('it was paid under the reference %L; the audit log says %L (entry %s)', o.reference, h.reference,
                   h.number)`,
         ],
         [
           `${numberOf(`h.payout ->> 'amount_cents'`)} <> o.amount_cents or h.payout ->> 'currency' <> o.currency
              or ${numberOf(`h.payout ->> 'partner_id'`)} <> o.partner_id`,
           `format('it pays %s %s to partner %s; the audit log says %s %s to partner %s (entry %s)', o.amount_cents,
                   o.currency, o.partner_id, h.payout ->> 'amount_cents', h.payout ->> 'currency',
                   h.payout ->> 'partner_id', h.number)`,
         ],
         [
           'h.run_id is distinct from o.run_id and h.payout_id is not null and (h.run_id is not null or o.run_id is not null)',
           `format('its run is %s; the audit log says %s', coalesce(o.run_id::text, '(none)'),
                   coalesce(h.run_id::text, '(none)'))`,
         ],
       )} order by o.id`,
  );
}

/** Payouts are never deleted, so one that the log names is there. */
async function verifyDeleted(check: Check): Promise<void> {
  await reportRows(
    check,
    'payouts',
    `${HISTORIES}
     select h.payout_id as id,
            format('the audit log says that it is %s (entry %s), and there is no such payout', h.status, h.number) as what
       from histories h left join payouts o on o.id = h.payout_id and o.program_id = h.program_id
      where o.id is null order by h.payout_id`,
  );
}
