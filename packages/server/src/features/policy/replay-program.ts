import {
  type CommissionRule,
  customersAskedFor,
  emptyFacts,
  type RecordedHistory,
  type ReplayedEarning,
  type ReplayPolicy,
  replayHistory,
} from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { loadPrograms } from '../../ingest/programs.js';
import { createPacer, type Pacer } from '../../pacer.js';
import { loadHistory, loadStrangers, type ReplayedProgram } from './load-history.js';
import { loadRuleTimeline, type RuleTimeline } from './rule-timeline.js';

/** Customers that are replayed together, one event after the other, so that the first who names a click has it. */
const CHUNK = 2000;
/** Rows that one statement looks at. */
const ROWS_AT_ONCE = 5000;
/** Refused leads and sales of strangers that are looked at; each can be reported by anyone who has a key. */
const MAX_STRANGERS = 20_000;

const YEAR_10000_MS = Date.UTC(10_000, 0, 1);

/** What a replay reads, and hears of. */
export interface ReplayInput {
  readonly programId: number;
  readonly policy: ReplayPolicy;
  /** Gets what was replayed, some customers at a time. */
  readonly onReplayed: (earnings: readonly ReplayedEarning[]) => void;
  /** How many customers of how many have been replayed. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called with the number of sales in the time of the policy before any is replayed; what it throws ends the replay. */
  readonly onCounted?: (sales: number) => void;
  /** Ends the replay when it is aborted. */
  readonly signal?: AbortSignal | null;
}

/**
 * Replays a program under another policy, customer by customer, in bounded memory, statements and turns, so that the thread and an
 * embedded database answer others in between. The client should be in no transaction there. What is reported lies in the time of the policy:
 * sales and leads that happened then. False: there is no such program. Contract 2 section 16.
 */
export async function replayProgram(client: ClientBase, input: ReplayInput): Promise<boolean> {
  const { programId, policy, onReplayed, onProgress, onCounted, signal } = input;
  const pacer = createPacer(signal);
  const facts = emptyFacts();
  await send(client, [loadPrograms(facts, new Set([programId]))]);
  const program = facts.programs.get(programId);
  if (program === undefined) return false;
  const timeline = await loadRuleTimeline(client, programId);
  const asksForCustomers = isNumberAskedFor(timeline, policy.rule);
  const { ids, sales } = await loadCustomerIds(client, { programId, policy, all: asksForCustomers }, pacer);
  onCounted?.(sales);
  const shared = { program, timeline, pacer };
  let customersBefore: RecordedHistory['customersBefore'] = () => 0;
  if (asksForCustomers) {
    const brought = createCounter();
    await replayChunks(client, { ...shared, customersBefore }, ids, policy, brought.add);
    customersBefore = brought.finish();
  }
  const report = (earnings: readonly ReplayedEarning[]) =>
    onReplayed(
      earnings.filter(({ occurredAtMs }) => occurredAtMs >= policy.fromMs && occurredAtMs < policy.toMs),
    );
  await replayChunks(client, { ...shared, customersBefore }, ids, policy, report, onProgress);
  return true;
}

/** Tiers count the customers of all partners, so a replay needs everyone's first sales. */
function isNumberAskedFor({ all }: RuleTimeline, rule: CommissionRule | null): boolean {
  return [...all, rule].some((one) => customersAskedFor(one) !== null);
}

async function replayChunks(
  client: ClientBase,
  shared: ReplayedProgram,
  ids: readonly number[],
  policy: ReplayPolicy,
  onReplayed: (earnings: readonly ReplayedEarning[]) => void,
  onProgress: ReplayInput['onProgress'] = () => {},
): Promise<void> {
  const strangers = await loadStrangers(client, shared.program.id, { ...policy, limit: MAX_STRANGERS });
  for (let at = 0; at === 0 || at < ids.length; at += CHUNK) {
    const history = await loadHistory(client, shared, ids.slice(at, at + CHUNK), at === 0 ? strangers : []);
    const earnings: ReplayedEarning[] = [];
    for (const earning of replayHistory(history, policy)) {
      if (earning !== null) earnings.push(earning);
      await shared.pacer.pause();
    }
    onReplayed(earnings);
    onProgress(Math.min(at + CHUNK, ids.length), ids.length);
  }
}

interface Period {
  readonly programId: number;
  readonly policy: ReplayPolicy;
  /** Everyone who ever bought, too. */
  readonly all: boolean;
}

/**
 * The customers who bought in the time of the policy, or whose leads earned or could have earned then; with `all`, everyone who ever
 * bought. `sales`: how many there are in that time. Read in pages, each of which is bounded whatever it finds.
 */
