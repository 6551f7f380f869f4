// Takes events in and works them off in its own process, which kills itself (as kill -9 does) after a given step of the
// inbox or of the pipeline, the n-th time it comes by. Without a step it works to the end and says so.
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { systemNow } from '../../../src/clock.js';
import { openDatabase } from '../../../src/database/open.js';
import { createTracking } from '../../../src/ingest/index.js';
import { arrivedEvent } from '../../../src/payments/event-row.js';
import { createProcessor } from '../../../src/payments/processor.js';
import { providersById } from '../../../src/payments/provider.js';
import { createStripe } from '../../../src/providers/stripe/stripe.js';

const [databaseUrl = '', dataDir = '', file = '', dieAt = '', times = '1'] = process.argv.slice(2);
const stripe = createStripe({ secretKey: null, clientId: null, apiBase: null, connectBase: null });
const providers = providersById(stripe);
let left = Number(times);
const atStep = (step: string) => {
  if (step !== dieAt) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
const { pool, engine } = await openDatabase(databaseUrl === '' ? { dataDir } : { databaseUrl, dataDir: '' });
const logger = pino({ level: 'silent' });
const tracking = createTracking({ pool, engine, logger, atStep });
const options = {
  pool,
  providers,
  tracking,
  logger,
  testEvents: 'test',
  now: systemNow,
  atStep,
  apartMs: 0,
} as const;
const processor = createProcessor(options);
// The holders of leases were killed; on a server the test would otherwise wait until the leases expire.
await pool.query('update work_items set due_at = now(), leased_until = null');
const bodies = JSON.parse(readFileSync(file, 'utf8')) as object[];
// What was left behind is processed first, so that its steps come by too.
await processor.processDue();
async function acceptEvent(one: object): Promise<void> {
  const body = JSON.stringify(one);
  const event = stripe.parse(body);
  if (event === null) throw new Error('no event');
  await processor.accept(arrivedEvent({ provider: 'stripe', connectionId: null }, event, body, Date.now()));
}
// Two at a time, each pair processed before the next, so that every step comes by as often as the test counts on.
for (let index = 0; index < bodies.length; index += 2) {
  await Promise.all(bodies.slice(index, index + 2).map(acceptEvent));
  await processor.processDue();
}
for (let due = 1; due > 0; ) {
  await processor.processDue();
  const { rows } = await pool.query<{ due: number }>('select count(*)::int as due from work_items');
  due = rows[0]?.due ?? 0;
}
console.log('done');
await processor.close();
await tracking.close();
await pool.end();
process.exit(0);
