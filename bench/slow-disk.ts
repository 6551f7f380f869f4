// How long /healthz and a page take while every sync takes longer, under clicks on 64 connections.
// `npx tsx --conditions=svc-source bench/slow-disk.ts [milliseconds of each sync] [seconds]`; embedded engine, the program that `npm run build` leaves.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyDataset } from './dataset.js';
import { startLoad } from './load.js';
import { startService } from './processes.js';
import { openStorages } from './storage.js';

const HOOK = fileURLToPath(new URL('../packages/server/test/support/disk-hook.cjs', import.meta.url));
const [syncMs = '50', seconds = '10'] = process.argv.slice(2);
const directory = fs.mkdtempSync(join(tmpdir(), 'svc-slow-disk-'));
const storages = openStorages(directory);

async function timesOf(url: string, until: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!until()) {
    const startedMs = performance.now();
    await (await fetch(url, { headers: { accept: 'text/html' } })).arrayBuffer();
    times.push(performance.now() - startedMs);
  }
  return times.sort((a, b) => a - b);
}

const at = (times: readonly number[], share: number) =>
  `${(times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? Number.NaN).toFixed(1)} ms`;

const { environment, dataset } = await storages.create('embedded', emptyDataset(Date.now(), 10, 1));
const slow = { ...environment, NODE_OPTIONS: `--require ${HOOK}`, SVC_TEST_SYNC_MS: syncMs };
const service = await startService(slow, join(directory, 'service.log'), null);
const load = startLoad();
const clicks = {
  target: 'service',
  isStored: true,
  dataset,
  urls: [service.url],
  workload: 'click',
} as const;
const endMs = performance.now() + Number(seconds) * 1000;
const isOver = () => performance.now() > endMs;
const sendClicks = async () => {
  const results = [];
  while (!isOver()) results.push(await load.run({ ...clicks, connections: 64, requests: 1280 }));
  return results;
};
const [results, health, page] = await Promise.all([
  sendClicks(),
  timesOf(`${service.url}/healthz`, isOver),
  timesOf(`${service.url}/login`, isOver),
]);
const answered = results.reduce((sum, result) => sum + result.answered, 0);
console.log(`each sync takes ${syncMs} ms longer; 64 connections; ${seconds} s`);
console.log(
  `clicks    ${(answered / Number(seconds)).toFixed(0)} a second, p50 ${results[0]?.p50Ms.toFixed(1)} ms`,
);
for (const [name, times] of Object.entries({ '/healthz': health, '/login  ': page }))
  console.log(
    `${name}  p50 ${at(times, 0.5)}, p99 ${at(times, 0.99)}, longest ${at(times, 1)}, ${times.length} requests`,
  );
load.stop();
await service.stop();
await storages.close();
fs.rmSync(directory, { recursive: true });
