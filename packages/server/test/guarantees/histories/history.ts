import { randomInt } from 'node:crypto';
import type { Command, Outcome, PaymentAdjustment } from '@svc/core';
import type { Pool } from 'pg';
import { completeCommissions } from '../../../src/features/commissions/complete-commissions.js';
import { matureCommissions } from '../../../src/features/commissions/mature-commissions.js';
import type { Tracking } from '../../../src/ingest/index.js';
import { RefusedError } from '../../../src/operations/refused-error.js';
import { clickOf, leadOf, refundOf, saleOf, serverOf } from '../../support/commands.js';
import type { Random } from '../../support/random.js';
import { seedWorkspace, uniqueName } from '../../support/seed.js';
import { type Member, ownerActions, type Team } from '../../support/team.js';
import { randomRule } from './random-rule.js';
import { randomSales } from './random-sales.js';

export const DAY_MS = 86_400_000;
/** Clicks lie up to so many days back. */
export const CLICK_DAYS = 170;

/** What the histories of one database share. */
export interface Stage {
  readonly pool: Pool;
  readonly tracking: Tracking;
}

/** One workspace with one program, and the names by which the next step can find what the steps before made. */
interface History {
  readonly stage: Stage;
  readonly random: Random;
  readonly team: Team;
  readonly place: { readonly workspaceId: number; readonly programId: number };
  /** Of the program's pages. */
  readonly origin: string;
  readonly members: readonly Member[];
  readonly clickIds: string[];
  readonly customerKeys: string[];
  readonly references: string[];
  /** One of each member. */
  readonly codes: readonly string[];
  readonly keyIds: number[];
  readonly payoutIds: number[];
  readonly runIds: number[];
}

const STEPS = {
  click: 4,
  lead: 4,
  sale: 8,
  refund: 3,
  refundNotice: 2,
  dispute: 3,
  reference: 1,
  hold: 2,
  release: 2,
  reject: 1,
  assign: 3,
  enterSale: 1,
  importSales: 2,
  precedence: 1,
  mature: 2,
  pay: 3,
  settle: 3,
  cancel: 2,
  rule: 2,
  dropRule: 1,
  holdDays: 1,
  partner: 1,
  archive: 1,
  key: 1,
  refuse: 1,
  complete: 1,
} as const;
type Step = keyof typeof STEPS;

/**
 * Plays `count` histories of `steps` random steps each in a workspace of their own: what visitors, the card processor, a
 * team and jobs do. Each begins with a new customer, and where the one before it ended.
 */
export async function playHistories(
  stage: Stage,
  random: Random,
  { count, steps }: { readonly count: number; readonly steps: number },
): Promise<void> {
  const history = await beginHistory(stage, random);
  for (let played = 0; played < count; played++) {
    await submitTracked(history, clickCommand(history));
    await take.lead(history);
    for (let taken = 0; taken < steps; taken++) await take[random.weighted(STEPS)](history);
    await stage.pool.query('delete from refused_programs where program_id = $1', [history.place.programId]);
  }
}

async function beginHistory(stage: Stage, random: Random): Promise<History> {
  const workspaceId = await seedWorkspace(stage.pool);
  const team = ownerActions({ pool: stage.pool, ids: stage.tracking.ids }, workspaceId);
  const origin = `https://${uniqueName('shop')}.test`;
  const { id: programId } = await team.createProgram({
    currency: random.pick(['USD', 'EUR', 'JPY']),
    hold_days: random.pick([0, 0, 0, 14]),
    cookie_window_days: 3650,
    minimum_payout_cents: random.pick([0, 0, 0, 5000]),
    allowed_origins: [origin],
  });
  const members = [await team.invite(programId)];
  if (random.chance(0.6)) members.push(await team.invite(programId));
  const codes: string[] = [];
  for (const [index, { partnerId }] of members.entries())
    codes.push((await team.createCode(programId, partnerId, `CODE${index}`)).code);
  return {
    stage,
    random,
    team,
    place: { workspaceId, programId },
    origin,
    members,
    clickIds: [],
    customerKeys: [],
    references: [],
    codes,
    keyIds: [],
    payoutIds: [],
    runIds: [],
  };
}

/** Sends a command. One that is refused is as good as any: most of what is tried at random is. */
async function submitTracked({ stage, clickIds }: History, command: Command): Promise<Outcome> {
  const outcome = await stage.tracking.submit(command);
  if (outcome.kind === 'click') clickIds.push(outcome.clickId);
  return outcome;
}

function clickCommand({ random, place, members }: History): Command {
  const clickedMs = Date.now() - random.int(0, CLICK_DAYS) * DAY_MS;
  const program = { ...place, ...random.pick(members) };
  return clickOf(program as Parameters<typeof clickOf>[0], {
    key: { number: randomInt(2 ** 47), clickedMs },
    testMode: random.chance(0.1),
    bot: random.chance(0.05),
  });
}

