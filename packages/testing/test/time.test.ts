import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@svc/node';
import { afterEach, expect, test } from 'vitest';
import { createSimulation, type Simulation, type SimulationOptions } from '../src/index.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function simulate(options: Pick<SimulationOptions, 'provision'> = {}): Promise<Simulation> {
  const svc = await createSimulation({ now: '2031-02-10T08:00:00Z', ...options });
  closers.push(() => svc.close());
  return svc;
}

/** Receives webhooks: answers with `status`, and keeps what it got. */
async function startReceiver() {
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const receiver = { url: '', status: 500, received };
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    received.push({ headers: request.headers, body });
    response.writeHead(receiver.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return receiver;
}

/** The session of somebody, as a cookie. */
async function signIn(
  { baseUrl }: Simulation,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

test('a webhook that fails is retried by its schedule, signed with the simulated time, and its log is removed after 30 days', async () => {
  const svc = await simulate();
  const receiver = await startReceiver();
  const path = { workspaceId: svc.workspaceId };
  const { webhook, secret } = await svc.management.post('/api/workspaces/{workspaceId}/webhooks', {
    path,
    body: { url: receiver.url, types: ['lead.created'] },
  });
  const readLog = async () => {
    const { data } = await svc.management.get('/api/workspaces/{workspaceId}/webhooks/{id}/deliveries', {
      path: { ...path, id: webhook.id },
      query: {},
    });
    return data;
  };
  await svc.api.trackLead({ customerExternalId: 'user-1', clickId: await svc.click('jane') });
  await svc.settle();
  expect(receiver.received).toHaveLength(1);
  // 5 seconds, 5 and 30 minutes after the attempt before, and up to a tenth more.
  await svc.advance({ minutes: 40 });
  expect(receiver.received).toHaveLength(4);
  receiver.status = 200;
  await svc.advance({ hours: 3 });
  expect(receiver.received).toHaveLength(5);
  expect(await readLog()).toMatchObject([{ status: 'delivered', attempts: 5, last_status: 200 }]);

  const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']) * 1000);
  const pauses = times.slice(1).map((atMs, index) => (atMs - (times[index] ?? 0)) / 1000);
  for (const [index, seconds] of [5, 300, 1_800, 7_200].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(seconds - 1);
    expect(pauses[index]).toBeLessThanOrEqual(seconds * 1.1 + 1);
  }
  const [first] = receiver.received;
  const toleranceSeconds = Number.POSITIVE_INFINITY;
  const event = await verifyWebhook(String(first?.body), first?.headers ?? {}, secret, { toleranceSeconds });
  expect(event).toMatchObject({ type: 'lead.created', created_at: '2031-02-10T08:00:00.000Z' });

  await svc.advance({ days: 29 });
  expect(await readLog()).toHaveLength(1);
  await svc.advance({ days: 1 });
  expect(await readLog()).toEqual([]);
});

test('somebody who signs in stays signed in while they use it, and not for 12 hours without', async () => {
  const person = { email: 'ann@acme.test', name: 'Ann', password: 'correct-horse-battery', role: 'admin' };
  const program = { name: 'Acme', domain: 'acme.test', currency: 'USD', partners: [] };
  const commission = { type: 'percent', basis_points: 1000, duration_months: null };
  const svc = await simulate({
    provision: { workspaces: [{ name: 'Acme', members: [person], programs: [{ ...program, commission }] }] },
  });
  const cookie = await signIn(svc, person);
  const readMe = async () => (await fetch(`${svc.baseUrl}/api/me`, { headers: { cookie } })).status;
  for (let hours = 0; hours < 24; hours += 8) {
    expect(await readMe(), `after ${hours} hours`).toBe(200);
    await svc.advance({ hours: 8 });
  }
  expect(await readMe()).toBe(200);
  await svc.advance({ hours: 12, minutes: 1 });
  expect(await readMe()).toBe(401);
});

test('a response is repeated for its idempotency key for 24 hours, and then forgotten', async () => {
  const svc = await simulate();
  const createKey = async () => {
    const { key } = await svc.management.post(
      '/api/programs/{programId}/keys',
      { path: { programId: svc.programId }, body: { name: 'shop' } },
      { idempotencyKey: 'key of the shop' },
    );
    return key.id;
  };
  const id = await createKey();
  await svc.advance({ hours: 23, minutes: 59 });
  expect(await createKey()).toBe(id);
  await svc.advance({ minutes: 2 });
  expect(await createKey()).not.toBe(id);
});

const ANN = { email: 'ann@acme.test', name: 'Ann', password: 'correct-horse-battery' };
const JANE = {
  email: 'jane@blog.test',
  name: 'Jane',
  status: 'approved',
  links: [{ short_link: 'jane', destination_url: 'https://acme.test/' }],
};
const PROGRAM = {
  name: 'Acme Partners',
  domain: 'acme.test',
  currency: 'USD',
  allowed_origins: ['https://acme.test'],
  commission: { type: 'percent', basis_points: 1000, duration_months: null },
  partners: [JANE],
};

test('a team is told of its week on Monday at eight, also where the time leaps over it', async () => {
  const person = { ...ANN, role: 'viewer' };
  const svc = await simulate({
    provision: { workspaces: [{ name: 'Acme', members: [person], programs: [PROGRAM] }] },
  });
  const digests = () => svc.mails.filter(({ subject }) => subject.startsWith('Week of '));
  await svc.click('jane');
  await svc.advanceTo('2031-02-17T07:59:59Z');
  expect(digests()).toEqual([]);
  await svc.advanceTo('2031-02-17T08:00:00Z');
  expect(digests()).toMatchObject([
    { to: person.email, text: expect.stringMatching(/^1 click and 0 sales /m) },
  ]);
  await svc.click('jane');
  // Two weeks at once, of which the second was quiet.
  await svc.advance({ days: 14 });
  expect(digests()).toHaveLength(2);
});

test('a schedule prepares a payout run on its day at eight, also where the time leaps over it', async () => {
  const program = { ...PROGRAM, hold_days: 0, payout_schedule: { every: 'month', day: 20 } };
  // The partner has an account, and says where to be paid.
  const jane = { email: JANE.email, name: JANE.name, password: ANN.password, role: 'viewer' };
  const members = [{ ...ANN, role: 'owner' }, jane];
  const svc = await simulate({ provision: { workspaces: [{ name: 'Acme', members, programs: [program] }] } });
  const details = { method: 'paypal', account_name: 'Jane', details: JANE.email, country: null };
  const saved = await fetch(`${svc.baseUrl}/api/partner/programs/1/payout-details`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      origin: svc.baseUrl,
      cookie: await signIn(svc, jane),
    },
    body: JSON.stringify(details),
  });
  expect(saved.status).toBe(200);
  const ready = () => svc.mails.filter(({ subject }) => subject.startsWith('A payout is ready in '));
  const sell = async (order: string) => {
    const customer = { customerExternalId: `customer of ${order}` };
    await svc.api.trackLead({ ...customer, clickId: await svc.click('jane') });
    await svc.api.trackSale({ ...customer, invoiceId: order, amount: 10_000 });
  };
  await sell('order-1');
  await svc.advanceTo('2031-02-20T07:59:59Z');
  expect(ready()).toEqual([]);
  await svc.advanceTo('2031-02-20T08:00:00Z');
  expect(ready()).toMatchObject([{ to: ANN.email, text: expect.stringContaining('No money has been sent') }]);
  await sell('order-2');
  // Two dates at once, on the second of which nothing was due.
  await svc.advance({ days: 70 });
  expect(ready()).toHaveLength(2);
});
