import type { Pool } from 'pg';
import { expect } from 'vitest';
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
