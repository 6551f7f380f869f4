import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { emptyDataset } from './dataset.js';
import type { Engine, Options } from './options.js';
import { signInOwner } from './owner.js';
import { type Posted, pace, rush, writePost } from './pace.js';
import { startService } from './processes.js';
import { formatWhole } from './report.js';
import type { StorageCheck, Storages } from './storage.js';
import { createGenerator } from './workloads.js';

/** Most are two events: the sale and its commission. */
const SALES = 5_000;
const CLICKS = 20_000;
const TARGET_PER_SECOND = 500;
const LOOK_MS = 20;
const LIVE_SALES = 20;
/** When nothing has arrived for so long, everything has. */
const QUIET_MS = 3_000;

/** How fast events reached one receiver on this machine, one after the other. */
export interface DeliveryMeasurement {
  readonly engine: Engine;
  readonly events: number;
  readonly alonePerSecond: number;
  /** Of events, while clicks came at half of what the service can do. */
  readonly besidePerSecond: number;
  readonly clicksPerSecond: number;
  /** From the answer to a sale until its event had arrived, in the middle of all. */
  readonly liveMs: number;
  readonly failures: number;
  readonly isInOrder: boolean;
  readonly check: StorageCheck;
}

/** A receiver that answers at once and keeps the numbers of what arrived. */
async function startReceiver() {
  const sequences: number[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    sequences.push(JSON.parse(Buffer.concat(chunks).toString()).sequence);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    sequences,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async untilReceived(count: number): Promise<void> {
      while (sequences.length < count) await delay(LOOK_MS);
    },
    /** Resolves when no more come, with the highest number of an event. */
    async untilQuiet(): Promise<number> {
      for (let count = -1; ; ) {
        if (count === sequences.length) return sequences.reduce((one, other) => Math.max(one, other), 0);
        count = sequences.length;
        await delay(QUIET_MS);
      }
    },
    close: () => server.close(),
  };
}

/**
 * On a database of its own: all events to one receiver, once to warm up, then again, alone and beside clicks, and last of all sales
 * one by one.
 */
export async function measureDeliveries(
  options: Options,
  storages: Storages,
  engine: Engine,
  directory: string,
): Promise<DeliveryMeasurement> {
  const dataset = emptyDataset(Date.now(), options.links, 1);
  const storage = await storages.create(engine, dataset);
  const environment = { ...storage.environment, SVC_WEBHOOK_ALLOW_PRIVATE: 'true' };
  const service = await startService(
    environment,
    join(directory, `${engine}-deliveries.log`),
    options.profile,
  );
  const receiver = await startReceiver();
  const { url } = service;
  const { connections } = options;
  const generator = createGenerator(dataset, { run: 'deliveries', isStored: true });
  const next = (kind: 'click' | 'sale'): Posted => {
    const { path, headers, body } = generator.next(kind);
    return writePost(path, headers, body ?? '');
  };
  const many = (kind: 'click' | 'sale', count: number) =>
    Array.from({ length: Math.round(count) }, () => next(kind));
  try {
    const sales = await rush(url, connections, many('sale', SALES));
    const first = await rush(url, connections, many('click', CLICKS));
    if (sales.failures > 0) throw new Error(`${sales.failures} sales were refused`);
    const send = await signInOwner(url);
    const { webhook } = await send('POST', '/api/workspaces/1/webhooks', { url: receiver.url });
    const path = `/api/workspaces/1/webhooks/${webhook.id}`;
    await send('POST', `${path}/replay`, { after: 0 });
    await receiver.untilReceived(1);
    const events = await receiver.untilQuiet();
    const replay = async () => {
      const startedMs = performance.now();
      receiver.sequences.length = 0;
      await send('POST', `${path}/replay`, { after: 0 });
      await receiver.untilReceived(events);
      return (events * 1000) / (performance.now() - startedMs);
    };
    const alonePerSecond = await replay();
    const isInOrder = receiver.sequences.every((sequence, index) => sequence === index + 1);
    const rate = first.perSecond / 2;
    const beside = many('click', rate * Math.ceil((events / alonePerSecond) * 2));
    const [besidePerSecond, clicks] = await Promise.all([replay(), pace(url, connections, rate, beside)]);
    const liveMs = await measureLive(url, receiver, () => next('sale'));
    await service.stop();
    storage.expect(generator.made);
    return {
      engine,
      events,
      alonePerSecond,
      besidePerSecond,
      clicksPerSecond: clicks.perSecond,
      liveMs,
      failures: first.failures + clicks.failures,
      isInOrder,
      check: await storage.check(),
    };
  } finally {
    await service.stop();
    receiver.close();
  }
}

/** How long after the answer to a sale its event arrives, in milliseconds: the middle of several. */
async function measureLive(
  url: string,
  {
    sequences,
    untilReceived,
  }: Pick<Awaited<ReturnType<typeof startReceiver>>, 'sequences' | 'untilReceived'>,
  nextSale: () => Posted,
): Promise<number> {
  const live: number[] = [];
  for (let count = 0; count < LIVE_SALES; count += 1) {
    const before = sequences.length;
    const { failures } = await rush(url, 1, [nextSale()]);
    if (failures > 0) throw new Error('a sale was refused');
    const answeredMs = performance.now();
    await untilReceived(before + 1);
    live.push(performance.now() - answeredMs);
    await delay(LOOK_MS * 5);
  }
  return live.toSorted((one, other) => one - other)[live.length / 2] ?? Number.NaN;
}

/** A measurement for people. */
export function describeDeliveries(one: DeliveryMeasurement): string {
  const { engine, check } = one;
  const met = (perSecond: number) => (perSecond >= TARGET_PER_SECOND ? '✓' : '✗');
  return [
    `Deliveries on ${engine}: ${formatWhole(one.events)} events to one receiver, one after the other${one.isInOrder ? ', in order' : ', NOT IN ORDER'}`,
    `  alone ${formatWhole(one.alonePerSecond)}/s (target ${TARGET_PER_SECOND}/s ${met(one.alonePerSecond)}), ` +
      `beside ${formatWhole(one.clicksPerSecond)} clicks/s ${formatWhole(one.besidePerSecond)}/s (${met(one.besidePerSecond)})`,
    `  a sale's event arrived ${formatWhole(one.liveMs)} ms after its answer (median of 20); failed ${one.failures}`,
    `  stored: ${check.areRowsRight ? 'exactly what was answered' : `NOT WHAT WAS ANSWERED: ${JSON.stringify(check.rows)}`}`,
    `  verify: ${check.verify}`,
  ].join('\n');
}
