import { ClickAnswer, clickBody } from '@svc/contract';
import Fastify from 'fastify';
import { openDatabase } from '../packages/server/src/database/open.js';
import { send } from '../packages/server/src/database/statements.js';
import { columnsOf } from '../packages/server/src/ingest/columns.js';

/**
 * The least that stores a click and answers after its commit: the bare server, one table of three columns, one statement
 * for all that came in during the commit before. No partner, no totals, nothing checked but the body. No service on the same
 * engine and machine can be faster, so compare ours with this.
 */
const database = await openDatabase({
  databaseUrl: process.env.DATABASE_URL,
  dataDir: process.env.SVC_DATA_DIR ?? '',
});
await database.pool.query(
  'create table least_clicks (clicked_ms bigint, number bigint, affiliate_url text, primary key (clicked_ms, number))',
);

interface Waiting {
  readonly clickedMs: number;
  readonly number: number;
  readonly affiliateUrl: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

let queue: Waiting[] = [];
let isRunning = false;
let count = 0;

/** As the service does: what comes in while the answers before go out belongs to the same batch. */
async function untilQuiet(): Promise<void> {
  let before: number;
  do {
    before = queue.length;
    await new Promise((resolve) => setImmediate(resolve));
  } while (queue.length > before);
}

async function insert(batch: readonly Waiting[]): Promise<void> {
  const client = await database.trackingPool.connect();
  try {
    await send(client, [
      { name: 'begin', text: 'begin' },
      {
        name: 'insert-least',
        text: 'insert into least_clicks select * from unnest($1::bigint[], $2::bigint[], $3::text[])',
        values: columnsOf(
          batch,
          (click) => click.clickedMs,
          (click) => click.number,
          (click) => click.affiliateUrl,
        ),
      },
      { name: 'commit', text: 'commit' },
    ]);
  } finally {
    client.release();
  }
}

async function serveLeast(): Promise<void> {
  isRunning = true;
  while (queue.length > 0) {
    await untilQuiet();
    const batch = queue;
    queue = [];
    try {
      await insert(batch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  isRunning = false;
}

const app = Fastify();
app.post<{ Body: { affiliate_url: string } }>(
  '/api/v1/track/click',
  { schema: { body: clickBody.schema, response: { 200: ClickAnswer } } },
  async ({ body }) => {
    const clickedMs = Date.now();
    const number = ++count;
    await new Promise<void>((resolve, reject) => {
      queue.push({ clickedMs, number, affiliateUrl: body.affiliate_url, resolve, reject });
      if (!isRunning) void serveLeast();
    });
    return { success: true, click_id: `cust_${number}_${clickedMs}`, cookie_window_days: 60 };
  },
);
app.get('/readyz', async () => ({ status: 'ok' }));

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => void app.close().then(() => database.close()));
