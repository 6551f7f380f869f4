import type { Pool } from 'pg';
import { ensureClickPartitions } from '../packages/server/src/features/clicks/ensure-click-partitions.js';
import { createCode } from '../packages/server/src/features/codes/create-code.js';
import { perform } from '../packages/server/test/support/operations.js';
import { clickKeySql, clicksPerCustomer, codeAt, type Dataset, PROGRAM } from './dataset.js';

const CLICKS_AT_ONCE = 500_000;
const IDS_PER_BLOCK = 1_000;
const DAY_MS = 86_400_000;
/** Sales lie within the hold time, so that no job has anything to do with them while the benchmark runs. */
const SALES_DAYS = 20;
const LEAD_AFTER_MS = 60_000;
const RULE_BASIS_POINTS = 2000;
/** One of so many clicks has a `sub1`, of which there are so many different ones. */
const TAGGED_EVERY = 4;
const TAGS = 1_000;

/** The provisioned program, its links by their places, and where the row ids of each table begin. */
interface Seeding {
  readonly pool: Pool;
  readonly dataset: Dataset;
  readonly nowMs: number;
  /** SQL of one row: the columns workspace_id, program_id and rule_id. */
  readonly program: string;
  /** SQL of a table with the columns place, link_id, partner_id, enrollment_id and short_link. */
  readonly links: string;
}

/**
 * Fills a migrated, provisioned and otherwise empty database with a dataset, as the service would have written it:
 * `svc-server verify` finds nothing wrong with it.
 */