const someOf = <Item>(random: Random, items: readonly Item[]): Item | null =>
  items.length === 0 ? null : random.pick(items);

function randomAdjustment(random: Random, changes: Partial<PaymentAdjustment>): PaymentAdjustment {
  return {
    key: uniqueName('re'),
    kind: 'refund',
    state: 'counted',
    amountCents: random.int(1, 3000),
    currency: random.pick(['USD', 'EUR', 'JPY']),
    reportedAtMs: Date.now(),
    ...changes,
  };
}

async function reportPayment(
  { stage, place }: History,
  references: readonly string[],
  ...adjustments: PaymentAdjustment[]
) {
  await stage.tracking.submit({
    kind: 'payment',
    caller: serverOf(place),
    references,
    adjustments,
    atMs: Date.now(),
  });
}

async function someCommission({ stage, random, place }: History): Promise<number | null> {
  const { rows } = await stage.pool.query<{ id: number }>(
    'select id from commissions where program_id = $1 order by id',
    [place.programId],
  );
  return someOf(
    random,
    rows.map(({ id }) => id),
  );
}

async function someCustomer({ stage, random, place }: History): Promise<number | null> {
  const { rows } = await stage.pool.query<{ id: number }>(
    'select id from customers where program_id = $1 order by id',
    [place.programId],
  );
  return someOf(
    random,
    rows.map(({ id }) => id),
  );
}

/** Ignores refusals, and failures while no commission can be written: then a correction that earns something fails as a whole. */
async function unlessRefusing(change: Promise<unknown>): Promise<void> {
  await change.catch((error: Error) => {
    if (!(error instanceof RefusedError) && error.message !== 'no commissions now') throw error;
  });
}

