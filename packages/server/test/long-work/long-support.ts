import type { Pool } from 'pg';
import { expect } from 'vitest';
import { MAPPING, PARTNERS } from '../imports/imports-support.js';
import { ask } from '../support/management.js';
import type { SeededProgram } from '../support/seed.js';
import type { RunningService } from '../support/service.js';

/** The month that `seedLines` writes to. */
export const MONTH = '2024-03';

/** Inserts this many lines into a month of a partner. */
export async function seedLines(
  pool: Pool,
  { programId, partnerId }: Pick<SeededProgram, 'programId' | 'partnerId'>,
  lines: number,
): Promise<void> {
  await pool.query(
    `insert into adjustments (id, program_id, partner_id, amount_cents, currency, reason, status, payable_at, created_by, created_at)
     select $4::bigint * 100000 + n, $1, $2, n, 'USD', 'Bonus number ' || n, 'pending', '2999-01-01', 'test', '2024-03-01'
       from generate_series(1, $3::integer) n`,
    [programId, partnerId, lines, partnerId + 1_000],
  );
}

/** Inserts this many sales of as many customers, one an hour, the last one now; with leads, commissions, movements, and totals of links. */
export async function seedSales(pool: Pool, program: SeededProgram, sales: number): Promise<void> {
  const { workspaceId, programId, enrollmentId, partnerId, linkId, ruleId } = program;
  const first = (partnerId + 1_000) * 1_000_000;
  const of = { workspaceId, programId, enrollmentId, partnerId, linkId, ruleId };
  const values = Object.entries(of).map(([name, value]) => `${value}::bigint as "${name}"`);
  const rows = `(select n, n * 10 + ${first}::bigint as id, now() - (${sales} - n) * interval '1 hour' as at, ${values.join(', ')}
                   from generate_series(1, ${sales}) n) rows`;
  await pool.query(
    `insert into customers (id, workspace_id, program_id, customer_key, email, status, enrollment_id, partner_id, link_id, created_at,
                            lead_at, first_sale_id, first_sale_at)
     select id, "workspaceId", "programId", 'customer-' || id, 'customer-' || id || '@mail.test', 'customer', "enrollmentId", "partnerId",
            "linkId", at, at, id + 1, at from ${rows}`,
  );
  await pool.query(
    `insert into leads (id, program_id, customer_id, partner_id, link_id, test_mode, source, occurred_at)
     select id + 2, "programId", id, "partnerId", "linkId", false, 'server', at from ${rows}`,
  );
  await pool.query(
    `insert into sales (id, workspace_id, program_id, customer_id, enrollment_id, partner_id, link_id, transaction_id, amount_cents,
                        currency, test_mode, source, rule_id, commission_state, occurred_at, recorded_at, dimensions)
     select id + 1, "workspaceId", "programId", id, "enrollmentId", "partnerId", "linkId", 'order-' || id, 1000, 'USD', false, 'api',
            "ruleId", 'earned', at, at, json_build_object('sub1', 'post-' || n % 50) from ${rows}`,
  );
  await pool.query(
    `insert into sale_references (reference, workspace_id, sale_id, is_api)
     select 'order-' || id, "workspaceId", id + 1, true from ${rows}`,
  );
  await pool.query(
    `insert into commissions (id, program_id, sale_id, enrollment_id, partner_id, rule_id, original_cents, amount_cents, currency, status,
                              payable_at, reason, created_at)
     select id + 3, "programId", id + 1, "enrollmentId", "partnerId", "ruleId", 200, 200, 'USD', 'pending', now() + interval '1 year',
            '{}', at from ${rows}`,
  );
  await pool.query(
    `insert into daily_totals (program_id, day, partner_id, link_id, currency, slot, clicks)
     select $1, current_date - day, $2, link, 'USD', 0, 1 from generate_series(0, 2000) day, generate_series(1, 40) link`,
    [programId, partnerId],
  );
  await pool.query(
    `insert into ledger_movements (id, program_id, partner_id, currency, kind, from_account, to_account, amount_cents, commission_id,
                                   occurred_at)
     select id + 4, "programId", "partnerId", 'USD', 'earn', 'expense', 'pending', 200, id + 3, at from ${rows}`,
  );
}

type Visited = Pick<SeededProgram, 'origin' | 'affiliateUrl'>;

/** Sends a click over HTTP, as a page does; returns the status of its answer. */
export async function sendClick(
  service: Pick<RunningService, 'baseUrl'>,
  { origin, affiliateUrl }: Visited,
): Promise<number> {
  const body = { affiliate_url: affiliateUrl };
  return (await ask(service, '/track/click', { method: 'POST', headers: { origin }, body })).status;
}

/**
 * Runs a long job beside clicks. Returns how many clicks were answered before the job ended, and its answer; the clicks follow one after
 * the other until then.
 */
export async function countClicksBeside<Answer>(
  service: Pick<RunningService, 'baseUrl'>,
  program: Visited,
  job: () => Promise<Answer>,
): Promise<{ readonly clicks: number; readonly answer: Answer }> {
  let hasEnded = false;
  const running = job().finally(() => {
    hasEnded = true;
  });
  let clicks = 0;
  while (!hasEnded) {
    expect(await sendClick(service, program)).toBe(200);
    if (!hasEnded) clicks += 1;
  }
  return { clicks, answer: await running };
}

const HEADER = 'order,customer,partner,amount,currency,paid,refunded\n';

/** The body of an import of this many sales of as many customers. `mark` makes their keys unique. */
export function importOf(rows: number, mark: string, rowOf = saleRow) {
  const lines = Array.from({ length: rows }, (_, row) => rowOf(row, mark));
  const files = [
    { kind: 'partners', name: 'partners.csv', text: PARTNERS },
    { kind: 'sales', name: 'sales.csv', text: HEADER + lines.join('') },
  ];
  return { mapping: MAPPING, files };
}

function saleRow(row: number, mark: string): string {
  const day = String(1 + (row % 28)).padStart(2, '0');
  return `order-${row}${mark},customer-${row}${mark},maria@example.com,10.00,USD,2026-01-${day},0\n`;
}
