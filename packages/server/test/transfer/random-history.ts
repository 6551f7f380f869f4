import { randomInt } from 'node:crypto';
import type { Command, Outcome } from '@svc/core';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { rejectCommission } from '../../src/features/commissions/reject-commission.js';
import { tellDigests } from '../../src/features/digests/tell-digests.js';
import { writeNotifications } from '../../src/features/notifications/write-notifications.js';
import { createTracking, type Tracking } from '../../src/ingest/index.js';
import { clickOf, leadOf, refundOf, saleOf, serverOf } from '../support/commands.js';
import { numberAllEvents } from '../support/event-rows.js';
import { perform } from '../support/operations.js';
import { createRandom, type Random } from '../support/random.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { seedPartnerUser } from '../support/workspace.js';
import { type ProgramWithCodes, recordSettings, withCodes } from './random-settings.js';

const DAY_MS = 86_400_000;
const DAYS = 120;
const AT_ONCE = 1_000;
const CURRENCIES = ['USD', 'EUR', 'JPY'] as const;

/** What has happened in a workspace. */
export interface RandomHistory {
  readonly workspace: string;
  readonly programs: readonly SeededProgram[];
  /** Of a customer who bought and can buy again. */
  readonly customer: { readonly program: SeededProgram; readonly customerKey: string };
}

interface Stage {
  readonly random: Random;
  readonly tracking: Tracking;
  readonly programs: readonly ProgramWithCodes[];
}

/** Records about so many events in a new workspace: three programs in three currencies, over some months. */
export async function recordHistory(pool: Pool, seed: number, events: number): Promise<RandomHistory> {
  const tracking = createTracking({ pool, engine: 'embedded', logger: pino({ level: 'silent' }) });
  const seeded = await seedProgram(pool, { currency: 'USD' });
  const rest = CURRENCIES.slice(1).map((currency) =>
    seedProgram(pool, { workspaceId: seeded.workspaceId, currency }),
  );
  const programs = await withCodes(pool, [seeded, ...(await Promise.all(rest))]);
  const [first] = programs;
  if (first === undefined) throw new Error('there is no program');
  await seedPartnerUser(pool, first, first.partnerId);
  const stage = { random: createRandom(seed), tracking, programs };
  const clicks = await recordClicks(stage, Math.round(events * 0.6));
  const customers = await recordLeads(stage, clicks, Math.round(events * 0.15));
  const sales = await recordSales(stage, customers, Math.round(events * 0.18));
  await recordRefunds(stage, sales, Math.round(events * 0.04));
  await recordPayments(stage, sales, Math.round(events * 0.03));
  await recordSettings(pool, first);
  await rejectOne(pool, tracking, first);
  await matureCommissions(pool, tracking.ids, { nowMs: Date.now(), limit: 100_000 });
  await numberAllEvents(pool);
  await writeNotifications(pool);
  // A workspace is told from the week after the one in which it is first seen.
  const now = Date.now();
  for (const nowMs of [now, now + 8 * 86_400_000]) await tellDigests(pool, { nowMs, limit: 1000 });
  await tracking.close();
  const { rows } = await pool.query<{ name: string }>('select name from workspaces where id = $1', [
    first.workspaceId,
  ]);
  const customer = customers.find(({ program, isTest }) => program === first && !isTest);
  if (rows[0] === undefined || customer === undefined) throw new Error('nothing happened');
  return { workspace: rows[0].name, programs, customer };
}

/** Submits so many commands, some hundred at a time, and gives what came of those that were not refused. */
async function submitAll<Made extends { readonly command: Command }>(
  { tracking }: Stage,
  count: number,
  make: (index: number) => Made,
): Promise<(Made & { readonly outcome: Outcome })[]> {
  const done: (Made & { readonly outcome: Outcome })[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const made = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => make(from + index));
    const outcomes = await Promise.all(made.map(({ command }) => tracking.submit(command)));
    made.forEach((one, index) => {
      const outcome = outcomes[index];
      if (outcome !== undefined && outcome.kind === one.command.kind) done.push({ ...one, outcome });
    });
  }
  return done;
}

