import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { filledDataset, PROGRAM } from './dataset.js';
import type { Engine, Options } from './options.js';
import { startService } from './processes.js';
import { MAX_P95_MS, type ReadAddress, readAddresses } from './read-addresses.js';
import { formatWhole } from './report.js';
import { type Storage, type Storages, withPool } from './storage.js';

const FIRST_REQUESTS = 5;
const REQUESTS_A_ROUND = 20;

/** Where `--filled` names no other size. */
const READ_CLICKS = 5_000_000;

/** How many pages of the largest size a list is leafed through before it is measured there. */
const DEEP_PAGES = 20;

interface Reading {
  readonly name: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly bytes: number;
  /** What its p95 has to stay below. */
  readonly maxP95Ms: number;
  /** Another status than 200; null: none. */
  readonly failure: number | null;
}

/** How long each list and report of the dashboard and the portal takes, one request after another. */
export interface ReadMeasurement {
  readonly engine: Engine;
  readonly dataset: Storage['dataset'];
  readonly seededMs: number;
  readonly readings: readonly Reading[];
}

type Ask = (path: string) => Promise<{ status: number; text: string }>;

/** A database with as many clicks as `--filled` says, for reads alone. */
export function storeForReads(
  { links, filled, sales }: Options,
  storages: Storages,
  engine: Engine,
): Promise<Storage> {
  const dataset = filledDataset(Date.now(), links, 1, filled ?? READ_CLICKS, sales ?? undefined);
  return storages.create(engine, dataset);
}

/** On a filled database: what people who are signed in wait for. Changes the owner of a partner, so it comes after `check`. */
export async function measureReads(
  { rounds, profile }: Options,
  storage: Storage,
  directory: string,
  onProgress: (what: string) => void,
): Promise<ReadMeasurement> {
  const { engine, dataset } = storage;
  // The owner takes part as a partner as well, so that one session reads both sides.
  await withPool(storage.environment, (pool) =>
    pool.query('update partners set user_id = (select user_id from workspace_members limit 1) where id = 1'),
  );
  const service = await startService(storage.environment, join(directory, `${engine}-reads.log`), profile);
  try {
    const ask = await signedIn(service.url);
    const readings: Reading[] = [];
    for (const address of readAddresses(dataset, Date.now())) {
      onProgress(address.path);
      readings.push(...(await readAddress(ask, address, rounds * REQUESTS_A_ROUND)));
    }
    return { engine, dataset, seededMs: storage.seededMs, readings };
  } finally {
    await service.stop();
  }
}

async function signedIn(url: string): Promise<Ask> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: PROGRAM.ownerEmail, password: PROGRAM.ownerPassword }),
  });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
  const headers = { cookie: cookies.join('; ') };
  return async (path) => {
    const response = await fetch(url + path, { headers });
    return { status: response.status, text: await response.text() };
  };
}

async function readAddress(ask: Ask, address: ReadAddress, requests: number): Promise<Reading[]> {
  const { path, isDeep, kind } = address;
  const maxP95Ms = MAX_P95_MS[kind];
  const readings = [{ ...(await takeTimes(ask, path, path, requests)), maxP95Ms }];
  if (isDeep !== true) return readings;
  const joint = path.includes('?') ? '&' : '?';
  let cursor = '';
  for (let page = 0; page < DEEP_PAGES; page++) {
    const { text } = await ask(`${path}${joint}limit=200${cursor}`);
    const { next_cursor: next } = JSON.parse(text) as { next_cursor: string | null };
    if (next === null) break;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
  const deep = await takeTimes(ask, `${path}, far down`, `${path}${joint}limit=200${cursor}`, requests);
  readings.push({ ...deep, maxP95Ms });
  return readings;
}

async function takeTimes(ask: Ask, name: string, path: string, requests: number) {
  let failure: number | null = null;
  let bytes = 0;
  const times: number[] = [];
  for (let count = -FIRST_REQUESTS; count < requests; count++) {
    const startedMs = performance.now();
    const { status, text } = await ask(path);
    if (count >= 0) times.push(performance.now() - startedMs);
    if (status !== 200) failure = status;
    bytes = text.length;
  }
  times.sort((a, b) => a - b);
  const timeAtShare = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { name, p50Ms: timeAtShare(0.5), p95Ms: timeAtShare(0.95), bytes, failure };
}

/** Whether a reading was answered, and where targets count, in time. */
export function isReadGood({ failure, p95Ms, maxP95Ms }: Reading, isStrict: boolean): boolean {
  return failure === null && (!isStrict || p95Ms < maxP95Ms);
}

/** A measurement for people. */
export function describeReads({ engine, dataset, seededMs, readings }: ReadMeasurement): string {
  const width = Math.max(...readings.map(({ name }) => name.length));
  const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(10);
  return [
    `Reads on ${engine}: ${formatWhole(dataset.clicks)} clicks, ${formatWhole(dataset.customers)} customers, ${formatWhole(dataset.sales)} sales stored ` +
      `(filled in ${Math.round(seededMs / 1000)} s); one request after another`,
    `  ${''.padEnd(width)}${'p50'.padStart(10)}${'p95'.padStart(10)}${'size'.padStart(12)}  target: p95 < ${MAX_P95_MS.read} ms, of a search < ${MAX_P95_MS.search} ms, of a breakdown < ${MAX_P95_MS.breakdown} ms, of a preview < ${MAX_P95_MS.preview} ms`,
    ...readings.map(({ name, p50Ms, p95Ms, bytes, failure, maxP95Ms }) => {
      const verdict = failure === null ? (p95Ms < maxP95Ms ? '✓' : '✗') : `FAILED with ${failure}`;
      return `  ${name.padEnd(width)}${ms(p50Ms)}${ms(p95Ms)}${`${formatWhole(bytes)} B`.padStart(12)}  ${verdict}`;
    }),
  ].join('\n');
}
