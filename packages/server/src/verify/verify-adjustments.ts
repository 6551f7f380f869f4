import { accountBalance } from '../features/payouts/partner-balances.js';
import { isoOf, numberOf, readableJson } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';

/** Bonuses and deductions are what the ledger booked and what the audit log says that people gave. Contract 2 section 12. */
export async function verifyAdjustments(check: Check): Promise<void> {
  await verifyBooked(check);
  await verifyLogged(check);
  await verifyDeleted(check);
}

/** The whole of an adjustment lies in the account of its status, and the ledger says when it became payable. */
async function verifyBooked(check: Check): Promise<void> {
  await reportRows(
    check,
    'adjustments',
    `select a.id, found.what from adjustments a
       left join adjustments r on r.id = a.reverses_id
       left join (select adjustment_id, ${accountBalance('expense')} as expense, ${accountBalance('pending')} as pending,
                         ${accountBalance('payable')} as payable, ${accountBalance('paid')} as paid,
                         min(occurred_at) filter (where kind = 'adjust') as booked_at,
                         min(occurred_at) filter (where kind in ('adjust', 'mature_adjustment')
                           and 'payable' in (from_account, to_account)) as payable_at,
                         nullif(sum(case kind when 'pay_adjustment' then payout_id when 'unpay_adjustment' then -payout_id end), 0)
                           as payout_id
                    from ledger_movements where adjustment_id is not null group by adjustment_id) b
         on b.adjustment_id = a.id
       ${sentences(
         [
           '-b.expense is distinct from a.amount_cents',
           `format('it is of %s, the ledger says %s', a.amount_cents, coalesce(-b.expense, 0))`,
         ],
         [
           'b.booked_at is distinct from a.created_at',
           `format('it is of %s, the ledger says %s', a.created_at, coalesce(b.booked_at::text, '(never)'))`,
         ],
         [
           'b.payout_id is distinct from a.payout_id',
           `format('its payout is %s, the ledger says %s', coalesce(a.payout_id::text, '(none)'),
                   coalesce(b.payout_id::text, '(none)'))`,
         ],
         [
           `(b.pending, b.payable, b.paid) is distinct from (
              case a.status when 'pending' then a.amount_cents else 0 end,
              case a.status when 'payable' then a.amount_cents else 0 end,
              case a.status when 'paid' then a.amount_cents else 0 end)`,
           `format('it is %s with %s, the ledger says pending %s, payable %s, paid %s', a.status, a.amount_cents,
                   coalesce(b.pending, 0), coalesce(b.payable, 0), coalesce(b.paid, 0))`,
         ],
         [
           'b.payable_at < a.payable_at',
           `format('it is payable from %s, and the ledger made it payable at %s', a.payable_at, b.payable_at)`,
         ],
         [
           `a.reverses_id is not null and (r.program_id, r.partner_id, r.currency, -r.amount_cents)
              is distinct from (a.program_id, a.partner_id, a.currency, a.amount_cents)`,
           `format('it does not take back adjustment %s', a.reverses_id)`,
         ],
       )} order by a.id`,
  );
}

/** What the audit log says of each adjustment: the entry that made it. */
const LOGGED = `
  select a.program_id, a.number, ${numberOf('a.target_id')} as adjustment_id, ${readableJson('a.after')} as doc
    from audit_entries a where a.target_type = 'adjustment' and a.after is not null`;

async function verifyLogged(check: Check): Promise<void> {
  const isOther = (field: string) => `l.doc ->> '${field}' is distinct from a.${field}::text`;
  await reportRows(
    check,
    'adjustments',
    `with logged as materialized (${LOGGED})
     select a.id, found.what from adjustments a
       left join logged l on l.adjustment_id = a.id and l.program_id = a.program_id
       ${sentences(
         ['l.number is null', `'the audit log does not say that it was made'`],
         [
           `l.number is not null and (${['amount_cents', 'currency', 'partner_id'].map(isOther).join(' or ')})`,
           `format('it gives partner %s %s %s; the audit log says partner %s %s %s (entry %s)', a.partner_id, a.amount_cents,
                   a.currency, l.doc ->> 'partner_id', l.doc ->> 'amount_cents', l.doc ->> 'currency', l.number)`,
         ],
         [
           `l.number is not null and ${isOther('reason')}`,
           `format('its reason is %L; the audit log says %L (entry %s)', a.reason, l.doc ->> 'reason', l.number)`,
         ],
         [
           `l.number is not null and ${isOther('reverses_id')}`,
           `format('it reverses %s; the audit log says %s (entry %s)', coalesce(a.reverses_id::text, '(nothing)'),
                   coalesce(l.doc ->> 'reverses_id', '(nothing)'), l.number)`,
         ],
         [
           `l.number is not null and l.doc ->> 'payable_at' is distinct from ${isoOf('a.payable_at')}`,
           `format('it is payable from %s; the audit log says %s (entry %s)', ${isoOf('a.payable_at')},
                   l.doc ->> 'payable_at', l.number)`,
         ],
         [
           `l.number is not null and ${isOther('created_by')}`,
           `format('it was made by %s; the audit log says %s (entry %s)', a.created_by, l.doc ->> 'created_by', l.number)`,
         ],
       )} order by a.id`,
  );
}

/** Adjustments are never deleted, so one that the log names is there. */
async function verifyDeleted(check: Check): Promise<void> {
  await reportRows(
    check,
    'adjustments',
    `with logged as materialized (${LOGGED})
     select l.adjustment_id as id,
            format('the audit log says that it was made (entry %s), and there is no such adjustment', l.number) as what
       from logged l left join adjustments a on a.id = l.adjustment_id and a.program_id = l.program_id
      where a.id is null and l.adjustment_id is not null order by l.adjustment_id`,
  );
}
