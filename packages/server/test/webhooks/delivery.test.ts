import { Webhook } from 'standardwebhooks';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { outgoingRules } from '../../src/net/outgoing.js';
import { engines } from '../support/engines.js';
import { ask, sale, signInAs } from '../support/management.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { SHORT_TIMES, startDelivering } from './delivering.js';
import { type Behavior, type Receiver, startReceiver } from './receiver.js';

const TYPES = ['lead.created', 'sale.created', 'commission.created'];

describe.each(engines)('deliveries on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { webhookRules: outgoingRules(true) }));
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  let program: SeededProgram;
  let cookie = '';
  beforeAll(async () => {
    program = await seedProgram(service.pool);
    cookie = await signInAs(service, program.workspaceId, 'owner');
  });

  const send = (method: string, path = '', body?: unknown) =>
    ask(service, `/api/workspaces/${program.workspaceId}/webhooks${path}`, { method, cookie, body });

  function deliver(times: Parameters<typeof startDelivering>[1] = SHORT_TIMES): void {
    const delivering = startDelivering(service, times);
    closers.push(() => delivering.stop());
  }

  /** A receiver with a webhook that goes to it; after the test, there is neither. */
  async function listen(behavior?: Behavior, more: object = {}) {
    const receiver = await startReceiver(behavior);
    const made = await send('POST', '', { url: receiver.url, ...more });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const id: number = made.body.webhook.id;
    closers.push(async () => {
      await send('DELETE', `/${id}`);
      await receiver.close();
    });
    const deliveries = async (query = '') => (await send('GET', `/${id}/deliveries${query}`)).body.data;
    const read = async () => (await send('GET', `/${id}`)).body;
    return { receiver, id, secret: made.body.secret as string, deliveries, read };
  }

  const typesAt = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body).type);
  const eventually = (check: () => void | Promise<void>) =>
    vi.waitFor(check, { timeout: 30_000, interval: 20 });

  test('an event arrives signed, with its id, and what came of it is listed', async () => {
    deliver();
    const { receiver, secret, deliveries, read } = await listen();
    await sale(service, program);
    await eventually(() => expect(typesAt(receiver)).toEqual(TYPES));
    for (const { headers, body, id } of receiver.received) {
      const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string };
      expect(event.id).toBe(id);
      expect(event).toMatchObject({
        workspace_id: program.workspaceId,
        program_id: program.programId,
        test_mode: false,
      });
      expect(headers['content-type']).toBe('application/json');
    }
    const sequences = receiver.received.map(({ body }) => JSON.parse(body).sequence);
    await eventually(async () => expect((await read()).last_sequence).toBe(sequences.at(-1)));
    await eventually(async () => {
      const listed = await deliveries();
      expect(listed.map(({ type }: { type: string }) => type)).toEqual(TYPES.toReversed());
      expect(listed[0]).toEqual({
        id: expect.any(Number),
        event_id: receiver.received.at(-1)?.id,
        sequence: sequences.at(-1),
        type: 'commission.created',
        status: 'delivered',
        attempts: 1,
        last_status: 204,
        last_error: null,
        next_attempt_at: null,
        delivered_at: expect.any(String),
        created_at: expect.any(String),
      });
    });
  });

  test('only events from its creation on, of its types and its program', async () => {
    await sale(service, program);
    const { receiver } = await listen(undefined, { types: ['sale.created'], program_id: program.programId });
    const other = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    await sale(service, other);
    const { transactionId } = await sale(service, program);
    deliver();
    const last = await listen();
    await sale(service, other);
    await eventually(() => expect(last.receiver.received).toHaveLength(3));
    await eventually(() => expect(typesAt(receiver)).toEqual(['sale.created']));
    expect(receiver.received[0]?.body).toContain(`"program_id":${program.programId}`);
    expect(transactionId).toEqual(expect.any(String));
  });

  test('what fails is tried again by the schedule with the same id, and does not hold up what follows', async () => {
    deliver();
    const failures = new Map<string, number>();
    const { receiver, deliveries } = await listen(({ id, body }) => {
      if (JSON.parse(body).type !== 'lead.created') return 200;
      failures.set(id, (failures.get(id) ?? 0) + 1);
      return failures.get(id) === 3 ? 200 : 503;
    });
    await sale(service, program);
    await eventually(async () => {
      const [, , first] = await deliveries();
      expect(first).toMatchObject({ type: 'lead.created', status: 'delivered', attempts: 3 });
    });
    expect(new Set(failures.values())).toEqual(new Set([3]));
    expect(typesAt(receiver).slice(0, 3)).toEqual(TYPES);
    const times = receiver.received.filter(({ body }) => JSON.parse(body).type === 'lead.created');
    expect(new Set(times.map(({ id }) => id)).size).toBe(1);
  });

  test('after the last retry a delivery has failed, and can be sent again', async () => {
    deliver();
    const { receiver, id, deliveries } = await listen(() => 500);
    await sale(service, program);
    await eventually(async () => expect(await deliveries('?status=failed')).toHaveLength(3));
    const [failed] = await deliveries('?status=failed');
    expect(failed).toMatchObject({
      attempts: 4,
      last_status: 500,
      last_error: 'HTTP 500',
      next_attempt_at: null,
    });
    expect(await deliveries('?status=delivered')).toEqual([]);
    receiver.behave(() => 200);
    const resent = await send('POST', `/${id}/deliveries/${failed.id}/resend`, {});
    expect(resent.body).toMatchObject({
      id: failed.id,
      event_id: failed.event_id,
      status: 'pending',
      attempts: 0,
    });
    await eventually(async () => expect(await deliveries('?status=delivered')).toHaveLength(1));
    expect(receiver.received.at(-1)?.id).toBe(failed.event_id);
    expect((await send('POST', `/${id}/deliveries/999999999/resend`, {})).status).toBe(404);
  });

  test('a replay sends all events after a number again, in order and with the same ids', async () => {
    deliver();
    const { receiver, id, read } = await listen();
    await sale(service, program);
    await eventually(() => expect(receiver.received).toHaveLength(3));
    const { last_sequence: last } = await read();
    await sale(service, program);
    await eventually(() => expect(receiver.received).toHaveLength(6));
    const before = receiver.received.map((request) => request.id);
    expect((await send('POST', `/${id}/replay`, { after: last - 3 })).body.last_sequence).toBe(last - 3);
    await eventually(() => expect(receiver.received).toHaveLength(12));
    expect(receiver.received.slice(6).map((request) => request.id)).toEqual(before);
    await send('POST', `/${id}/replay`, { after: 0 });
    await eventually(async () => expect((await read()).last_sequence).toBe(last + 3));
    await eventually(() => {
      const sequences = receiver.received.slice(12).map(({ body }) => JSON.parse(body).sequence);
      expect(sequences).toEqual(Array.from({ length: last + 3 }, (_, index) => index + 1));
    });
  });

  test('a test reaches the webhook alone', async () => {
    deliver();
    const { receiver, id, deliveries } = await listen(undefined, { types: ['sale.created'] });
    const made = await send('POST', `/${id}/test`, {});
    expect(made.body).toMatchObject({ type: 'webhook.test', status: 'pending', sequence: null });
    await eventually(() => expect(typesAt(receiver)).toEqual(['webhook.test']));
    expect(receiver.received[0]?.id).toBe(made.body.event_id);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      sequence: 0,
      test_mode: true,
      data: {},
    });
    await eventually(async () => expect((await deliveries())[0].status).toBe('delivered'));
  });

  test('after a rotation both secrets sign, until the old one is over', async () => {
    deliver();
    const { receiver, id, secret } = await listen();
    const rotated = (await send('POST', `/${id}/rotate-secret`, {})).body.secret;
    await send('POST', `/${id}/test`, {});
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const verify = (key: string, at: number) => {
      const { body, headers } = receiver.received[at] ?? { body: '', headers: {} };
      return new Webhook(key).verify(body, headers as Record<string, string>);
    };
    for (const key of [secret, rotated]) expect(verify(key, 0)).toMatchObject({ type: 'webhook.test' });
    await service.pool.query('update webhooks set previous_secret_until = now() where id = $1', [id]);
    await send('POST', `/${id}/test`, {});
    await eventually(() => expect(receiver.received).toHaveLength(2));
    expect(verify(rotated, 1)).toMatchObject({ type: 'webhook.test' });
    expect(() => verify(secret, 1)).toThrow('No matching signature');
  });

  test('410 disables the webhook and tells the owners; enabled again, it gets what it missed', async () => {
    deliver();
    const { receiver, id, read, deliveries } = await listen(() => 410);
    const mails = service.mails.length;
    await sale(service, program);
    await eventually(async () =>
      expect(await read()).toMatchObject({ status: 'disabled', disabled_reason: 'gone' }),
    );
    await eventually(() => expect(service.mails.length).toBe(mails + 1));
    expect(service.mails.at(-1)?.text).toContain(`/w/${program.workspaceId}/webhooks/${id}`);
    expect(service.mails.at(-1)?.text).toContain('410');
    expect(await deliveries('?status=failed')).toHaveLength(1);
    const { rows } = await service.pool.query(
      `select user_email, after from audit_entries where action = 'webhook.disable' and target_id = $1`,
      [String(id)],
    );
    expect(rows).toMatchObject([{ user_email: 'webhook delivery', after: { disabled_reason: 'gone' } }]);
    await sale(service, program);
    receiver.behave(() => 200);
    await send('PATCH', `/${id}`, { status: 'enabled' });
    await eventually(async () => expect(await deliveries('?status=delivered')).toHaveLength(5));
  });

  test('nothing but failures for too long disables the webhook and tells the owners', async () => {
    deliver({ ...SHORT_TIMES, disableAfterMs: 300, retryPausesMs: Array.from({ length: 50 }, () => 50) });
    const { read } = await listen(() => 500);
    await sale(service, program);
    await eventually(async () =>
      expect(await read()).toMatchObject({ status: 'disabled', disabled_reason: 'failing' }),
    );
    await eventually(() => expect(service.mails.at(-1)?.text).toContain('five days'));
  });

  test('receivers that hang, never end or answer slowly delay no other, and no connection is left', async () => {
    deliver({ ...SHORT_TIMES, timeoutMs: 2_000 });
    const hanging = await listen(() => null);
    const endless = await listen((_received, response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write('x'.repeat(16_384)), 1);
      response.on('close', () => clearInterval(more));
      return null;
    });
    const trickling = await listen((_received, response) => {
      response.writeHead(500);
      const more = setInterval(() => response.write('x'), 100);
      response.on('close', () => clearInterval(more));
      return null;
    });
    const good = await listen();
    for (let count = 0; count < 5; count += 1) await sale(service, program);
    await eventually(() => expect(good.receiver.received).toHaveLength(15));
    expect(hanging.receiver.received.length).toBeLessThan(15);
    await eventually(async () => expect(await endless.deliveries('?status=delivered')).toHaveLength(15));
    await eventually(async () => {
      expect((await trickling.deliveries()).at(-1)).toMatchObject({
        last_status: 500,
        last_error: 'HTTP 500',
      });
      const hung = (await hanging.deliveries()).at(-1);
      expect(hung).toMatchObject({ last_status: null, last_error: 'No answer within 2 s' });
    });
    expect(hanging.receiver.connections()).toBeLessThanOrEqual(5);
    expect(endless.receiver.connections()).toBeLessThanOrEqual(5);
  });

  test('redirects are not followed, and what cannot be reached is said', async () => {
    deliver();
    const target = await startReceiver();
    closers.push(() => target.close());
    const redirecting = await listen((_received, response) => {
      response.writeHead(302, { location: target.url }).end();
      return null;
    });
    const closed = await listen();
    await closed.receiver.close();
    await sale(service, program);
    await eventually(async () => {
      const [answered] = await redirecting.deliveries('?status=failed');
      expect(answered).toMatchObject({
        last_status: 302,
        last_error: 'HTTP 302: redirects are not followed',
      });
      const [refused] = await closed.deliveries('?status=failed');
      expect(refused).toMatchObject({ last_status: null, last_error: 'The connection was refused' });
    });
    expect(target.received).toEqual([]);
  });

  test('deliveries are removed 30 days after they arrived, 90 after they failed, and with their webhook', async () => {
    const { removeOldDeliveries } = await import('../../src/features/webhooks/remove-old-deliveries.js');
    const { id } = await listen();
    const gone = await listen();
    const insert = (webhookId: number, status: string, column: string, days: number) =>
      service.pool.query(
        `insert into webhook_deliveries (webhook_id, type, status, next_attempt_at, ${column})
         values ($1, 'webhook.test', $2, null, now() - $3 * interval '1 day')`,
        [webhookId, status, days],
      );
    for (const days of [29, 31]) await insert(id, 'delivered', 'delivered_at', days);
    for (const days of [89, 91]) await insert(id, 'failed', 'failed_at', days);
    await insert(gone.id, 'delivered', 'delivered_at', 1);
    await send('DELETE', `/${gone.id}`);
    while ((await removeOldDeliveries(service.pool, 1)) > 0);
    const { rows } = await service.pool.query(
      `select round(extract(epoch from now() - coalesce(delivered_at, failed_at)) / 86400)::int as days
         from webhook_deliveries where webhook_id = any($1) order by days`,
      [[id, gone.id]],
    );
    expect(rows.map(({ days }) => days)).toEqual([29, 89]);
    const { rowCount } = await service.pool.query('select 1 from webhooks where id = $1', [gone.id]);
    expect(rowCount).toBe(0);
  });
});
