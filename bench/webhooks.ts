import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { customerKeyAt, type Dataset, emptyDataset, PROGRAM } from './dataset.js';
import type { Engine, Options } from './options.js';
import { signInOwner } from './owner.js';
import { type Posted, pace, rush, writePost } from './pace.js';
import { startService } from './processes.js';
import { formatWhole } from './report.js';
import type { Storage, StorageCheck, Storages } from './storage.js';
import { createGenerator } from './workloads.js';

const EVENTS_PER_SECOND = 1_000;
/** Of each of the two: enough that none waits for another, as it would not with senders of their own. */
const CONNECTIONS = 256;
const FIRST_CLICKS = 20_000;
const SECRET = 'whsec_benchmark';
const MAX_P99_MS = 50;

/** What came of signed events sent at a steady pace while clicks run at half of what the service can do. */
export interface WebhookMeasurement {
  readonly engine: Engine;
  readonly seconds: number;
  readonly clickCapacity: number;
  readonly clicksPerSecond: number;
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
  /** From the last answer until the last event had taken effect. */
  readonly settledAfterMs: number;
  readonly check: StorageCheck;
}

/** A one-off checkout that was paid by a stored customer, as the card processor sends it, with its signature. */
function eventAt(dataset: Dataset, programId: string, count: number): Posted {
  const id = `${Date.now().toString(36)}${count}`;
  const session = {
    id: `cs_live_${id}`,
    object: 'checkout.session',
    mode: 'payment',
    payment_status: 'paid',
    status: 'complete',
    amount_total: 1000 + (count % 9000),
    currency: 'usd',
    invoice: null,
    payment_intent: `pi_${id}`,
    subscription: null,
    livemode: true,
    metadata: { program_id: programId, svc_customer_key: customerKeyAt(dataset, count) },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  };
  const seconds = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: `evt_${id}`,
    object: 'event',
    account: PROGRAM.processorAccount,
    api_version: '2026-10-28.endive',
    created: seconds,
    data: { object: session },
    livemode: true,
    type: 'checkout.session.completed',
  });
  const signature = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': `t=${seconds},v1=${signature}`,
  };
  return writePost('/webhooks/processor', headers, body);
}

/** Waits until no event is pending; each check asks for the newest, which are processed last. */
async function untilSettled(url: string): Promise<number> {
  const startedMs = performance.now();
  const send = await signInOwner(url);
  for (;;) {
    const page = await send('GET', '/api/workspaces/1/processor-events?limit=200');
    const { data } = page as { data: { status: string }[] };
    if (data.every(({ status }) => status !== 'waiting')) return performance.now() - startedMs;
    await delay(50);
  }
}

/** On a database of its own: how fast events are answered while clicks run at half of capacity. */
export async function measureWebhooks(
  options: Options,
  storages: Storages,
  engine: Engine,
  directory: string,
): Promise<WebhookMeasurement> {
  const dataset = emptyDataset(Date.now(), options.links, 1);
  const storage = await storages.create(engine, dataset);
  const environment = { ...storage.environment, PROCESSOR_WEBHOOK_SECRET: SECRET };
  const service = await startService(environment, join(directory, `${engine}-webhooks.log`), options.profile);
  try {
    return await measure(options, storage, service);
  } finally {
    await service.stop();
  }
}

/** This process's own, all at once, so that it need not stop for it while it takes the time of others. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

async function measure(
  { connections, seconds: roundSeconds, rounds, warmUpSeconds }: Options,
  storage: Storage,
  service: { readonly url: string; stop(): Promise<void> },
): Promise<WebhookMeasurement> {
  const { engine, dataset } = storage;
  const { url } = service;
  const generator = createGenerator(dataset, { run: 'webhooks', isStored: true });
  const nextClick = () => {
    const { path, headers, body } = generator.next('click');
    return writePost(path, headers, body ?? '');
  };
  const clicks = (count: number) => Array.from({ length: Math.round(count) }, nextClick);
  let sent = 0;
  const events = (count: number) => Array.from({ length: count }, () => eventAt(dataset, '1', sent++));
  const first = await rush(url, connections, clicks(FIRST_CLICKS));
  const { perSecond: clickCapacity } = await rush(url, connections, clicks(first.perSecond * roundSeconds));
  const seconds = rounds * roundSeconds;
  /** Both at once; all requests are made, and what that left is cleared, before the clock starts: it is nobody's cost. */
  const both = (forSeconds: number) => {
    const toSend = events(EVENTS_PER_SECOND * forSeconds);
    const beside = clicks((clickCapacity / 2) * forSeconds);
    collectGarbage();
    return Promise.all([
      pace(url, CONNECTIONS, EVENTS_PER_SECOND, toSend),
      pace(url, CONNECTIONS, clickCapacity / 2, beside),
    ]);
  };
  await both(warmUpSeconds);
  const [ofEvents, ofClicks] = await both(seconds);
  const settledAfterMs = await untilSettled(url);
  await service.stop();
  storage.expect({ click: generator.made.click, redirect: 0, lead: 0, sale: sent, coded: 0 });
  // The checkout's own id beside the payment's.
  storage.expectRows('sale_references', sent);
  const sorted = ofEvents.tookMs.toSorted();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    engine,
    seconds,
    clickCapacity,
    clicksPerSecond: ofClicks.perSecond,
    events: sorted.length,
    eventsPerSecond: ofEvents.perSecond,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures: ofEvents.failures + ofClicks.failures,
    settledAfterMs,
    check: await storage.check(),
  };
}

/** A measurement for people. */
export function describeWebhooks(one: WebhookMeasurement): string {
  const { engine, seconds, check } = one;
  const met = one.p99Ms < MAX_P99_MS ? '✓' : '✗';
  return [
    `Webhooks on ${engine}: ${formatWhole(one.eventsPerSecond)} signed events/s for ${seconds} s beside ${formatWhole(one.clicksPerSecond)} clicks/s ` +
      `(capacity of this client and the service: ${formatWhole(one.clickCapacity)}/s)`,
    `  answered in p50 ${one.p50Ms.toFixed(1)} ms, p99 ${one.p99Ms.toFixed(1)} ms (target < ${MAX_P99_MS} ms ${met}); failed ${one.failures}`,
    `  all had taken effect ${formatWhole(one.settledAfterMs)} ms after the last answer`,
    `  stored: ${check.areRowsRight ? 'exactly what was answered' : `NOT WHAT WAS ANSWERED: ${JSON.stringify(check.rows)}`}`,
    `  verify: ${check.verify}`,
  ].join('\n');
}
