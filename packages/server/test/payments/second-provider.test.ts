import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { parcelHeaders, parcelPay } from './parcel-pay.js';
import {
  booksOf,
  deliverInOrder,
  differences,
  fatesOf,
  openShop,
  SECRET,
  type Shop,
  settled,
  uniqueSuffix,
} from './support.js';

const PATH = '/webhooks/parcelpay';
const PARCEL_SECRET = 'a secret of the second provider';

describe.each(engines)('a second payment provider on %s', (engine) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(engine, {
      processor: { webhookSecrets: [SECRET] },
      webhooks: [{ path: PATH, provider: parcelPay, secrets: [PARCEL_SECRET] }],
    });
  });
  afterAll(async () => {
    expect(await differences(service.pool)).toEqual([]);
    await service.close();
  });

  async function postMessage(message: object, secret = PARCEL_SECRET): Promise<number> {
    const body = JSON.stringify(message);
    const headers = { 'content-type': 'application/json', ...parcelHeaders(body, secret) };
    return (await fetch(`${service.baseUrl}${PATH}`, { method: 'POST', headers, body })).status;
  }

  /** A message about an order, delivered and processed. */
  async function deliverParcel(shop: Shop, topic: string, order: string, fields: object): Promise<void> {
    const message = {
      message: uniqueName('msg'),
      topic,
      order,
      merchant: shop.account,
      at: new Date(),
      ...fields,
    };
    expect(await postMessage(message)).toBe(200);
    await settled(service, shop.account);
  }

  /** Moves a shop's account to the second provider. */
  async function connectParcelPay(shop: Shop): Promise<void> {
    await service.pool.query(
      `update payment_connections set provider = 'parcelpay' where workspace_id = $1`,
      [shop.workspaceId],
    );
  }

  async function openParcelPay() {
    const shop = await openShop(service);
    await connectParcelPay(shop);
    const note = { program_id: String(shop.programId), svc_customer_key: shop.customerKey };
    return { shop, note, order: uniqueName('order') };
  }

  const books = async ({ workspaceId }: Shop) =>
    (await booksOf(service.pool, workspaceId)).map(({ id, amount, refunded, commission }) => [
      id,
      amount,
      refunded,
      commission,
    ]);

  test('records sales, refunds and disputes from its own webhook', async () => {
    const { shop, note, order } = await openParcelPay();
    const id = `parcelpay:${order}`;
    await deliverParcel(shop, 'order/paid', order, { money: '100.00 USD', note });
    expect(await books(shop)).toEqual([[id, 10_000, 0, '2000 pending']]);
    await deliverParcel(shop, 'order/returned', order, { money: '40.00 USD', return: 'r1' });
    expect(await books(shop)).toEqual([[id, 10_000, 4_000, '1200 pending']]);
    await deliverParcel(shop, 'order/contested', order, { money: '60.00 USD', return: 'd1' });
    expect(await books(shop)).toEqual([[id, 10_000, 4_000, '1200 held']]);
    await deliverParcel(shop, 'order/kept', order, {
      money: '60.00 USD',
      return: 'd1',
      at: new Date(Date.now() + 1000),
    });
    expect(await books(shop)).toEqual([[id, 10_000, 4_000, '1200 pending']]);
    // Delivered again under another id, it counts once.
    await deliverParcel(shop, 'order/paid', order, { money: '100.00 USD', note });
    await deliverParcel(shop, 'order/returned', order, { money: '40.00 USD', return: 'r1' });
    expect(await books(shop)).toEqual([[id, 10_000, 4_000, '1200 pending']]);
  });

  test('applies a refund that arrives before its sale', async () => {
    const { shop, note, order } = await openParcelPay();
    await deliverParcel(shop, 'order/returned', order, { money: '10.00 USD', return: 'r2' });
    await deliverParcel(shop, 'order/paid', order, { money: '50.00 USD', note });
    expect(await books(shop)).toEqual([[`parcelpay:${order}`, 5_000, 1_000, '800 pending']]);
  });

  test('refuses what is not signed in its own way, and takes no event of another endpoint', async () => {
    const message = { message: 'msg', topic: 'order/paid' };
    expect(await postMessage(message, SECRET)).toBe(400);
    const body = JSON.stringify(message);
    const stripe = await fetch(`${service.baseUrl}/webhooks/processor`, {
      method: 'POST',
      headers: parcelHeaders(body, SECRET),
      body,
    });
    expect(stripe.status).toBe(400);
  });

  test('may use the event, account and payment ids of Stripe, in the same workspace', async () => {
    const shop = await openShop(service);
    const suffix = uniqueSuffix();
    const ids = { event: `evt_${suffix}`, payment: `pi_${suffix}`, refund: `re_${suffix}` };
    const metadata = { program_id: String(shop.programId), svc_customer_key: shop.customerKey };
    const stripeEvent = (id: string, type: string, object: object) => ({
      id,
      object: 'event',
      type,
      account: shop.account,
      created: Math.floor(Date.now() / 1000),
      livemode: true,
      data: { object },
    });
    await deliverInOrder(service, shop.account, [
      stripeEvent(ids.event, 'checkout.session.completed', {
        id: `cs_${suffix}`,
        mode: 'payment',
        payment_status: 'paid',
        payment_intent: ids.payment,
        amount_total: 10_000,
        currency: 'usd',
        metadata,
      }),
      stripeEvent(`${ids.event}b`, 'refund.created', {
        id: ids.refund,
        payment_intent: ids.payment,
        amount: 1_000,
        currency: 'usd',
        status: 'succeeded',
      }),
    ]);
    // The workspace takes its money through the second provider from now on, which gives its account the same id.
    await connectParcelPay(shop);
    await deliverParcel(shop, 'order/paid', ids.payment, {
      message: ids.event,
      money: '30.00 USD',
      note: metadata,
    });
    await deliverParcel(shop, 'order/returned', ids.payment, {
      message: `${ids.event}b`,
      money: '5.00 USD',
      return: ids.refund,
    });
    expect(await books(shop)).toEqual([
      [`parcelpay:${ids.payment}`, 3_000, 500, '500 pending'],
      [ids.payment, 10_000, 1_000, '1800 pending'],
    ]);
    expect(Object.keys(await fatesOf(service.pool, shop.account)).toSorted()).toEqual([
      ids.event,
      `${ids.event}b`,
    ]);
  });

  test('says in its own words which payments lack our metadata', async () => {
    const { shop, order } = await openParcelPay();
    await deliverParcel(shop, 'order/paid', order, { money: '10.00 USD' });
    const cookie = await signInAs(service, shop.workspaceId, 'viewer');
    const path = `/api/workspaces/${shop.workspaceId}/processor-coverage`;
    const { kinds } = (await ask(service, path, { cookie })).body;
    expect(kinds).toMatchObject([{ kind: 'checkout', advice: 'Put the keys into the note of the order.' }]);
  });
});
