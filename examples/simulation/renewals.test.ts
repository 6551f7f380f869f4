import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createSimulation, type Simulation } from '@svc/testing';
import { type App, createApp } from './app.js';

let svc: Simulation;
let app: App;
let baseUrl: string;
let close: () => void;

before(async () => {
  svc = await createSimulation({ now: '2026-01-15T09:00:00Z' });
  // The application as in production, with the address, the key and the time of the simulation.
  app = createApp({ svc: svc.api, now: () => svc.now() });
  const server = app.express.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});

after(async () => {
  close();
  await svc.close();
});

async function send(method: 'POST' | 'DELETE', path: string, body: object, clickId = ''): Promise<void> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json', cookie: `svc_click_id=${clickId}` },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok);
  await app.untilReported();
}

test('a year of renewals earns the partner 30 % of each, except of the one that is refunded', async () => {
  const clickId = await svc.click('jane');
  await svc.advance({ hours: 3 });
  await send('POST', '/signup', { userId: 'user-1' }, clickId);
  for (let month = 1; month <= 12; month += 1) {
    await send('POST', '/invoices', { userId: 'user-1', invoiceId: `invoice-${month}` });
    await svc.advance({ months: 1 });
  }
  await send('DELETE', '/invoices/invoice-12', {});
  // The program pays for twelve months.
  await send('POST', '/invoices', { userId: 'user-1', invoiceId: 'invoice-13' });
  await svc.advance({ days: 30 });

  const { balances, commissions } = await svc.books();
  assert.equal(commissions.length, 12);
  assert.equal(commissions.at(-1)?.amountCents, 0);
  assert.equal(balances[0]?.payableCents, 11 * 1_470);
  assert.deepEqual((await svc.verify()).differences, []);
});
