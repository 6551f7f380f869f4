import { accountBalance } from '../features/payouts/partner-balances.js';
import { type Check, reportRows, sentences } from './check.js';
import { hasLegalAccounts, OF_ADJUSTMENTS, OF_COMMISSIONS, OF_PAYOUTS, OF_REFUNDS } from './ledger-rules.js';
import { HAS_HOLDING_FLAG } from './verify-holds.js';

/** The movements of the ledger are legal by the table of core, and commissions and balances are sums of them. */
export async function verifyLedger(check: Check): Promise<void> {
  await verifyMovements(check);
  await verifyCommissionBooks(check);
  await verifyBalances(check);
}

async function verifyMovements(check: Check): Promise<void> {
  await reportRows(
    check,
    'ledger_movements',
    `select m.id, found.what from ledger_movements m
       left join commissions c on c.id = m.commission_id
       left join adjustments a on a.id = m.adjustment_id
       left join refunds f on f.id = m.refund_id
       left join payouts o on o.id = m.payout_id
       ${sentences(
         [
           `not ${hasLegalAccounts()}`,
           `format('it is of kind %s from %s to %s, which is not possible', m.kind, m.from_account, m.to_account)`,
         ],
         [
           `${OF_COMMISSIONS} and c.id is null`,
           `format('its commission %s does not exist', coalesce(m.commission_id::text, '(none)'))`,
         ],
         [
           `not ${OF_COMMISSIONS} and m.commission_id is not null`,
           `format('it is of kind %s, which moves the money of no commission, and names commission %s', m.kind,
                   m.commission_id)`,
         ],
         [
           `c.id is not null
              and (c.program_id, c.partner_id, c.currency) is distinct from (m.program_id, m.partner_id, m.currency)`,
           `format('it is of program %s, partner %s and %s, its commission %s of program %s, partner %s and %s',
                   m.program_id, m.partner_id, m.currency, c.id, c.program_id, c.partner_id, c.currency)`,
         ],
         [
           `${OF_ADJUSTMENTS} <> (m.adjustment_id is not null)`,
           `format('it is of kind %s, and its adjustment is %s', m.kind, coalesce(m.adjustment_id::text, '(none)'))`,
         ],
         [
           `m.adjustment_id is not null
              and (a.program_id, a.partner_id, a.currency) is distinct from (m.program_id, m.partner_id, m.currency)`,
           `format('it is of program %s, partner %s and %s, its adjustment %s is not', m.program_id, m.partner_id, m.currency,
                   m.adjustment_id)`,
         ],
         [
           `m.refund_id is not null and (not ${OF_REFUNDS} or f.sale_id is distinct from c.sale_id)`,
           `format('refund %s does not reverse commission %s', m.refund_id, m.commission_id)`,
         ],
         [
           `${OF_PAYOUTS} <> (m.payout_id is not null)`,
           `format('it is of kind %s, and its payout is %s', m.kind, coalesce(m.payout_id::text, '(none)'))`,
         ],
         [
           `m.payout_id is not null
              and (o.program_id, o.partner_id, o.currency) is distinct from (m.program_id, m.partner_id, m.currency)`,
           `format('it is of program %s, partner %s and %s, its payout %s is not', m.program_id, m.partner_id, m.currency,
                   m.payout_id)`,
         ],
       )} order by m.id`,
  );
}

/**
 * What is left of a commission lies in the account of its status; what was reversed after its payout is owed back, and
 * what a refund that failed gave back after it is owed.
 * Payouts that paid it minus those that were cancelled are exactly the one it is in, which the sum of their ids shows.
 */
