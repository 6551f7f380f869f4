import { verifyBooks } from '../../../src/verify/verify.js';
import { compareEvents } from '../../support/events.js';
import { balancesOf, COUNTS, type EnrollmentState, type SaleState } from './model.js';
import { throwDifference } from './operations.js';
import type { World } from './world.js';

interface SaleBooks {
  id: number;
  cents: string;
  refunded: string;
  references: number;
  state: string;
  earned: string;
  reversed: string;
  commissions: string[];
}

function predictedBooks(sale: SaleState): SaleBooks {
  const { commission } = sale;
  const exists = commission !== null && commission !== 'missing';
  return {
    id: sale.id,
    cents: String(sale.cents),
    refunded: String(sale.refundedCents),
    references: sale.references.length,
    state: exists ? 'earned' : (commission ?? 'none'),
    earned: exists ? String(commission.originalCents) : '0',
    reversed: exists ? String(commission.originalCents - commission.leftCents) : '0',
    commissions: exists
      ? [
          [
            commission.id,
            commission.originalCents,
            commission.leftCents,
            commission.currency,
            commission.status,
            commission.payableAtMs,
            commission.paidCents === null ? 'unpaid' : 'paid',
          ].join(' '),
        ]
      : [],
  };
}

/** Compares what is stored of these sales, their commissions and the movements of those with the model. */
async function compareSales({ pool }: World, sales: readonly SaleState[]): Promise<void> {
  if (sales.length === 0) return;
  const { rows } = await pool.query<SaleBooks>(
    `select s.id, s.amount_cents::text as cents, s.refunded_cents::text as refunded,
            (select count(*) from sale_references r where r.sale_id = s.id)::int as "references",
            s.commission_state as state,
            coalesce((select sum(m.amount_cents) from ledger_movements m join commissions c on c.id = m.commission_id
                       where c.sale_id = s.id and m.kind = 'earn'), 0)::text as earned,
            coalesce((select sum(m.amount_cents) from ledger_movements m join commissions c on c.id = m.commission_id
                       where c.sale_id = s.id and m.kind = 'reverse'), 0)::text as reversed,
            array(select concat_ws(' ', c.id, c.original_cents, c.amount_cents, c.currency, c.status,
                                   round(extract(epoch from c.payable_at) * 1000),
                                   case when c.payout_id is null then 'unpaid' else 'paid' end)
                    from commissions c where c.sale_id = s.id) as commissions
       from sales s where s.id = any($1::bigint[])`,
    [sales.map(({ id }) => id)],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const sale of sales) {
    const actual = stored.get(sale.id);
    const expected = predictedBooks(sale);
    if (JSON.stringify(actual) !== JSON.stringify(expected)) {
      throwDifference(`the books of sale ${sale.references[0]}`, actual, expected);
    }
  }
}

/** Compares the accounts of a partner with the model. */
async function compareBalances(
  { pool, model }: World,
  enrollment: EnrollmentState,
  currency: string,
): Promise<void> {
  const { rows } = await pool.query<{ account: string; cents: string }>(
    `select account, sum(cents)::text as cents from (
       select to_account as account, amount_cents as cents from ledger_movements
        where program_id = $1 and partner_id = $2 and currency = $3
       union all
       select from_account, -amount_cents from ledger_movements
        where program_id = $1 and partner_id = $2 and currency = $3) movements group by account`,
    [enrollment.program.id, enrollment.partnerId, currency],
  );
  const stored = new Map(rows.map(({ account, cents }) => [account, BigInt(cents)]));
  let sum = stored.get('expense') ?? 0n;
  for (const [account, expected] of Object.entries(balancesOf(model, enrollment, currency))) {
    const actual = stored.get(account) ?? 0n;
    sum += actual;
    if (actual !== expected) {
      const where = `program ${enrollment.program.id}, partner ${enrollment.partnerId}, ${currency}, ${account}`;
      throwDifference(`the balance of ${where}`, String(actual), String(expected));
    }
  }
  if (sum !== 0n)
    throwDifference(`the sum of all accounts of partner ${enrollment.partnerId}`, String(sum), '0');
}

