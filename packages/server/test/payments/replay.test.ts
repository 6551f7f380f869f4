import { createMerchant, newId, type ProcessorEvent } from '@svc/stand-in';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { withTransaction } from '../../src/database/transaction.js';
import {
  findConnectSession,
  findKeyStarter,
  startConnectSession,
} from '../../src/payments/connect-sessions.js';
import { arrivedEvent } from '../../src/payments/event-row.js';
import { finishConnectSession } from '../../src/payments/finish-connect-session.js';
import { createProcessor } from '../../src/payments/processor.js';
import { clickOf, leadOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { uniqueName } from '../support/seed.js';
import type { RunningService } from '../support/service.js';
import { until } from '../support/service-process.js';
import {
  booksOf,
  deliver,
  deliverInOrder,
  fatesOf,
  makeDue,
  openMerchant,
  openShop,
  processorService,
  providers,
  type Shop,
  settled,
  startProcessorService,
  stripe,
} from './support.js';

/** Connects a shop's account as the processor's page does. */
async function connectLater(pool: Pool, shop: Shop): Promise<boolean> {
  const { workspaceId, account: accountId } = shop;
  const state = uniqueName('state');
  const starter = await findKeyStarter(pool, shop.apiKeyId);
  const expiresAtMs = Date.now() + 60_000;
  await withTransaction(pool, (client) =>
    startConnectSession(client, {
      provider: 'stripe',
      workspaceId,
      starter,
      state,
      pollToken: state,
      expiresAtMs,
    }),
  );
  const session = await findConnectSession(pool, state);
  if (session === null) throw new Error('no connect session');
  const account = { chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true };
  const { denied } = await finishConnectSession(pool, session, { accountId, livemode: true, ...account });
  return denied === null;
}

/** Events arrive in the same moment, to be processed together. */
async function acceptTogether(
  { processor }: Pick<RunningService, 'processor'>,
  events: readonly object[],
): Promise<void> {
  const acceptOne = (one: object) => {
    const body = JSON.stringify(one);
    const event = stripe.parse(body);
    if (event === null) throw new Error('no event');
    return processor.accept(
      arrivedEvent({ provider: 'stripe', connectionId: null }, event, body, Date.now()),
    );
  };
  await Promise.all(events.map(acceptOne));
}

describe.each(engines)('trying events of the card processor again on %s', (engine) => {
  const service = processorService(engine);

  describe('replay', () => {
    test('an event that was ignored counts when the lead is there, once', async () => {
      const { shop, merchant, arrive } = await openMerchant(service);
      const customerKey = uniqueName('late');
      const keys = { program_id: String(shop.programId), svc_customer_key: customerKey };
      merchant.buy({ mode: 'payment', amountCents: 5_000, metadata: keys });
      expect(await arrive()).toEqual([]);
      const cookie = await signInAs(service, shop.workspaceId, 'admin');
      const list = `/api/workspaces/${shop.workspaceId}/processor-events`;
      const { body } = await ask(service, list, { cookie });
      expect(body.data).toEqual([
        {
          id: expect.stringMatching(/^evt_/),
          type: 'checkout.session.completed',
          status: 'ignored',
          connection_id: expect.any(Number),
          reason_code: 'customer_unknown',
          reason_parameters: { is_tried_again: true },
          reason: expect.stringContaining('No customer of this workspace'),
          attempts: 1,
          received_at: expect.any(String),
        },
      ]);
      const click = await service.tracking.submit(clickOf(shop));
      if (click.kind === 'click')
        await service.tracking.submit(leadOf(shop, { clickId: click.clickId, customerKey }));
      const replay = `${list}/${body.data[0].id}/replay`;
      const answer = await ask(service, replay, { cookie, method: 'POST' });
      expect([answer.status, answer.body.status]).toEqual([200, 'processed']);
      expect(await booksOf(service.pool, shop.workspaceId)).toHaveLength(1);
      const again = await ask(service, replay, { cookie, method: 'POST' });
      expect([again.status, again.body]).toEqual([
        409,
        { error: 'Only events that failed or were ignored can be replayed' },
      ]);
    });

    test('is for owners and admins of the workspace, 404 for all others and for what does not exist', async () => {
      const { shop, events, merchant, arrive } = await openMerchant(service);
      merchant.buy({ mode: 'payment', amountCents: 5_000, metadata: {} });
      const [event] = events;
      await arrive();
      const path = `/api/workspaces/${shop.workspaceId}/processor-events/${event?.id}/replay`;
      const other = await openShop(service);
      const stranger = await signInAs(service, other.workspaceId, 'owner');
      for (const cookie of [await signInAs(service, shop.workspaceId, 'member'), stranger]) {
        expect((await ask(service, path, { cookie, method: 'POST' })).status).toBe(404);
      }
      const elsewhere = `/api/workspaces/${other.workspaceId}/processor-events/${event?.id}/replay`;
      expect((await ask(service, elsewhere, { cookie: stranger, method: 'POST' })).status).toBe(404);
      expect((await ask(service, path, { method: 'POST' })).status).toBe(401);
    });
  });

  test('events that failed for a fault of ours are tried again, and then count', async () => {
    const { shop, merchant, metadata, events } = await openMerchant(service);
    merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    await service.pool.query('alter table customers rename to elsewhere');
    await deliver(service, events[0] ?? {});
    for (let fate = ''; !fate.includes('tried again'); )
      fate = (await fatesOf(service.pool, shop.account))[events[0]?.id ?? ''] ?? '';
    await service.pool.query('alter table elsewhere rename to customers');
    await makeDue(service.pool, shop.account);
    await service.processor.processDue();
    await settled(service, shop.account);
    expect(await booksOf(service.pool, shop.workspaceId)).toHaveLength(1);
  });

  test.each(['toString', 'constructor'])(
    'an event of type %s is ignored, and what arrives with it counts',
    async (type) => {
      const { shop, merchant, metadata, events } = await openMerchant(service);
      merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
      await acceptTogether(service, [{ ...events[0], id: newId('evt'), type }, events[0] ?? {}]);
      await settled(service, shop.account);
      expect(await booksOf(service.pool, shop.workspaceId)).toHaveLength(1);
      expect(Object.values(await fatesOf(service.pool, shop.account))[0]).toBe(
        `ignored: Events of type ${type} are not about money.`,
      );
    },
  );

  test('an event that cannot be read is tried again and given up in the end; what arrives with it counts at once', async () => {
    const { shop, merchant, metadata, events } = await openMerchant(service);
    merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    // More names than a function takes.
    const invoice = { id: newId('in'), payments: { data: new Array(200_000).fill({}) } };
    const odd = { ...events[0], id: newId('evt'), type: 'invoice.paid', data: { object: invoice } };
    await acceptTogether(service, [odd, events[0] ?? {}]);
    const fate = async () => (await fatesOf(service.pool, shop.account))[odd.id] ?? '';
    await until(async () => (await fate()).startsWith('waiting: It could not be recorded yet'));
    expect(await booksOf(service.pool, shop.workspaceId)).toHaveLength(1);
    await service.pool.query(
      `update work_items d set attempts = 19, due_at = now() from processor_events e
        where e.id = d.key and e.event_id = $1`,
      [odd.id],
    );
    await service.processor.processDue();
    expect(await fate()).toMatch(/^failed: It failed 20 times because of an error in the service/);
    await settled(service, shop.account);
  });

  test('events of a restricted account count', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    await service.pool.query(`update payment_connections set status = 'restricted' where workspace_id = $1`, [
      shop.workspaceId,
    ]);
    merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    expect(await arrive()).toHaveLength(1);
  });

  test.each([
    ['before its account is connected', 'recorded'],
    ['and is processed while its account is being connected', 'read'],
  ] as const)('an event that arrives %s can be replayed afterwards', async (_when, connectedAt) => {
    const { shop, merchant, metadata, events } = await openMerchant(service);
    const { pool, tracking } = service;
    await pool.query('delete from payment_connections where workspace_id = $1', [shop.workspaceId]);
    merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    let isConnected = false;
    const processor = createProcessor({
      pool,
      providers,
      tracking,
      logger: pino({ level: 'silent' }),
      testEvents: 'test',
      now: systemNow,
      atStep: async (step) => {
        if (step === connectedAt && !isConnected) isConnected = await connectLater(pool, shop);
      },
    });
    await acceptTogether({ processor }, events.slice(0, 1));
    await processor.processDue();
    await processor.close();
    expect(isConnected).toBe(true);
    expect(await booksOf(pool, shop.workspaceId)).toEqual([]);
    const cookie = await signInAs(service, shop.workspaceId, 'admin');
    const list = `/api/workspaces/${shop.workspaceId}/processor-events`;
    expect((await ask(service, list, { cookie })).body.data).toMatchObject([
      { id: events[0]?.id, status: 'ignored' },
    ]);
    const answer = await ask(service, `${list}/${events[0]?.id}/replay`, { cookie, method: 'POST' });
    expect([answer.status, answer.body.status]).toEqual([200, 'processed']);
    expect(await booksOf(pool, shop.workspaceId)).toHaveLength(1);
  });
});

test('PROCESSOR_TEST_EVENTS=live makes test events real', async () => {
  const service = await startProcessorService('embedded', { testEvents: 'live' });
  const shop = await openShop(service);
  const events: ProcessorEvent[] = [];
  const merchant = createMerchant({
    account: shop.account,
    layout: '2023-10-16',
    livemode: false,
    emit: (one) => events.push(one),
  });
  const metadata = { program_id: String(shop.programId), svc_customer_key: shop.customerKey };
  merchant.buy({ mode: 'payment', amountCents: 5_000, currency: 'jpy', metadata });
  await deliverInOrder(service, shop.account, events);
  expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([
    { test: false, amount: 5_000, currency: 'JPY', commission: '1000 pending' },
  ]);
  await service.close();
});
