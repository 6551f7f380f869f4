import type { Command, Outcome } from '@svc/core';
import {
  addBalanceIncrements,
  addCommissionIncrements,
} from '../../../src/features/commissions/add-increments.js';
import { addMissedTotals } from '../../../src/features/reports/add-missed-totals.js';
import { changeCommissionRule } from '../../support/rules.js';
import { compareAll, compareTouched } from './books.js';
import { generateBatch } from './generate.js';
import { commissionsOf, type SaleState } from './model.js';
import type { Rule } from './money.js';
import { completeMissing, hold, matureWorld, pay, release, throwDifference } from './operations.js';
import { predict } from './predict.js';
import type { World } from './world.js';

const HOUR_MS = 3600 * 1000;
const WHOLE_EVERY = 1500;
const CURRENCIES = ['USD', 'EUR', 'JPY'];

/** How the world is set up again: what a restart of the service does to it. */
export interface Service {
  /** Ends the pipeline and opens another over the same database. */
  restart(): Promise<void>;
}

/** Takes at least so many steps; throws at the first difference between the service and the model. */
export async function simulate(world: World, service: Service, steps: number): Promise<void> {
  let taken = 0;
  let nextWhole = WHOLE_EVERY;
  await world.pool.query(REFUSE_COMMISSIONS);
  while (taken < steps) {
    world.nowMs += world.random.int(1, world.random.chance(0.02) ? 240 * HOUR_MS : HOUR_MS);
    try {
      taken += await runStep(world, service);
      if (taken < nextWhole) continue;
      nextWhole += WHOLE_EVERY;
      await compareAll(world);
    } catch (error) {
      throw new Error(`after ${taken} steps: ${String((error as Error).message)}`, { cause: error });
    }
  }
  await refuseCommissions(world, false);
  await completeMissing(world);
  await addUp(world);
  await compareAll(world);
}

/** What jobs add to sums. */
async function addUp({ pool }: World): Promise<void> {
  await addMissedTotals(pool);
  await addCommissionIncrements(pool);
  await addBalanceIncrements(pool);
}

async function runStep(world: World, service: Service): Promise<number> {
  const { random } = world;
  const weights = {
    commands: 72,
    mature: 5,
    hold: 3,
    release: 3,
    pay: 5,
    rule: 2,
    partner: 2,
    leadSource: 1,
    complete: 3,
    totals: 2,
    refuse: 1.5,
    restart: 0.5,
  };
  const kind = random.weighted(weights);
  if (kind === 'commands') return takeCommands(world);
  if (kind === 'restart') await service.restart();
  else if (kind === 'totals') await addUp(world);
  else if (kind === 'rule') await changeRule(world);
  else if (kind === 'partner') await changePartner(world);
  else if (kind === 'leadSource') await changeLeadSource(world);
  else if (kind === 'refuse') await refuseCommissions(world, !world.isRefusingCommissions);
  else await compareTouched(world, await moveMoney(world, kind));
  return 1;
}

async function moveMoney(
  world: World,
  kind: 'mature' | 'hold' | 'release' | 'pay' | 'complete',
): Promise<SaleState[]> {
  const { random, model } = world;
  if (kind === 'mature') return matureWorld(world);
  if (kind === 'complete') return completeMissing(world);
  if (kind === 'pay') return pay(world, random.pick(model.enrollments), random.pick(CURRENCIES));
  const commissions = commissionsOf(model).slice(-300);
  const held = commissions.filter(({ status }) => status === 'held');
  const from = kind === 'release' && held.length > 0 && random.chance(0.8) ? held : commissions;
  if (from.length === 0) return [];
  const commission = random.pick(from);
  await (kind === 'hold' ? hold(world, commission) : release(world, commission));
  return [commission.sale];
}

/** Submits a batch at once, and compares each answer, and then the books of all sales in it, with the model. */
async function takeCommands(world: World): Promise<number> {
  const { random, tracking } = world;
  const size = random.weighted({ 1: 4, 4: 3, 12: 2, 30: 1 });
  const commands = generateBatch(world, random.int(1, Number(size)));
  world.faults = 0;
  world.faultRate = random.chance(0.15) ? random.next() / 2 : 0;
  const answers = await Promise.allSettled(commands.map((command) => tracking.submit(command)));
  world.faultRate = 0;
  const touched: SaleState[] = [];
  for (const [index, command] of commands.entries()) {
    const answer = answers[index];
    if (answer?.status === 'fulfilled') touched.push(...check(world, command, answer.value));
    else if (world.faults === 0) throw new Error(`${String(answer?.reason)} from ${JSON.stringify(command)}`);
  }
  await compareTouched(world, touched);
  return commands.length;
}

