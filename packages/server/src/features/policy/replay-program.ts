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
import { loadHistory, loadStrangers, type ReplayedProgram } from './load-history.js';
import { loadRuleTimeline, type RuleTimeline } from './rule-timeline.js';

/** Customers that are replayed together, one event after the other, so that the first who names a click has it. */
const CHUNK = 2000;
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
}

/**
 * Replays a program under another policy, customer by customer, in bounded memory. What is reported lies in the time of the policy:
 * sales and leads that happened then. False: there is no such program. Contract 2 section 16.
 */
export async function replayProgram(client: ClientBase, input: ReplayInput): Promise<boolean> {
  const { programId, policy, onReplayed, onProgress } = input;
  const facts = emptyFacts();
  await send(client, [loadPrograms(facts, new Set([programId]))]);
  const program = facts.programs.get(programId);
  if (program === undefined) return false;
  const timeline = await loadRuleTimeline(client, programId);
  const asksForCustomers = isNumberAskedFor(timeline, policy.rule);
  const ids = await loadCustomerIds(client, programId, policy, asksForCustomers);
  const shared = { program, timeline };
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
    onReplayed(replayHistory(history, policy));
    onProgress(Math.min(at + CHUNK, ids.length), ids.length);
  }
}

/** The customers who bought in the time of the policy, or whose leads earned or could have earned then; with `all`, everyone who ever bought. */
async function loadCustomerIds(
  client: ClientBase,
  programId: number,
  { fromMs, toMs }: ReplayPolicy,
  all: boolean,
): Promise<number[]> {
  const { rows } = await client.query<{ readonly id: number }>(
    `select s.customer_id as id from sales s
      where s.program_id = $1 and not s.test_mode
        and ($4 or (s.occurred_at >= to_timestamp($2::float8 / 1000) and s.occurred_at < to_timestamp($3::float8 / 1000)))
     union
     select l.customer_id from leads l join programs p on p.id = l.program_id
      where l.program_id = $1 and not l.test_mode and (l.reward is not null or p.lead_reward_cents is not null)
        and l.occurred_at >= to_timestamp($2::float8 / 1000) and l.occurred_at < to_timestamp($3::float8 / 1000)
     union
     select c.id from uncredited u
       join customers c on c.workspace_id = u.workspace_id and c.customer_key = u.customer_key and not c.test_mode
      where u.program_id = $1 and c.program_id = $1
        and u.occurred_at >= to_timestamp($2::float8 / 1000) and u.occurred_at < to_timestamp($3::float8 / 1000)
     order by id`,
    [programId, fromMs, toMs, all],
  );
  return rows.map(({ id }) => id);
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
