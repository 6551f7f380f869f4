import { performance } from 'node:perf_hooks';
import autocannon, { type Client, type Request, type Result } from 'autocannon';
import type { Dataset } from './dataset.js';
import { type Counts, createGenerator, type Generator, KINDS, type Workload } from './workloads.js';

/** What the load process is asked for: this many requests to these servers, spread evenly over connections. */
export interface LoadOrder {
  /** Whose running numbers continue: one target never gets the same request twice. */
  readonly target: string;
  readonly isStored: boolean;
  readonly dataset: Dataset;
  readonly urls: readonly string[];
  readonly workload: Workload;
  readonly connections: number;
  readonly requests: number;
}

/** What came of it. Times in milliseconds; latencies of single requests, failures by what was wrong. */
export interface LoadResult {
  readonly sent: Counts;
  readonly answered: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly tookMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const generators = new Map<string, Generator>();
const RUN = Date.now().toString(36);

function generatorOf({ target, dataset, isStored }: LoadOrder): Generator {
  const known = generators.get(target);
  if (known !== undefined) return known;
  const generator = createGenerator(dataset, { run: `${RUN}-${generators.size}`, isStored });
  generators.set(target, generator);
  return generator;
}

/** `share` 0.99: what 99 of 100 do not exceed. */
function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function failuresOf(result: Result): Record<string, number> {
  const failures: Record<string, number> = {};
  for (const [status, { count }] of Object.entries(result.statusCodeStats)) {
    if (!/^(2|302)/.test(status)) failures[`status ${status}`] = count;
  }
  if (result.errors > 0) failures['socket error or timeout'] = result.errors;
  return failures;
}

/**
 * All requests by connection, shared out as autocannon shares out the number of them, made before the clock starts: what making them costs is then nobody's, and the load generator takes
 * less from the processors that it shares with the servers.
 */
function makeRequests(order: LoadOrder, generator: Generator): Request[][] {
  const { connections, requests, workload } = order;
  const lists: Request[][] = Array.from({ length: connections }, () => []);
  for (let count = 0; count < requests; count++) {
    const { method, path, headers, body } = generator.next(workload);
    lists[count % connections]?.push({ method, path, headers, ...(body !== undefined && { body }) });
  }
  return lists;
}

function runLoad(order: LoadOrder): Promise<LoadResult> {
  const { connections, urls, requests } = order;
  const generator = generatorOf(order);
  const before = { ...generator.made };
  const lists = makeRequests(order, generator);
  const sent = { ...generator.made };
  for (const kind of KINDS) sent[kind] -= before[kind];
  const latencies: number[] = [];
  let startedMs = 0;
  let finishedMs = 0;
  let clients = 0;
  let responses = 0;
  return new Promise((resolve, reject) => {
    const options = {
      url: [...urls],
      connections,
      pipelining: 1,
      // A number of requests rather than a time: at the end of a time requests under way would be cut off, and
      // nobody could say whether they were recorded.
      amount: requests,
      timeout: 30,
      sampleInt: 50,
      setupClient: (client: Client) => client.setRequests(lists[clients++] ?? []),
    };
    const tracker = autocannon(options, (error, result) => {
      if (error !== null) return reject(error);
      const sorted = Float64Array.from(latencies).sort();
      resolve({
        sent,
        answered: result['2xx'] + (result.statusCodeStats['302']?.count ?? 0),
        failures: failuresOf(result),
        tookMs: finishedMs - startedMs,
        p50Ms: quantile(sorted, 0.5),
        p99Ms: quantile(sorted, 0.99),
      });
    });
    tracker.on('start', () => {
      startedMs = performance.now();
    });
    tracker.on('response', (_client, _status, _bytes, responseMs: number) => {
      // The first request of each connection is counted from before it was connected.
      if (++responses > connections) latencies.push(responseMs);
      finishedMs = performance.now();
    });
  });
}

process.on('message', (order: LoadOrder) => {
  runLoad(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