const take: Record<Step, (history: History) => Promise<unknown>> = {
  click: (history) => submitTracked(history, clickCommand(history)),
  async lead(history) {
    const { random, place, origin, customerKeys, clickIds } = history;
    const byPage = random.chance(0.5) && ({ caller: { mode: 'browser', origin } } as const);
    const isKnown = random.chance(0.2);
    const customerKey = (isKnown && someOf(random, customerKeys)) || uniqueName('customer');
    const clickId = random.chance(0.8) ? someOf(random, clickIds) : null;
    const testMode = random.chance(0.1);
    await submitTracked(history, leadOf(place, { customerKey, clickId, testMode, ...byPage }));
    customerKeys.push(customerKey);
  },
  async sale(history) {
    const { random, place, customerKeys, clickIds, references, codes } = history;
    const isProcessor = random.chance(0.4);
    const transactionId = random.chance(0.05)
      ? (someOf(random, references) ?? uniqueName('txn'))
      : uniqueName('txn');
    const amountCents = random.int(1, 40_000);
    const byKey = random.chance(0.6);
    const others = isProcessor ? [uniqueName('pi'), uniqueName('ch')] : [];
    await submitTracked(
      history,
      saleOf(place, {
        transactionId,
        references: others,
        amountCents,
        taxCents: random.chance(0.3) ? random.int(0, amountCents) : 0,
        currency: random.pick([null, null, 'EUR', 'JPY']),
        customerKey: byKey || random.chance(0.3) ? someOf(random, customerKeys) : null,
        clickId: byKey && random.chance(0.6) ? null : someOf(random, clickIds),
        code: random.chance(0.2) ? someOf(random, codes) : null,
        testMode: random.chance(0.08),
        source: isProcessor ? 'processor' : 'api',
        occurredAtMs: random.chance(0.6) ? Date.now() - random.int(0, 40) * DAY_MS : null,
      }),
    );
    references.push(transactionId, ...others);
  },
  async refund(history) {
    const { random, place, references } = history;
    const reference = someOf(random, references);
    if (reference === null) return;
    const amountCents = random.pick([null, 1, 500]);
    const refundKey = random.pick([null, 'first', 'second']);
    await submitTracked(history, refundOf(place, reference, { amountCents, refundKey }));
  },
  async refundNotice(history) {
    const { random, references } = history;
    const reference = (random.chance(0.8) && someOf(random, references)) || uniqueName('ch');
    const adjustment = randomAdjustment(random, { kind: random.pick(['refund', 'running_total', 'credit']) });
    await reportPayment(history, [reference], adjustment);
    if (random.chance(0.3)) await reportPayment(history, [reference], { ...adjustment, state: 'void' });
    references.push(reference);
  },
  async dispute(history) {
    const { random, references } = history;
    const reference = someOf(random, references);
    if (reference === null) return;
    const adjustment = randomAdjustment(random, { key: `du_${reference}`, kind: 'dispute' });
    const state = random.pick(['open', 'open', 'void', 'counted'] as const);
    await reportPayment(history, [reference], { ...adjustment, state });
  },
  async reference(history) {
    const { random, references } = history;
    const known = someOf(random, references);
    if (known === null) return;
    const added = uniqueName('in');
    await reportPayment(history, [known, added]);
    references.push(added);
  },
  async hold(history) {
    const id = await someCommission(history);
    if (id !== null) await history.team.changeHold(history.place.programId, id, 'hold');
  },
  async release(history) {
    const id = await someCommission(history);
    if (id !== null) await history.team.changeHold(history.place.programId, id, 'release');
  },
  async reject(history) {
    const id = await someCommission(history);
    if (id !== null) await history.team.reject(history.place.programId, id, 'Nobody bought this.');
  },
  async assign(history) {
    const { random, team, place, members } = history;
    const id = await someCustomer(history);
    const from = random.pick(['now', 'first_sale', 'first_sale'] as const);
    if (id !== null)
      await unlessRefusing(team.assign(place.programId, id, random.pick(members).partnerId, from));
  },
  enterSale: ({ random, team, place, members, customerKeys }) =>
    unlessRefusing(
      team.enterSale(place.programId, random.pick(members).partnerId, {
        amount_cents: random.int(1, 40_000),
        customer_key: someOf(random, customerKeys) ?? uniqueName('customer'),
        occurred_at: new Date(Date.now() - random.int(0, 400) * DAY_MS).toISOString(),
      }),
    ),
  async importSales({ stage, random, team, place, members, customerKeys }) {
    const { rows } = await stage.pool.query<{ email: string }>(
      'select email from partners where id = any($1::bigint[])',
      [members.map(({ partnerId }) => partnerId)],
    );
    const fresh = uniqueName('customer');
    customerKeys.push(fresh);
    const emails = rows.map(({ email }) => email);
    const customer = () => (random.chance(0.5) ? fresh : random.pick(customerKeys));
    await team.importFiles(place.programId, randomSales(random, { emails, customer }));
  },
  precedence: ({ random, team, place }) =>
    team.updateProgram(place.programId, { attribution_precedence: random.pick(['link', 'code']) }),
  mature: ({ stage }) => matureCommissions(stage.pool, stage.tracking.ids, { nowMs: Date.now() }),
  async pay({ stage, team, place, runIds, payoutIds }) {
    await matureCommissions(stage.pool, stage.tracking.ids, { nowMs: Date.now() });
    const run = await team.pay(place.programId);
    if (run === null) return;
    runIds.push(run.id);
    payoutIds.push(...run.payouts.map(({ id }) => id));
  },
  async settle({ random, team, place, runIds, payoutIds }) {
    const [runId, payoutId] = [someOf(random, runIds), someOf(random, payoutIds)];
    if (runId === null || payoutId === null) return;
    if (random.chance(0.5)) await team.markRunPaid(place.programId, runId);
    else await team.markPaid(place.programId, payoutId);
  },
  async cancel({ random, team, place, payoutIds }) {
    const payoutId = someOf(random, payoutIds);
    if (payoutId !== null) await team.cancel(place.programId, payoutId);
  },
  async rule({ random, team, place, members }) {
    const partnerId = random.chance(0.5) ? random.pick(members).partnerId : null;
    await team.changeRule(place.programId, partnerId, randomRule(random));
  },
  dropRule: ({ random, team, place, members }) =>
    team.dropRule(place.programId, random.pick(members).partnerId),
  holdDays: ({ random, team, place }) =>
    team.updateProgram(place.programId, { hold_days: random.pick([0, 7, 30]) }),
  async partner({ random, team, place, members, stage }) {
    const status = random.pick(['approved', 'approved', 'suspended', 'suspended', 'rejected'] as const);
    const more = status === 'suspended' && random.chance(0.6) ? { hold_earned: true } : {};
    await team
      .updatePartner(place.programId, random.pick(members).partnerId, status, more)
      .finally(() => stage.tracking.forgetCatalog());
  },
  archive: ({ random, team, place }) => team.archive(place.programId, random.chance(0.3)),
  async key({ random, team, place, keyIds }) {
    const keyId = someOf(random, keyIds);
    if (keyId === null || random.chance(0.4)) keyIds.push((await team.createKey(place.programId)).id);
    else if (random.chance(0.5)) await team.rotateKey(place.programId, keyId);
    else await team.revokeKey(place.programId, keyId);
  },
  refuse: ({ stage, place }) =>
    stage.pool.query('insert into refused_programs values ($1) on conflict do nothing', [place.programId]),
  async complete({ stage, place }) {
    await stage.pool.query('delete from refused_programs where program_id = $1', [place.programId]);
    await completeCommissions(stage.pool, stage.tracking.ids, { nowMs: Date.now() });
  },
};

/** Makes the database refuse commissions of some programs, so that their sales have to be completed later. */
export const REFUSE_COMMISSIONS = `
  create table refused_programs (program_id bigint primary key);
  create function refuse_commissions() returns trigger language plpgsql as
    $$ begin
         if exists (select 1 from refused_programs where program_id = new.program_id)
           then raise exception 'no commissions now'; end if;
         return new;
       end $$;
  create trigger refuse_commissions before insert on commissions for each row execute function refuse_commissions()`;