/** Compares the books of these sales, and of the partners they are of. */
export async function compareTouched(world: World, touched: readonly SaleState[]): Promise<void> {
  const stored = [...new Set(touched)].filter(({ id }) => id !== 0);
  await compareSales(world, stored);
  const accounts = new Map<string, [EnrollmentState, string]>();
  for (const { enrollment, commission } of stored) {
    if (commission === null || commission === 'missing') continue;
    accounts.set(`${enrollment.id} ${commission.currency}`, [enrollment, commission.currency]);
  }
  for (const [enrollment, currency] of accounts.values()) await compareBalances(world, enrollment, currency);
}

async function compareTotals({ pool, model }: World): Promise<void> {
  const { rows } = await pool.query<{ key: string; counts: string[] }>(
    `select concat_ws(' ', program_id, day, partner_id, link_id, currency) as key,
            array[${COUNTS.map((column) => `sum(${column})::text`).join(', ')}] as counts
       from (select program_id, day, partner_id, link_id, currency, ${COUNTS.join(', ')} from daily_totals
             union all
             select program_id, day, partner_id, link_id, currency, ${COUNTS.join(', ')} from missed_totals) rows
      group by program_id, day, partner_id, link_id, currency`,
  );
  const stored = new Map(rows.map(({ key, counts }) => [key, counts.join(' ')]));
  for (const [key, totals] of model.totals) {
    const expected = COUNTS.map((column) => totals[column]).join(' ');
    if (stored.get(key) !== expected) throwDifference(`the totals of ${key}`, stored.get(key), expected);
  }
  const unknown = [...stored.keys()].filter((key) => !model.totals.has(key));
  if (unknown.length > 0) throwDifference('totals', unknown, []);
}

async function compareCustomers({ pool, model }: World): Promise<void> {
  const { rows } = await pool.query<{ customer: string }>(
    `select concat_ws(' ', c.program_id, coalesce(c.customer_key, '-'), coalesce('cust_' || click_number || '_' || click_ms, '-'),
                      c.status, coalesce(c.first_sale_id::text, '-'),
                      coalesce((extract(epoch from c.first_sale_at) * 1000)::bigint::text, '-'), coalesce(c.partner_id::text, '-'), c.test_mode, c.named_by,
                      coalesce('cust_' || former_click_number || '_' || former_click_ms, '-')) as customer
       from customers c order by 1`,
  );
  const stored = rows.map(({ customer }) => customer).sort();
  const expected = model.customers
    .map((one) =>
      [
        one.program.id,
        one.key ?? '-',
        one.isBorrowed ? '-' : (one.click?.id ?? '-'),
        one.status,
        one.firstSale?.id ?? '-',
        one.firstAtMs ?? '-',
        one.click?.enrollment.partnerId ?? '-',
        one.isTest ? 't' : 'f',
        one.namedBy,
        one.formerClick?.id ?? '-',
      ].join(' '),
    )
    .sort();
  for (let index = 0; index < Math.max(stored.length, expected.length); index++) {
    if (stored[index] !== expected[index]) throwDifference('a customer', stored[index], expected[index]);
  }
}

/** Compares everything with the model, and lets the service check its own books. */
export async function compareAll(world: World): Promise<void> {
  const { pool, model } = world;
  await compareSales(world, model.sales);
  for (const enrollment of model.enrollments) {
    for (const currency of ['USD', 'EUR', 'JPY']) await compareBalances(world, enrollment, currency);
  }
  await compareTotals(world);
  await compareCustomers(world);
  const { rows } = await pool.query<{ clicks: number; sales: number }>(
    'select (select count(*) from clicks)::int as clicks, (select count(*) from sales)::int as sales',
  );
  const expected = { clicks: model.clicks.size, sales: model.sales.length };
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
    throwDifference('how many there are', rows[0], expected);
  const unmatched = await compareEvents(pool);
  if (unmatched.length > 0) throwDifference('events', unmatched, []);
  const { differences } = await verifyBooks(pool);
  // The simulated clock lies in the past, so what is missing now has been for more than an hour.
  const isMissing = ({ what }: { what: string }) => what.startsWith('its commission has been missing since');
  const missing = model.sales.filter(({ commission }) => commission === 'missing').length;
  const others = differences.filter((difference) => !isMissing(difference));
  if (others.length > 0) throwDifference('svc-server verify', others, []);
  const said = differences.length - others.length;
  if (said !== missing) throwDifference('how many commissions verify says are missing', said, missing);
}
