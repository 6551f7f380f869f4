import { parseArgs } from 'node:util';
import { WORKLOADS, type Workload } from './workloads.js';

export const ENGINES = ['embedded', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

export interface Options {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
  readonly links: number;
  readonly engines: readonly Engine[];
  readonly workloads: readonly Workload[];
  /** Clicks of a filled database, which is measured beside the empty one; null: only the empty one is. */
  readonly filled: number | null;
  /** Sales of the database that is filled for reads and pages; null: three for every hundred clicks. */
  readonly sales: number | null;
  /** null: one process on each engine; else how many on one PostgreSQL, one measurement each. */
  readonly processes: readonly number[] | null;
  /** Instead of the workloads: signed events of the card processor beside clicks. */
  readonly webhooks: boolean;
  /** Instead of the workloads: events sent to a webhook, alone and beside clicks. */
  readonly deliveries: boolean;
  /** Lists and reports of the dashboard over a filled database: instead of the workloads or, where `--only` names some, after them. */
  readonly reads: 'instead' | 'afterwards' | null;
  /** Instead of the workloads: pages of the web application in a browser. */
  readonly pages: boolean;
  /** Instead of the workloads: clicks and sales beside each long job. */
  readonly beside: boolean;
  /** With `beside`: only jobs whose names contain one of these; null: all. */
  readonly jobs: readonly string[] | null;
  /** Beside the workloads: the least that stores clicks durably. */
  readonly least: boolean;
  readonly strict: boolean;
  readonly json: string | null;
  /** Directory for CPU profiles of the service. */
  readonly profile: string | null;
}

export const USAGE = `npm run bench -- [options]
Requests per second of the service beside those of a bare Fastify server that checks the same bodies, writes the same
answers and stores nothing. Both run on this machine, in turns; what counts is the ratio.

  --quick             a first impression: 2 rounds of 1 second
  --rounds N          rounds of each measurement (5); a round is the bare server, then the service
  --seconds N         length of each half of a round (3)
  --engines LIST      embedded,postgres (both)
  --only LIST         click,redirect,lead,sale,coded,mixed (all); coded is a sale with a code, mixed is 90 clicks, 7 leads and 3 sales of 100
  --links N           over how many referral links the clicks spread (10)
  --connections N     connections of the load generator (64)
  --filled [SIZE]     also with so many clicks already stored (5M; 500K, 100M, …), a customer for every 20 of them and 3 sales
                      for every 100
  --sales SIZE        with --reads or --pages: so many sales in it (150K of 5M clicks), at most as many as customers;
                      with --beside: 100K
  --processes LIST    for example 1,2,4: so many service processes on one PostgreSQL, instead of the above
  --webhooks          1,000 signed events a second of the card processor beside clicks at half of capacity, instead
  --deliveries        events sent to a receiver, alone and beside clicks at half of capacity, instead
  --reads             how long each list and report of the dashboard takes over the filled database, instead; with --filled and
                      --only, after these workloads on the same database
  --pages             how long each page of the web application takes in Chromium, in an open tab and with nothing cached,
                      instead; with --filled, over the filled database
  --beside            50 clicks and 5 sales a second beside one long job after the other, over 100,000 sales, instead;
                      each job is repeated for --seconds
  --jobs LIST         with --beside: only jobs whose names contain one of these, such as list,overview
  --least             also clicks to the least that stores them durably (one small table, nothing else): what no service
                      on this machine can go beyond; each ratio is then shown as a share of the least's, too
  --json FILE         write every figure to a file
  --strict            missed targets are failures too
  --profile DIR       write a CPU profile of each service process

Exit codes: 0 done, 1 a request failed or what is stored is not what was answered, 2 wrong use.`;

/** Wrong use; the message says what of. */
export class UsageError extends Error {}

function positive(name: string, text: string, isWhole = true): number {
  const value = Number(text);
  if (!(value > 0) || (isWhole && !Number.isSafeInteger(value))) {
    throw new UsageError(`--${name} must be a ${isWhole ? 'whole ' : ''}number above 0`);
  }
  return value;
}

function parseWords<Word extends string>(name: string, text: string, words: readonly Word[]): Word[] {
  return text.split(',').map((entry) => {
    const word = words.find((one) => one === entry.trim());
    if (word === undefined) throw new UsageError(`--${name} takes ${words.join(', ')}, not ${entry}`);
    return word;
  });
}

const DEFAULT_SIZE = '5M';
const SIZE = /^(?<count>[\d.]+)(?<unit>[KM])$/i;

/** `--filled` may stand without its size, which the parser of options does not know. */
function withSize(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const next = args[index + 1] ?? '';
    if (arg === '--filled') return SIZE.test(next) ? [`--filled=${next}`] : [`--filled=${DEFAULT_SIZE}`];
    return args[index - 1] === '--filled' && SIZE.test(arg) ? [] : [arg];
  });
}

function parseSize(name: string, text: string): number {
  const { count, unit } = SIZE.exec(text)?.groups ?? {};
  const size = Number(count) * (unit?.toUpperCase() === 'M' ? 1_000_000 : 1_000);
  if (!(size >= 1_000)) throw new UsageError(`--${name} takes a size such as 500K or 100M`);
  return Math.round(size);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: withSize(args),
      options: {
        quick: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        engines: { type: 'string', default: ENGINES.join(',') },
        only: { type: 'string' },
        links: { type: 'string', default: '10' },
        connections: { type: 'string', default: '64' },
        filled: { type: 'string' },
        sales: { type: 'string' },
        processes: { type: 'string' },
        webhooks: { type: 'boolean', default: false },
        deliveries: { type: 'boolean', default: false },
        reads: { type: 'boolean', default: false },
        pages: { type: 'boolean', default: false },
        beside: { type: 'boolean', default: false },
        jobs: { type: 'string' },
        least: { type: 'boolean', default: false },
        json: { type: 'string' },
        strict: { type: 'boolean', default: false },
        profile: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads the command line; null when only help is wanted. Throws `UsageError`. */
export function readOptions(args: readonly string[]): Options | null {
  const given = parse(args);
  if (given.help) return null;
  const { quick, processes } = given;
  const areReadsLast = given.only !== undefined && given.filled !== undefined;
  return {
    rounds: positive('rounds', given.rounds ?? (quick ? '2' : '5')),
    seconds: positive('seconds', given.seconds ?? (quick ? '1' : '3'), false),
    warmUpSeconds: quick ? 1 : 3,
    connections: positive('connections', given.connections),
    links: positive('links', given.links),
    engines: parseWords('engines', given.engines, ENGINES),
    workloads: parseWords('only', given.only ?? WORKLOADS.join(','), WORKLOADS),
    filled: given.filled === undefined ? null : parseSize('filled', given.filled),
    sales: given.sales === undefined ? null : parseSize('sales', given.sales),
    processes: processes?.split(',').map((count) => positive('processes', count)) ?? null,
    webhooks: given.webhooks,
    deliveries: given.deliveries,
    reads: given.reads ? (areReadsLast ? 'afterwards' : 'instead') : null,
    pages: given.pages,
    beside: given.beside,
    jobs: given.jobs?.split(',') ?? null,
    least: given.least,
    strict: given.strict,
    json: given.json ?? null,
    profile: given.profile ?? null,
  };
}
