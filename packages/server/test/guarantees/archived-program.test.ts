import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { newPostgresUrl } from '../support/engines.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { directPool, postgresEnv, startBuiltService } from './built-service.js';
import { httpClient, requireAnswer } from './http-client.js';

/** The status of a lead that a page sends. */
async function leadFromPage(baseUrl: string, program: SeededProgram, customerKey: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v1/track/lead`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: program.origin },
    body: JSON.stringify({ customer_key: customerKey }),
  });
  return response.status;
}

async function recordedOf(pool: Pool, { programId }: SeededProgram) {
  const { rows } = await pool.query<{ sales: number; leads: number }>(
    `select (select count(*)::int from sales where program_id = $1) as sales,
            (select count(*)::int from leads where program_id = $1) as leads`,
    [programId],
  );
  return rows[0];
}

test('a program archived while two processes are busy for it earns nothing from the next request on', async () => {
  const databaseUrl = await newPostgresUrl();
  const pool = await directPool(databaseUrl);
  const program = await seedProgram(pool);
  const env = postgresEnv(databaseUrl);
  const services = await Promise.all([startBuiltService(env), startBuiltService(env)]);
  const clients = services.map(({ baseUrl }) => httpClient(baseUrl, program.apiKey));
  const [first, second] = clients as [(typeof clients)[0], (typeof clients)[0]];
  const click = await requireAnswer(first.post('/track/click', { affiliate_url: program.affiliateUrl }));
  const customer_key = uniqueName('customer');
  await requireAnswer(first.post('/api/v1/track/lead', { customer_key, click_id: click.body.click_id }));
  const saleBody = () => ({ transaction_id: uniqueName('order'), amount_cents: 100, customer_key });
  const sellThrough = (client: typeof first) => requireAnswer(client.post('/api/v1/track/sale', saleBody()));
  // Both remember the key and the origin as good.
  const earlier = saleBody();
  await requireAnswer(first.post('/api/v1/track/sale', earlier));
  await sellThrough(second);
  for (const { baseUrl } of services) await leadFromPage(baseUrl, program, uniqueName('customer'));

  const underWay = Array.from({ length: 200 }, (_, index) => sellThrough(index % 2 === 0 ? first : second));
  await pool.query('update programs set archived_at = now() where id = $1', [program.programId]);
  const [lateSales, lateLeads] = await Promise.all([
    Promise.all(Array.from({ length: 40 }, (_, index) => sellThrough(index % 2 === 0 ? first : second))),
    Promise.all(services.map(({ baseUrl }) => leadFromPage(baseUrl, program, uniqueName('customer')))),
  ]);
  for (const { status, body } of lateSales) expect([status, body.error]).toEqual([401, 'Invalid API key']);
  expect(lateLeads).toEqual([403, 403]);
  for (const client of clients) {
    const lead = await requireAnswer(
      client.post('/api/v1/track/lead', { customer_key: uniqueName('customer') }),
    );
    expect(lead).toMatchObject({ status: 401, body: { error: 'Invalid API key' } });
  }
  const accepted = (await Promise.all(underWay)).filter(({ status }) => status === 200).length;
  expect(await recordedOf(pool, program)).toEqual({ sales: 2 + accepted, leads: 3 });
  for (const [index, client] of clients.entries()) {
    const refund = { transaction_id: earlier.transaction_id, amount_cents: 10, refund_id: String(index) };
    expect(await requireAnswer(client.post('/api/v1/track/refund', refund))).toMatchObject({ status: 200 });
  }
  expect((await verifyBooks(pool)).differences).toEqual([]);
});
