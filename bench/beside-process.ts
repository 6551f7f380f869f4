import { performance } from 'node:perf_hooks';
import type { Dataset } from './dataset.js';
import { type Lines, openLines, type Posted, writePost } from './pace.js';
import { createGenerator, type Generator } from './workloads.js';

/** Request to send clicks and sales to a service at an even rate until the process is told to stop. */
export type BesideOrder =
  | { readonly kind: 'start'; readonly url: string; readonly dataset: Dataset }
  | { readonly kind: 'stop' };

/** Everything that was sent between a start and a stop, in milliseconds. */
export interface BesideLoad {
  /** Latency of each request, counted from the time when it was due. */
  readonly clickMs: readonly number[];
  readonly saleMs: readonly number[];
  /** Delay of each sending by this process itself. */
  readonly lateMs: readonly number[];
  /** Answers other than 200. */
  readonly failures: number;
}

export const CLICKS_PER_SECOND = 50;
export const SALES_PER_SECOND = 5;
const CONNECTIONS = 32;
const TICK_MS = 2;
const RUN = Date.now().toString(36);

/** Requests of one kind, due one after the other at one rate. */
interface Stream {
  readonly kind: 'click' | 'sale';
  readonly everyMs: number;
  readonly tookMs: number[];
  sent: number;
}

let generator: Generator | undefined;
let stop: () => Promise<BesideLoad> = () => Promise.reject(new Error('nothing was started'));

function postOf(requests: Generator, kind: Stream['kind']): Posted {
  const { path, headers, body = '' } = requests.next(kind);
  return writePost(path, headers, body);
}

async function start(url: string, dataset: Dataset): Promise<void> {
  generator ??= createGenerator(dataset, { run: RUN, isStored: true });
  const requests = generator;
  const lines: Lines = await openLines(url, CONNECTIONS);
  const streams: readonly Stream[] = [
    { kind: 'click', everyMs: 1000 / CLICKS_PER_SECOND, tookMs: [], sent: 0 },
    { kind: 'sale', everyMs: 1000 / SALES_PER_SECOND, tookMs: [], sent: 0 },
  ];
  const lateMs: number[] = [];
  let failures = 0;
  let waiting = 0;
  let finish: () => void = () => undefined;
  const startedMs = performance.now();

  function sendDue(): void {
    for (const stream of streams) {
      for (let dueMs = nextDue(stream); dueMs <= performance.now(); dueMs = nextDue(stream)) {
        stream.sent += 1;
        waiting += 1;
        lateMs.push(performance.now() - dueMs);
        const sentForMs = dueMs;
        lines.send(postOf(requests, stream.kind), (isAnswered) => {
          stream.tookMs.push(performance.now() - sentForMs);
          if (!isAnswered) failures += 1;
          waiting -= 1;
          if (waiting === 0) finish();
        });
      }
    }
  }
  const nextDue = ({ everyMs, sent }: Stream) => startedMs + sent * everyMs;

  const timer = setInterval(sendDue, TICK_MS);
  stop = async () => {
    clearInterval(timer);
    if (waiting > 0)
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    lines.close();
    const [clicks, sales] = streams.map(({ tookMs }) => tookMs);
    return { clickMs: clicks ?? [], saleMs: sales ?? [], lateMs, failures };
  };
}

process.on('message', (order: BesideOrder) => {
  const work = order.kind === 'start' ? start(order.url, order.dataset) : stop();
  work.then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