async function verifyCommissionBooks(check: Check): Promise<void> {
  await reportRows(
    check,
    'commissions',
    `select c.id, found.what from commissions c
       left join sales s on s.id = c.sale_id
       left join leads d on d.id = c.lead_id
       left join (select commission_id, ${accountBalance('expense')} as expense, ${accountBalance('pending')} as pending,
                         ${accountBalance('payable')} as payable, ${accountBalance('held')} as held, ${accountBalance('paid')} as paid,
                         sum(amount_cents) filter (where kind = 'earn') as earned,
                         coalesce(sum(amount_cents) filter (where kind = 'restore' or kind = 'reassign' and from_account = 'expense'), 0)
                           as restored,
                         min(occurred_at) filter (where kind = 'earn') as earned_at,
                         min(to_account) filter (where kind = 'earn') as earned_to,
                         nullif(sum(case kind when 'pay' then payout_id when 'unpay' then -payout_id end), 0)
                           as payout_id
                    from ledger_movements where commission_id is not null group by commission_id) b
         on b.commission_id = c.id
       ${sentences(
         [
           'b.earned is distinct from c.original_cents',
           `format('it earned %s, the ledger says %s', c.original_cents, coalesce(b.earned, 0))`,
         ],
         [
           'b.earned_at is distinct from c.created_at',
           `format('it is of %s, the ledger says %s', c.created_at, coalesce(b.earned_at::text, '(never)'))`,
         ],
         [
           // The sale has the status of the partner it is credited to now, which need not be the first.
           `b.earned_to <> case when coalesce(s.partner_status, d.reward ->> 'partnerStatus') = 'approved' and not ${HAS_HOLDING_FLAG}
                                then 'pending' else 'held' end
              and coalesce(s.partner_status, d.reward ->> 'partnerStatus') is not null
              and c.reassigned_at is null and not exists (
                select 1 from credit_changes h where h.customer_id = s.customer_id and h.moves_sales)`,
           `format('it was earned to the account %s, the partner of %s was %s when it was recorded, and %s', b.earned_to,
                   coalesce('sale ' || s.id, 'lead ' || d.id), coalesce(s.partner_status, d.reward ->> 'partnerStatus'),
                   case when ${HAS_HOLDING_FLAG} then 'a flag holds it' else 'no flag holds it' end)`,
         ],
         [
           '-b.expense is distinct from c.amount_cents',
           `format('what is left of it is %s, the ledger says %s', c.amount_cents, coalesce(-b.expense, 0))`,
         ],
         [
           'b.payout_id is distinct from c.payout_id',
           `format('its payout is %s, the ledger says %s', coalesce(c.payout_id::text, '(none)'),
                   coalesce(b.payout_id::text, '(none)'))`,
         ],
         [
           `c.status = 'paid' and c.payout_id is null or c.status in ('pending', 'payable', 'held') and c.payout_id is not null`,
           `format('it is %s, and its payout is %s', c.status, coalesce(c.payout_id::text, '(none)'))`,
         ],
         [
           `b.payout_id is null and (b.pending, b.payable, b.held, b.paid) is distinct from (
              case c.status when 'pending' then c.amount_cents else 0 end,
              case c.status when 'payable' then c.amount_cents else 0 end,
              case c.status when 'held' then c.amount_cents else 0 end, 0)`,
           `format('it is %s with %s left, the ledger says pending %s, payable %s, held %s, paid %s', c.status,
                   c.amount_cents, coalesce(b.pending, 0), coalesce(b.payable, 0), coalesce(b.held, 0),
                   coalesce(b.paid, 0))`,
         ],
         [
           'b.payout_id is not null and (b.pending <> 0 or b.held <> 0 or b.payable > b.restored or b.paid <= 0)',
           `format('it was paid, and the ledger says pending %s, payable %s, held %s, paid %s', b.pending, b.payable,
                   b.held, b.paid)`,
         ],
       )} order by c.id`,
  );
}

/**
 * A partner's balances are never below zero, but for `payable` after a reversal, and `pending` and `payable` with a deduction.
 * No payout may have settled more than was reversed, but for what came back since: by a payout that was cancelled, a refund
 * that failed, or a sale that was assigned back. Holds for whole partners even where two wrong commissions balance each other.
 */
async function verifyBalances(check: Check): Promise<void> {
  await reportRows(
    check,
    'ledger_movements',
    `select format('program %s, partner %s, %s', b.program_id, b.partner_id, b.currency) as id, found.what
       from (select m.program_id, m.partner_id, m.currency,
                    ${accountBalance('pending')} - coalesce(sum(case when not ${OF_ADJUSTMENTS} then 0
                      when to_account = 'pending' then m.amount_cents
                      when from_account = 'pending' then -m.amount_cents else 0 end), 0) as pending,
                    ${accountBalance('held')} as held,
                    ${accountBalance('paid')} as paid,
                    sum(case when ${OF_COMMISSIONS} and c.payout_id is null or ${OF_ADJUSTMENTS} then 0
                             when to_account = 'payable' then m.amount_cents
                             when from_account = 'payable' then -m.amount_cents else 0 end) as settled_beyond,
                    coalesce(sum(m.amount_cents) filter (where m.kind in ('unpay', 'restore')
                               or m.kind = 'reassign' and m.from_account = 'expense'), 0) as came_back
               from (select * from ledger_movements) m left join (select id, payout_id from commissions) c
                 on c.id = m.commission_id
              group by m.program_id, m.partner_id, m.currency) b
       ${sentences(
         [
           'least(b.pending, b.held, b.paid) < 0',
           `format('the balances are pending %s (adjustments aside), held %s, paid %s; none may be below zero', b.pending, b.held, b.paid)`,
         ],
         [
           'b.settled_beyond > b.came_back',
           `format('payouts balanced %s more than was reversed from paid commissions', b.settled_beyond)`,
         ],
       )} order by b.program_id, b.partner_id, b.currency`,
  );
}
