import { pino } from 'pino';
import { expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { createTracking } from '../../src/ingest/index.js';
import { clickOf, leadOf, refundOf, saleOf } from '../support/commands.js';
import { startPrivatePostgres } from '../support/engines.js';
import { seedProgram } from '../support/seed.js';
import { startTcpProxy } from './tcp-proxy.js';

test('a batch asks PostgreSQL a few times, whatever number of statements it has', async () => {
  const server = await startPrivatePostgres();
  const direct = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  await migrate(direct.pool);
  const program = await seedProgram(direct.pool);
  const proxy = await startTcpProxy(server.url);
  const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '' });
  const logger = pino({ level: 'silent' });
  const tracking = createTracking({ pool: database.trackingPool, engine: 'postgres', logger });
  const trips = async (submit: () => ReturnType<typeof tracking.submit>) => {
    const before = proxy.roundTrips();
    const outcome = await submit();
    return { outcome, trips: proxy.roundTrips() - before };
  };
  // What only the first of its kind asks: the connection's settings, a block of row ids, the link (known for seconds).
  await tracking.submit(leadOf(program));
  await tracking.submit(clickOf(program));

  const clicked = await trips(() => tracking.submit(clickOf(program)));
  expect(clicked.trips).toBe(2);
  if (clicked.outcome.kind !== 'click') throw new Error(`click ${clicked.outcome.kind}`);
  const lead = leadOf(program, { clickId: clicked.outcome.clickId });
  expect(await trips(() => tracking.submit(lead))).toMatchObject({ outcome: { kind: 'lead' }, trips: 3 });
  const sale = saleOf(program, { customerKey: lead.customerKey });
  expect(await trips(() => tracking.submit(sale))).toMatchObject({ outcome: { kind: 'sale' }, trips: 4 });
  const refund = refundOf(program, sale.transactionId, { amountCents: 1 });
  expect(await trips(() => tracking.submit(refund))).toMatchObject({ outcome: { kind: 'refund' }, trips: 4 });

  await tracking.close();
  await database.close();
  await proxy.close();
  await direct.close();
  await server.dispose();
});