export async function seed(pool: Pool, dataset: Dataset): Promise<void> {
  const nowMs = Date.now();
  await ensureClickPartitions(pool, { fromMs: dataset.startMs, toMs: nowMs });
  const seeding: Seeding = {
    pool,
    dataset,
    nowMs,
    program: `(select p.workspace_id, p.id as program_id, r.id as rule_id
                 from programs p join commission_rules r on r.program_id = p.id and r.enrollment_id is null
                where p.name = '${PROGRAM.name}')`,
    links: `(select split_part(l.short_link, '-', 2)::integer as place, l.id as link_id, l.partner_id, l.short_link,
                    e.id as enrollment_id
               from links l join enrollments e on e.program_id = l.program_id and e.partner_id = l.partner_id)`,
  };
  for (let from = 0; from < dataset.clicks; from += CLICKS_AT_ONCE) {
    await seedClicks(seeding, from, Math.min(from + CLICKS_AT_ONCE, dataset.clicks) - 1);
  }
  await seedCodes(seeding);
  await seedCustomers(seeding);
  await seedSales(seeding);
  await seedTotals(pool);
  await seedBreakdown(pool);
  const lastId = 2 * dataset.customers + 3 * dataset.sales;
  await pool.query(`select setval('tracking_id_blocks', ${Math.ceil(lastId / IDS_PER_BLOCK)})`);
  // As a database is that has been running for a while; otherwise autovacuum does it during the measurement.
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

/** One for each link, created as people do it, so that the audit log has them. */
async function seedCodes({ pool, program, links }: Seeding): Promise<void> {
  const { rows } = await pool.query<{ program_id: number; place: number; partner_id: number }>(
    `select p.program_id, l.place, l.partner_id from ${program} p, ${links} l order by l.place`,
  );
  for (const { program_id: programId, place, partner_id } of rows)
    await perform({ pool }, createCode, { programId, input: { code: codeAt(place), partner_id } });
}

async function seedClicks(
  { pool, dataset, program, links }: Seeding,
  from: number,
  to: number,
): Promise<void> {
  const [clickedMs, number] = clickKeySql(dataset, 'i');
  await pool.query(
    `insert into clicks (clicked_ms, number, program_id, enrollment_id, partner_id, link_id, test_mode, bot,
                         affiliate_url, dimensions)
     select ${clickedMs}, ${number}, p.program_id, l.enrollment_id, l.partner_id, l.link_id, false, false,
            'https://${PROGRAM.domain}/?aff=' || l.short_link || '&visit=' || i, ${tagSql(dataset)}
       from generate_series(${from}::bigint, ${to}) i
       join ${links} l on l.place = i % ${dataset.links} cross join ${program} p
      order by i`,
  );
}

/** The values of the click `i`, as SQL: those of a partner are their own. */
function tagSql({ links }: Dataset): string {
  const tagsOfLink = Math.max(1, Math.floor(TAGS / links));
  const tag = `(l.place * ${tagsOfLink} + (i / ${TAGGED_EVERY * links}) % ${tagsOfLink})`;
  return `case when (i / ${links}) % ${TAGGED_EVERY} = 0 then '{"sub1":"post-' || ${tag} || '"}' end`;
}

/** When a customer's sale was made, as SQL: one after the other over the last days. */
function saleAtSql({ dataset: { sales }, nowMs }: Seeding, customerId: string): string {
  const firstMs = nowMs - SALES_DAYS * DAY_MS;
  const stepMs = Math.floor((SALES_DAYS * DAY_MS) / (sales + 1));
  return `to_timestamp((${firstMs} + ${customerId} * ${stepMs}) / 1000.0)`;
}

/** Customers have the ids 1 to n, their leads n+1 to 2n, and the sales of the first customers the ids from there on. */
async function seedCustomers(seeding: Seeding): Promise<void> {
  const { pool, dataset, program, links } = seeding;
  const { customers, sales } = dataset;
  const [clickedMs, number] = clickKeySql(dataset, `i * ${clicksPerCustomer(dataset)}::bigint`);
  await pool.query(
    `insert into customers (id, workspace_id, program_id, customer_key, email, status, enrollment_id, partner_id,
                            link_id, click_ms, click_number, created_at, lead_at, first_sale_id, first_sale_at)
     select i + 1, p.workspace_id, p.program_id, 'customer-' || i, 'customer-' || i || '@mail.test',
            case when i < ${sales} then 'customer' else 'lead' end,
            l.enrollment_id, l.partner_id, l.link_id, ${clickedMs}, ${number}, lead.at, lead.at,
            case when i < ${sales} then ${2 * customers} + i + 1 end,
            case when i < ${sales} then ${saleAtSql(seeding, '(i + 1)')} end
       from generate_series(0::bigint, ${customers - 1}) i
       cross join lateral (select to_timestamp((${clickedMs} + ${LEAD_AFTER_MS}) / 1000.0) as at) lead
       join ${links} l on l.place = (i * ${clicksPerCustomer(dataset)}) % ${dataset.links}
       cross join ${program} p
      order by i`,
  );
  await pool.query(
    `insert into leads (id, program_id, customer_id, partner_id, link_id, test_mode, source, occurred_at)
     select id + ${customers}, program_id, id, partner_id, link_id, false, 'server', lead_at
       from customers order by id`,
  );
}

/** After the leads' ids come those of sales, then commissions, then movements. */
async function seedSales(seeding: Seeding): Promise<void> {
  const { pool, dataset, program } = seeding;
  const { customers, sales } = dataset;
  if (sales === 0) return;
  const saleId = 2 * customers;
  await pool.query(
    `insert into sales (id, workspace_id, program_id, customer_id, enrollment_id, partner_id, link_id, transaction_id,
                        amount_cents, currency, test_mode, source, rule_id, commission_state, occurred_at, recorded_at)
     select ${saleId} + c.id, c.workspace_id, c.program_id, c.id, c.enrollment_id, c.partner_id, c.link_id,
            'stored-' || c.id, 1000 + 5 * (c.id % 2000), '${PROGRAM.currency}', false, 'api', p.rule_id, 'earned',
            sale.at, sale.at
       from customers c cross join ${program} p
       cross join lateral (select ${saleAtSql(seeding, 'c.id')} as at) sale
      where c.id <= ${sales} order by c.id`,
  );
  await pool.query(
    `insert into sale_references (reference, workspace_id, sale_id, is_api)
     select transaction_id, workspace_id, id, source = 'api' from sales`,
  );
  await seedCommissions(seeding);
}

async function seedCommissions({ pool, dataset: { sales } }: Seeding): Promise<void> {
  const millisecondsSql = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;
  await pool.query(
    `insert into commissions (id, program_id, sale_id, enrollment_id, partner_id, rule_id, original_cents, amount_cents,
                              currency, status, payable_at, reason, created_at)
     select s.id + ${sales}, s.program_id, s.id, s.enrollment_id, s.partner_id, s.rule_id, s.amount_cents / 5,
            s.amount_cents / 5, s.currency, 'pending', s.occurred_at + interval '${PROGRAM.holdDays} days',
            jsonb_build_object('ruleId', s.rule_id, 'ruleVersion', 1, 'ruleScope', 'program', 'type', 'percent',
              'basisPoints', ${RULE_BASIS_POINTS}, 'flatCents', null, 'durationMonths', null,
              'saleCents', s.amount_cents, 'taxCents', 0, 'baseCents', s.amount_cents, 'firstSaleId', s.id,
              'firstSaleAtMs', ${millisecondsSql('s.occurred_at')}, 'holdDays', ${PROGRAM.holdDays}, 'customerId', c.id,
              'clickId', 'cust_' || c.click_number || '_' || c.click_ms, 'linkId', s.link_id,
              'partnerId', s.partner_id),
            s.recorded_at
       from sales s join customers c on c.id = s.customer_id order by s.id`,
  );
  await pool.query(
    `insert into ledger_movements (id, program_id, partner_id, currency, kind, from_account, to_account, amount_cents,
                                   commission_id, occurred_at)
     select id + ${sales}, program_id, partner_id, currency, 'earn', 'expense', 'pending', original_cents, id, created_at
       from commissions order by id`,
  );
}

async function seedTotals(pool: Pool): Promise<void> {
  const day = (column: string) => `(${column} at time zone 'UTC')::date`;
  const keys = 'program_id, partner_id, link_id';
  await pool.query(
    `insert into daily_totals (${keys}, day, currency, slot, clicks, leads, customers, sales, revenue_cents,
                               commission_cents)
     select ${keys}, day, '${PROGRAM.currency}', 0, sum(clicks), sum(leads), sum(sales), sum(sales), sum(cents),
            sum(cents / 5)
       from (select ${keys}, date '1970-01-01' + (clicked_ms / ${DAY_MS})::integer as day, count(*) as clicks,
                    0 as leads, 0 as sales, 0 as cents
               from clicks group by 1, 2, 3, 4
             union all select ${keys}, ${day('occurred_at')}, 0, 1, 0, 0 from leads
             union all select ${keys}, ${day('recorded_at')}, 0, 0, 1, amount_cents from sales) rows
      group by ${keys}, day`,
  );
}

async function seedBreakdown(pool: Pool): Promise<void> {
  await pool.query(
    `insert into daily_breakdown (program_id, dimension, day, value, partner_id, currency, slot, clicks)
     select program_id, 'sub1', date '1970-01-01' + (clicked_ms / ${DAY_MS})::integer, dimensions::json ->> 'sub1', partner_id,
            '${PROGRAM.currency}', 0, count(*)
       from clicks where dimensions is not null group by 1, 3, 4, 5`,
  );
}
