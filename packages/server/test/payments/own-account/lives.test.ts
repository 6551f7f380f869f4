import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clickOf } from '../../support/commands.js';
import { engines } from '../../support/engines.js';
import { ask } from '../../support/management.js';
import { booksOf, differences, sign } from '../support.js';
import { type Company, connect, openCompany, type Place, processed, runWork, startPlace } from './support.js';

const FOLDER = new URL('./samples/', import.meta.url);
const SAMPLES = readdirSync(FOLDER).toSorted();

describe.each(engines)('payments of an own account on %s', (engine) => {
  let place: Place;
  let company: Company;

  beforeAll(async () => {
    place = await startPlace(engine);
  });
  beforeEach(async () => {
    place.aheadMs = 0;
    company = await openCompany(place);
  });
  afterAll(async () => {
    expect(await differences(place.service.pool)).toEqual([]);
    await place.close();
  });

  const createKey = (mode: 'live' | 'test' = 'live') =>
    place.standIn.createKey({ account: company.account, mode });
  const merchant = () => place.standIn.merchant(company.account, 'live');
  const books = () => booksOf(place.service.pool, company.workspaceId);
  const creditedBy = async () => {
    const { rows } = await place.service.pool.query<{ credited_by: string }>(
      'select credited_by from sales where workspace_id = $1 order by id',
      [company.workspaceId],
    );
    return rows.map(({ credited_by }) => credited_by);
  };

  async function click(): Promise<string> {
    const outcome = await place.service.tracking.submit(clickOf(company));
    if (outcome.kind !== 'click') throw new Error('the click was refused');
    return outcome.clickId;
  }

  /** A visitor pays on a Payment Link, to which the page attached the click. */
  async function pay(url: string, reference?: string): Promise<void> {
    const query = reference === undefined ? '' : `?client_reference_id=${reference}`;
    await fetch(`${url}${query}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=visitor%40example.com',
    });
    await processed(place);
  }

  test('a Payment Link with the click of the page is a sale of its partner, and so are renewals without metadata', async () => {
    await connect(place, company, createKey());
    const { account } = company;
    const link = place.standIn.createPaymentLink({
      account,
      mode: 'live',
      amountCents: 2_900,
      type: 'subscription',
    });
    await pay(link.url, await click());
    const [bought] = merchant().paid;
    if (bought === undefined) throw new Error('nothing was bought');
    merchant().renew(bought.payment, 2_900);
    await processed(place);
    expect(await books()).toMatchObject([
      { amount: 2_900, commission: '580 pending' },
      { amount: 2_900, commission: '580 pending' },
    ]);
    expect(await creditedBy()).toEqual(['client_reference', 'subscription']);
    merchant().refund(bought, 2_900);
    await processed(place);
    expect((await books()).map(({ commission }) => commission).toSorted()).toEqual([
      '0 reversed',
      '580 pending',
    ]);
  });

  test('a trial that is longer than the window of its click still earns', async () => {
    await connect(place, company, createKey());
    const { account } = company;
    const link = place.standIn.createPaymentLink({
      account,
      mode: 'live',
      amountCents: 2_900,
      type: 'subscription',
      trialDays: 14,
    });
    await pay(link.url, await click());
    expect(await books()).toEqual([]);
    const trial = merchant().trials[0]?.payment;
    if (trial === undefined) throw new Error('no trial began');
    place.aheadMs = 400 * 86_400_000;
    merchant().renew(trial, 2_900);
    await processed(place);
    expect(await books()).toMatchObject([{ amount: 2_900, commission: '580 pending' }]);
    expect(await creditedBy()).toEqual(['subscription']);
  });

  test('a payment that nothing leads to is no sale, and one of a customer known by metadata is', async () => {
    await connect(place, company, createKey());
    merchant().buy({ mode: 'payment', amountCents: 700, metadata: {} });
    merchant().buy({
      mode: 'payment',
      amountCents: 800,
      metadata: { svc_click_id: await click(), svc_customer_key: 'ann', program_id: 'not a number' },
    });
    await processed(place);
    expect(await books()).toMatchObject([{ amount: 800 }]);
    expect(await creditedBy()).toEqual(['metadata']);
  });

  test('payments with a key of test mode are test sales', async () => {
    const { body } = await connect(place, company, createKey('test'));
    expect(body.mode).toBe('test');
    const link = place.standIn.createPaymentLink({
      account: company.account,
      mode: 'test',
      amountCents: 500,
    });
    await pay(link.url, await click());
    expect(await books()).toMatchObject([{ amount: 500, test: true, commission: null }]);
  });

  test('what was lost on the way is fetched, once', async () => {
    const { body } = await connect(place, company, createKey());
    const endpoint = place.standIn.endpoints.all.find(({ url }) => url === body.webhook.url);
    if (endpoint === undefined) throw new Error('there is no endpoint');
    endpoint.isEnabled = false;
    const link = place.standIn.createPaymentLink({
      account: company.account,
      mode: 'live',
      amountCents: 500,
    });
    await pay(link.url, await click());
    endpoint.isEnabled = true;
    await pay(link.url, await click());
    expect(await books()).toHaveLength(1);
    await runWork(place);
    await processed(place);
    await runWork(place);
    await processed(place);
    expect(await books()).toHaveLength(2);
  });

  test('an address with an unknown token takes nothing, and a wrong signature is refused', async () => {
    const { body } = await connect(place, company, createKey());
    const stranger = await openCompany(place);
    const others = place.standIn.createKey({ account: stranger.account, mode: 'live' });
    const { body: foreign } = await connect(place, stranger, others);
    const secretOf = (url: string) =>
      place.standIn.endpoints.all.find((one) => one.url === url)?.secret ?? '';
    const path = ({ webhook }: typeof body) => new URL(webhook.url).pathname;
    const countEvents = async () =>
      (await place.service.pool.query('select count(*)::int as count from processor_events')).rows[0].count;
    const before = await countEvents();
    for (const name of SAMPLES) {
      const sample = readFileSync(new URL(name, FOLDER), 'utf8');
      const send = (to: string, secret: string) =>
        ask(place.service, to, {
          method: 'POST',
          body: JSON.parse(sample),
          headers: { 'stripe-signature': sign(JSON.stringify(JSON.parse(sample)), { secret }) },
        });
      const unknown = `/webhooks/stripe/${'0'.repeat(32)}`;
      expect(await send(unknown, secretOf(body.webhook.url))).toMatchObject({
        status: 404,
        body: { error: 'Not found' },
      });
      expect(
        await send(path(body).replace('/stripe/', '/paddle/'), secretOf(body.webhook.url)),
      ).toMatchObject({
        status: 404,
      });
      for (const [to, secret] of [
        [path(body), secretOf(foreign.webhook.url)],
        [path(foreign), secretOf(body.webhook.url)],
        [path(body), 'whsec_guess'],
      ] as const) {
        expect(await send(to, secret)).toMatchObject({ status: 400, body: { error: 'Invalid signature' } });
      }
    }
    expect(await countEvents()).toBe(before);
  });
});