function check(world: World, command: Command, actual: Outcome): readonly SaleState[] {
  const { expected, apply, touched } = predict(world.model, command);
  const said: Record<string, unknown> = { ...actual };
  // Ids are the service's to choose; a commission's own is compared wherever the model knows it.
  delete said.saleId;
  const wanted = { ...expected };
  if (actual.kind === 'sale' && wanted.commission !== null) {
    if (actual.commission === 'failed' && (world.faults > 0 || world.isRefusingCommissions)) {
      wanted.commission = 'failed';
    } else if (actual.commission !== null && actual.commission !== 'failed') {
      if (world.isRefusingCommissions) throwDifference('a commission while none can be stored', actual, null);
      const { id: _id, ...commission } = actual.commission;
      said.commission = commission;
    }
  }
  if (sorted(said) !== sorted(wanted)) throwDifference(JSON.stringify(command), said, wanted);
  apply(actual);
  return touched;
}

function sorted(value: Record<string, unknown>): string {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(
    entries.map(([name, field]) =>
      typeof field === 'object' && field !== null
        ? [name, sorted(field as Record<string, unknown>)]
        : [name, field],
    ),
  );
}

async function changeRule({ random, model, pool }: World): Promise<void> {
  const program = random.pick(model.programs);
  const ofProgram = model.enrollments.filter((one) => one.program === program);
  const enrollment = random.chance(0.5) ? random.pick(ofProgram) : null;
  const durationMonths = random.pick([null, null, 0, 1, 3, 12]);
  const isFlat = random.chance(0.4);
  const basisPoints = random.pick([0, 1, 333, 1000, 2000, 3333, 10_000]);
  const amountCents = random.pick([0, 1, 99, 500, 100_000]);
  const changed = await changeCommissionRule(pool, {
    programId: program.id,
    enrollmentId: enrollment?.id ?? null,
    terms: isFlat
      ? { type: 'flat', amountCents, durationMonths }
      : { type: 'percent', basisPoints, durationMonths },
  });
  if (changed === null) throw new Error('a rule was not changed');
  const rule: Rule = {
    id: changed.id,
    type: isFlat ? 'flat' : 'percent',
    basisPoints,
    flatCents: amountCents,
    months: durationMonths,
  };
  (enrollment ?? program).rule = rule;
}

/** Suspends a partner, or lets one in again; most of the time most are in. */
async function changePartner({ random, model, pool, tracking }: World): Promise<void> {
  const out = model.enrollments.filter(({ status }) => status !== 'approved');
  const enrollment = random.pick(out.length > 1 ? out : model.enrollments);
  enrollment.status = enrollment.status === 'approved' ? random.pick(['suspended', 'rejected']) : 'approved';
  await pool.query('update enrollments set status = $2 where id = $1', [enrollment.id, enrollment.status]);
  tracking.forgetCatalog();
}

/** Lets a program accept leads of pages, or of servers only; most of the time most accept both. */
async function changeLeadSource({ random, model, pool }: World): Promise<void> {
  const strict = model.programs.find(({ leadSource }) => leadSource === 'server');
  const program = strict ?? random.pick(model.programs);
  program.leadSource = strict === undefined ? 'server' : 'any';
  await pool.query('update programs set lead_source = $2 where id = $1', [program.id, program.leadSource]);
}

const REFUSE_COMMISSIONS = `
  create function refuse_commissions() returns trigger language plpgsql as
    $$ begin raise exception 'no commissions now'; end $$;
  create trigger refuse_commissions before insert on commissions for each row execute function refuse_commissions();
  alter table commissions disable trigger refuse_commissions`;

async function refuseCommissions(world: World, isRefusing: boolean): Promise<void> {
  await world.pool.query(
    `alter table commissions ${isRefusing ? 'enable' : 'disable'} trigger refuse_commissions`,
  );
  world.isRefusingCommissions = isRefusing;
}
