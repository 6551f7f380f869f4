// What callers wait for on the embedded engine, without HTTP: 64 callers that send clicks (9 of 10) and leads as fast as they are
// answered. `npx tsx --conditions=svc-source bench/embedded.ts [seconds]`. To see what a part of the engine's surroundings
// gains, run it in turns with a copy of the repository in which that part does nothing.
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { migrate } from '../packages/server/src/database/migrate.js';
import { openDatabase } from '../packages/server/src/database/open.js';
import { createTracking } from '../packages/server/src/ingest/index.js';
import { seedProgram } from '../packages/server/test/support/seed.js';

const CALLERS = 64;
const WARM_UP_SECONDS = 1.5;
const seconds = Number(process.argv[2] ?? 8);
const dataDir = await mkdtemp(join(tmpdir(), 'svc-embedded-'));
const { pool, close } = await openDatabase({ dataDir });
await migrate(pool);
const tracking = createTracking({ pool, engine: 'embedded', logger: pino({ level: 'silent' }) });
const { programId, workspaceId, shortLink, affiliateUrl } = await seedProgram(pool);
const caller = { mode: 'server', programId, workspaceId } as const;
const common = { caller, testMode: false, additionalData: null };
let customers = 0;

function sendClick(): Promise<unknown> {
  const key = { number: randomInt(2 ** 47), clickedMs: Date.now() };
  const shortLinkKey = shortLink.toLowerCase();
  return tracking.submit({
    ...common,
    kind: 'click',
    key,
    shortLinkKey,
    affiliateUrl,
    redirectClickId: null,
    visitor: null,
    referrer: null,
    bot: false,
  });
}

function sendLead(): Promise<unknown> {
  const customerKey = `customer-${++customers}`;
  return tracking.submit({
    ...common,
    kind: 'lead',
    code: null,
    occurredAtMs: null,
    clickId: null,
    customerKey,
    email: null,
    programId: null,
    atMs: Date.now(),
  });
}

/** The milliseconds that each answer took. */
async function sendFor(duration: number): Promise<number[]> {
  const tookMs: number[] = [];
  const endMs = performance.now() + duration * 1000;
  const sendUntilEnd = async () => {
    while (performance.now() < endMs) {
      const startedMs = performance.now();
      await (tookMs.length % 10 === 9 ? sendLead() : sendClick());
      tookMs.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, sendUntilEnd));
  return tookMs.sort((a, b) => a - b);
}

await sendFor(WARM_UP_SECONDS);
const sorted = await sendFor(seconds);
const quantile = (part: number) => `${(sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)} ms`;
console.log(
  `${Math.round(sorted.length / seconds).toLocaleString('en-US')} answers a second, p50 ${quantile(0.5)}, p99 ${quantile(0.99)}, ` +
    `p99.9 ${quantile(0.999)}, longest ${quantile(1)}`,
);
await tracking.close();
await close();
await rm(dataDir, { recursive: true });