async function recordClicks(stage: Stage, count: number) {
  const { random, programs } = stage;
  const clicks = await submitAll(stage, count, (index) => {
    const program = random.pick(programs);
    const atMs = Date.now() - Math.floor(((count - index) / count) * DAYS * DAY_MS) - 1;
    const tag = random.chance(0.3) ? `&sub1=post-${random.int(1, 40)}` : '';
    const command = clickOf(program, {
      key: { number: randomInt(2 ** 47), clickedMs: atMs },
      affiliateUrl: `${program.affiliateUrl}${tag}`,
      visitor: random.int(1, 5_000),
      referrer: random.chance(0.2) ? 'https://blog.test/"quoted" \\ ünïcode 🎉' : null,
      testMode: random.chance(0.02),
      bot: random.chance(0.05),
      additionalData: random.chance(0.1) ? JSON.stringify({ note: 'a\nline', n: 1.5e300 }) : null,
    });
    return { command, program, atMs, isTest: command.testMode };
  });
  return clicks.flatMap(({ outcome, ...click }) =>
    outcome.kind === 'click' ? [{ ...click, clickId: outcome.clickId }] : [],
  );
}

async function recordLeads(
  stage: Stage,
  clicks: readonly { program: ProgramWithCodes; clickId: string; atMs: number; isTest: boolean }[],
  count: number,
) {
  const leads = await submitAll(stage, count, () => {
    const { program, clickId, atMs, isTest } = stage.random.pick(clicks);
    const customerKey = uniqueName('customer');
    const code = stage.random.chance(0.1) ? stage.random.pick(program.codes) : null;
    const command = leadOf(program, { clickId, code, customerKey, testMode: isTest, atMs: atMs + 60_000 });
    return { command, program, customerKey, isTest, atMs: atMs + 60_000 };
  });
  return leads;
}

async function recordSales(
  stage: Stage,
  customers: readonly { program: ProgramWithCodes; customerKey: string; isTest: boolean; atMs: number }[],
  count: number,
) {
  return submitAll(stage, count, () => {
    const { program, customerKey, isTest, atMs } = stage.random.pick(customers);
    const transactionId = uniqueName('txn');
    const amountCents = stage.random.chance(0.001) ? 9_007_199_254_740 : stage.random.int(1, 500_000);
    const occurredAtMs = stage.random.int(atMs, Date.now());
    const command = saleOf(program, {
      transactionId,
      customerKey,
      code: stage.random.chance(0.1) ? stage.random.pick(program.codes) : null,
      amountCents,
      taxCents: stage.random.int(0, Math.floor(amountCents / 6)),
      testMode: isTest,
      occurredAtMs: stage.random.chance(0.8) ? occurredAtMs : null,
    });
    return { command, program, transactionId, amountCents };
  });
}

async function recordRefunds(
  stage: Stage,
  sales: readonly { program: SeededProgram; transactionId: string; amountCents: number }[],
  count: number,
): Promise<void> {
  await submitAll(stage, count, () => {
    const { program, transactionId, amountCents } = stage.random.pick(sales);
    const part = stage.random.chance(0.5) ? stage.random.int(1, amountCents) : null;
    return {
      command: refundOf(program, transactionId, { amountCents: part, refundKey: uniqueName('refund') }),
    };
  });
}

async function recordPayments(
  stage: Stage,
  sales: readonly { program: SeededProgram; transactionId: string; amountCents: number }[],
  count: number,
): Promise<void> {
  await submitAll(stage, count, () => {
    const { program, transactionId, amountCents } = stage.random.pick(sales);
    const { currency } = program;
    const isDispute = stage.random.chance(0.3);
    return {
      command: {
        kind: 'payment',
        caller: serverOf(program),
        references: [transactionId],
        adjustments: [
          {
            key: uniqueName('adjustment'),
            kind: isDispute ? 'dispute' : 'refund',
            state: isDispute ? 'open' : 'counted',
            amountCents: Math.ceil(amountCents / 3),
            currency,
            reportedAtMs: Date.now(),
          },
        ],
        atMs: Date.now(),
      } satisfies Command,
    };
  });
}

async function rejectOne(pool: Pool, tracking: Tracking, { programId }: SeededProgram): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from commissions where program_id = $1 and status = 'pending' order by id limit 1`,
    [programId],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the program owes no commission');
  const request = { programId, params: { id }, input: { reason: 'Own order' } };
  await perform({ pool, ids: tracking.ids }, rejectCommission, request);
}
