import type { Load } from './load.js';
import type { LoadResult } from './load-process.js';
import type { Options } from './options.js';
import type { Storage } from './storage.js';
import type { Workload } from './workloads.js';

/** One half of a round: so many answers in so many milliseconds. */
export interface Half {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Round {
  readonly bare: Half;
  readonly service: Half;
  /** Of the two halves' requests per second: what the machine was doing meanwhile slowed both. */
  readonly ratio: number;
}

export interface Measurement {
  readonly workload: Workload;
  readonly rounds: readonly Round[];
  /** Medians over the rounds. */
  readonly bare: Half;
  readonly service: Half;
  readonly ratio: number;
  readonly lowestRatio: number;
  readonly highestRatio: number;
  /** What PostgreSQL wrote to its log for each answer of the service; null: the embedded engine. */
  readonly logBytes: number | null;
  /** Requests of either server that were not answered with 2xx or a redirect, by what happened instead. */
  readonly failures: Readonly<Record<string, number>>;
}

/** What is needed for a measurement: running servers, and a load generator of this storage's own. */
export interface Bench {
  readonly options: Options;
  readonly load: Load;
  readonly storage: Storage;
  readonly bareUrl: string;
  readonly serviceUrls: readonly string[];
}

const FIRST_REQUESTS = 2_000;
/** Clicks for leads are stored beforehand, for so many leads a second. */
const MAX_LEADS_PER_SECOND = 12_000;
const MAX_MIXED_LEADS_PER_SECOND = 3_000;

/** How many clicks leads may need while all workloads are measured so many times. */
export function openClicksFor({ rounds, seconds, warmUpSeconds, workloads }: Options, times: number): number {
  const perSecond =
    (workloads.includes('lead') ? MAX_LEADS_PER_SECOND : 0) +
    (workloads.includes('mixed') ? MAX_MIXED_LEADS_PER_SECOND : 0);
  const firsts = FIRST_REQUESTS * workloads.length;
  return Math.ceil(times * (firsts + perSecond * (rounds * seconds + warmUpSeconds)));
}

/** Sends about `seconds` of a workload to one of the servers, as fast as it answered before. */
function createSender(bench: Bench, workload: Workload, target: 'bare' | 'service') {
  const { load, storage, options } = bench;
  const { connections } = options;
  const isStored = target === 'service';
  const failures: Record<string, number> = {};
  let perSecond = 0;
  const sendHalf = async (seconds: number): Promise<Half> => {
    const fastest = isStored && workload === 'lead' ? MAX_LEADS_PER_SECOND : Number.POSITIVE_INFINITY;
    const wanted = perSecond === 0 ? FIRST_REQUESTS : Math.round(Math.min(perSecond, fastest) * seconds);
    const requests = Math.max(wanted, connections);
    const { dataset } = storage;
    const urls = isStored ? bench.serviceUrls : [bench.bareUrl];
    const result = await load.run({ target, isStored, dataset, urls, workload, connections, requests });
    if (isStored) storage.expect(result.sent);
    noteResult(result, requests);
    const { answered, tookMs, p50Ms, p99Ms } = result;
    perSecond = (answered / tookMs) * 1000;
    return { answered, perSecond, p50Ms, p99Ms };
  };
  const noteResult = (result: LoadResult, requests: number) => {
    for (const [what, count] of Object.entries(result.failures))
      failures[what] = (failures[what] ?? 0) + count;
    const known = Object.values(result.failures).reduce((sum, count) => sum + count, 0);
    const missing = requests - result.answered - known;
    if (missing > 0) failures['no answer'] = (failures['no answer'] ?? 0) + missing;
  };
  return { send: sendHalf, failures };
}

/** Measures one workload: both servers warmed up, then in turns. */
export async function measure(bench: Bench, workload: Workload): Promise<Measurement> {
  const { rounds: count, seconds, warmUpSeconds } = bench.options;
  const bare = createSender(bench, workload, 'bare');
  const service = createSender(bench, workload, 'service');
  for (const one of [bare, service]) {
    await one.send(0);
    await one.send(warmUpSeconds);
  }
  const logBefore = await bench.storage.logBytes();
  const rounds: Round[] = [];
  for (let round = 0; round < count; round++) {
    const bareHalf = await bare.send(seconds);
    const serviceHalf = await service.send(seconds);
    const ratio = serviceHalf.perSecond / bareHalf.perSecond;
    rounds.push({ bare: bareHalf, service: serviceHalf, ratio });
  }
  const logAfter = await bench.storage.logBytes();
  const answered = rounds.reduce((sum, round) => sum + round.service.answered, 0);
  const ratios = rounds.map(({ ratio }) => ratio);
  return {
    workload,
    rounds,
    bare: medianHalf(rounds.map((round) => round.bare)),
    service: medianHalf(rounds.map((round) => round.service)),
    ratio: median(ratios),
    lowestRatio: Math.min(...ratios),
    highestRatio: Math.max(...ratios),
    logBytes: logBefore === null || logAfter === null ? null : (logAfter - logBefore) / answered,
    failures: addUp(bare.failures, service.failures),
  };
}

function medianHalf(halves: readonly Half[]): Half {
  return {
    answered: median(halves.map((half) => half.answered)),
    perSecond: median(halves.map((half) => half.perSecond)),
    p50Ms: median(halves.map((half) => half.p50Ms)),
    p99Ms: median(halves.map((half) => half.p99Ms)),
  };
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function addUp(...all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of all)
    for (const [what, count] of Object.entries(one)) sum[what] = (sum[what] ?? 0) + count;
  return sum;
}