async function loadCustomerIds(
  client: ClientBase,
  { programId, policy, all }: Period,
  pacer: Pacer,
): Promise<{ readonly ids: readonly number[]; readonly sales: number }> {
  const { fromMs, toMs } = policy;
  const found = new Set<number>();
  const sales = await readPages(
    client,
    { table: 'sales', programId, policy, all, condition: 'true' },
    found,
    pacer,
  );
  const { rows: programs } = await client.query<{ readonly has_reward: boolean }>(
    'select lead_reward_cents is not null as has_reward from programs where id = $1',
    [programId],
  );
  const condition = programs[0]?.has_reward === true ? 'true' : 'reward is not null';
  await readPages(client, { table: 'leads', programId, policy, all: false, condition }, found, pacer);
  const { rows } = await client.query<{ readonly id: number }>(
    `select distinct c.id from uncredited u
       join customers c on c.workspace_id = u.workspace_id and c.customer_key = u.customer_key and not c.test_mode
      where u.program_id = $1 and c.program_id = $1
        and u.occurred_at >= to_timestamp($2::float8 / 1000) and u.occurred_at < to_timestamp($3::float8 / 1000)`,
    [programId, fromMs, toMs],
  );
  for (const { id } of rows) found.add(id);
  return { ids: [...found].sort((a, b) => a - b), sales };
}

/** Adds the customers of all rows of a table that meet a condition to `found`; returns how many rows lie in the time of the policy. */
async function readPages(
  client: ClientBase,
  given: Period & { readonly table: 'sales' | 'leads'; readonly condition: string },
  found: Set<number>,
  pacer: Pacer,
): Promise<number> {
  const { table, programId, policy, all, condition } = given;
  const isThen =
    'occurred_at >= to_timestamp($2::float8 / 1000) and occurred_at < to_timestamp($3::float8 / 1000)';
  let count = 0;
  for (let after: PageEnd | null = { at: '-infinity', id: 0 }; after !== null; ) {
    const { rows }: { rows: IdPage[] } = await client.query<IdPage>(
      `with page as (
         select * from ${table}
          where program_id = $1 and (occurred_at, id) > ($4::timestamptz, $5::bigint) ${all ? '' : `and ${isThen}`}
          order by occurred_at, id limit ${ROWS_AT_ONCE})
       select count(*) filter (where not test_mode and ${isThen})::integer as count,
              array_agg(distinct customer_id) filter (where not test_mode and (${condition})) as ids,
              case when count(*) = ${ROWS_AT_ONCE}
                   then (select json_build_object('at', occurred_at::text, 'id', id) from page
                          order by occurred_at desc, id desc limit 1) end as last
         from page`,
      [programId, policy.fromMs, policy.toMs, after.at, after.id],
    );
    const page: IdPage | undefined = rows[0];
    for (const id of page?.ids ?? []) found.add(id);
    count += page?.count ?? 0;
    after = page?.last ?? null;
    await pacer.pause();
  }
  return count;
}

interface PageEnd {
  readonly at: string;
  readonly id: number;
}

/** A page of sales or leads: what it has of the program, and its last row where there may be more. */
interface IdPage {
  readonly count: number;
  readonly ids: readonly number[] | null;
  readonly last: PageEnd | null;
}

/** Collects when each relationship brought a paying customer, and counts those before a time. */
function createCounter() {
  const times = new Map<number, number[]>();
  return {
    add(earnings: readonly ReplayedEarning[]) {
      for (const { isFirst, toEnrollmentId, decidedAtMs } of earnings) {
        if (!isFirst || toEnrollmentId === null) continue;
        const known = times.get(toEnrollmentId);
        if (known === undefined) times.set(toEnrollmentId, [decidedAtMs]);
        else known.push(decidedAtMs);
      }
    },
    finish(): RecordedHistory['customersBefore'] {
      for (const list of times.values()) list.sort((a, b) => a - b);
      return (enrollmentId, { atMs }) => countBelow(times.get(enrollmentId) ?? [], atMs);
    },
  };
}

/** How many of the ascending `values` are below `limit`. */
function countBelow(values: readonly number[], limit: number): number {
  let low = 0;
  for (let high = values.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A policy that changes nothing, for all times. */
export function policyInForce(): ReplayPolicy {
  return {
    fromMs: 0,
    toMs: YEAR_10000_MS,
    cookieWindowDays: null,
    attributionPrecedence: null,
    rule: null,
  };
}
