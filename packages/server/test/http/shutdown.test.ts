import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { trackingClient } from './tracking-client.js';

/** Sends over a connection that is kept, and gives the answer with the connection it came by. */
async function sendOverAgent(agent: Agent, url: string, key: string, body: object) {
  const sending = request(url, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
  });
  sending.end(JSON.stringify(body));
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(text), sending };
}

describe.each(engines)('shutting down on %s', (engine) => {
  test('what is under way is answered and recorded, and its connection closed right after', async () => {
    let reached = () => {};
    let proceed = () => {};
    const isReached = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const mayProceed = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const service = await startService(engine, {
      tracking: {
        atStep(step) {
          if (step !== 'activity') return undefined;
          reached();
          return mayProceed;
        },
      },
    });
    const program = await seedProgram(service.pool);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const customerKey = uniqueName('user');
    const url = `${service.baseUrl}/api/v1/track/lead`;
    const lead = sendOverAgent(agent, url, program.apiKey, { customer_key: customerKey });
    await isReached;
    const closed = service.app.close();
    proceed();
    const answer = await lead;
    expect([answer.status, answer.body.customer_key]).toEqual([200, customerKey]);
    // Ends only when every connection has: nobody keeps the service alive by keeping a connection.
    await closed;
    const { rows } = await service.pool.query('select status from customers where customer_key = $1', [
      customerKey,
    ]);
    expect(rows).toEqual([{ status: 'lead' }]);
    agent.destroy();
    await service.close();
  });

  test('a later request on a kept connection is asked to retry on another one', async () => {
    const service = await startService(engine);
    const program = await seedProgram(service.pool);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const url = `${service.baseUrl}/api/v1/track/refund`;
    expect((await sendOverAgent(agent, url, program.apiKey, {})).status).toBe(400);
    service.lifecycle.phase = 'stopping';
    const late = await sendOverAgent(agent, url, program.apiKey, {});
    expect(late.sending.reusedSocket).toBe(true);
    expect([late.status, late.body]).toEqual([503, { error: 'Service unavailable' }]);
    expect(late.headers).toMatchObject({ 'retry-after': '1', connection: 'close' });
    agent.destroy();
    await service.close();
  });
});

describe.each(engines)('without its database on %s', (engine) => {
  test('every request is asked to retry, and readiness says so', async () => {
    const service = await startService(engine);
    const program = await seedProgram(service.pool);
    const client = trackingClient(service);
    await service.database.close();
    const unavailable = [503, { error: 'Service unavailable' }];
    const byKey = await client.sale({ transaction_id: 't', amount_cents: 1 }, { key: program.apiKey });
    expect([byKey.status, byKey.body]).toEqual(unavailable);
    expect(byKey.headers.get('retry-after')).toBe('1');
    const page = await client.click({ affiliate_url: program.affiliateUrl }, { origin: program.origin });
    expect([page.status, page.body]).toEqual(unavailable);
    const ready = await fetch(`${service.baseUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual(unavailable);
    expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
    await service.app.close();
    await service.tracking.close();
  });
});
