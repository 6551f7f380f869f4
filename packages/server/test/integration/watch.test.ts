import { ERRORS, type WatchAnswer, type WatchItem } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { ask } from '../support/management.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('GET /api/v1/cli/watch on %s', (engine) => {
  const service = shared(() => startService(engine, { writeRefusedEveryMs: 1, numbersEvents: true }));

  const askWatch = (program: SeededProgram, after: string, waitSeconds: number) =>
    ask(service, `/api/v1/cli/watch?after=${after}&wait_seconds=${waitSeconds}`, {
      headers: { authorization: `Bearer ${program.apiKey}` },
    });

  /** Follows a program from now on. */
  async function follow(program: SeededProgram) {
    const start: WatchAnswer = (await askWatch(program, '', 0)).body;
    const seen: WatchItem[] = [...start.data];
    let after = start.next_after;
    return {
      seen,
      async until(count: number): Promise<readonly WatchItem[]> {
        while (seen.length < count) {
          const { data, next_after: next }: WatchAnswer = (await askWatch(program, after, 5)).body;
          seen.push(...data);
          after = next;
        }
        return seen;
      },
    };
  }

  test('shows a customer from the click to the refund, each thing once, and backdated ones too', async () => {
    const program = await seedProgram(service.pool);
    const client = trackingClient(service);
    const followed = await follow(program);
    const { clickId, customerKey } = await client.customer(program);
    await followed.until(2);
    const occurred_at = '2026-01-02T03:04:05.000Z';
    const sale = await client.soldTo(program, customerKey, 4_900, { occurred_at });
    const refund = { transaction_id: sale.transaction_id, amount_cents: 900 };
    expect((await client.refund(refund, { key: program.apiKey })).status).toBe(200);
    await followed.until(4);
    const common = { test_mode: false, bot: false, click_id: clickId, partner_id: program.partnerId };
    const paid = { customer_key: customerKey, transaction_id: sale.transaction_id, currency: 'USD' };
    expect(followed.seen.toSorted((a, b) => a.type.localeCompare(b.type))).toMatchObject([
      { ...common, type: 'click', customer_key: null },
      { ...common, type: 'lead', customer_key: customerKey },
      { ...common, ...paid, type: 'refund', amount_cents: 900 },
      { ...common, ...paid, type: 'sale', id: sale.sale_id, amount_cents: 4_900, occurred_at },
    ]);
  });

  test('shows what is refused with its reason, and nothing of other programs', async () => {
    const [program, other] = [await seedProgram(service.pool), await seedProgram(service.pool)];
    const followed = await follow(program);
    const client = trackingClient(service);
    await client.customer(other);
    const body = { transaction_id: uniqueName('order'), amount_cents: 1, customer_key: 'nobody' };
    await client.sale(body, { key: program.apiKey });
    await followed.until(1);
    await client.click({ affiliate_url: program.affiliateUrl }, { origin: 'https://staging.test' });
    expect(await followed.until(2)).toMatchObject([
      {
        type: 'refused',
        event: 'sale',
        code: 'sale_customer_not_found',
        error: ERRORS.sale_customer_not_found.text,
        value: null,
        count: 1,
      },
      { type: 'refused', event: 'click', code: 'origin_not_allowed', value: 'https://staging.test' },
    ]);
  });

  test('repeats and skips nothing while many things happen at once', async () => {
    const program = await seedProgram(service.pool);
    const followed = await follow(program);
    const client = trackingClient(service);
    const customers = await Promise.all(Array.from({ length: 40 }, () => client.customer(program)));
    const seen = await followed.until(80);
    for (const type of ['click', 'lead']) {
      const clickIds = seen.flatMap((item) =>
        'click_id' in item && item.type === type ? [item.click_id] : [],
      );
      expect(clickIds.toSorted()).toEqual(customers.map(({ clickId }) => clickId).toSorted());
    }
  });

  test.each([
    ['after', 'after=yesterday'],
    ['after', 'after=1.2.3'],
    ['wait_seconds', 'wait_seconds=31'],
    ['wait_seconds', 'wait_seconds=-1'],
  ])('400: %s, for %s', async (field, query) => {
    const program = await seedProgram(service.pool);
    const headers = { authorization: `Bearer ${program.apiKey}` };
    const { status, body } = await ask(service, `/api/v1/cli/watch?${query}`, { headers });
    expect([status, body]).toEqual([400, { error: `${field} is invalid` }]);
  });

  test('429: the sixth who waits for one program; the others go on, and who leaves makes room', async () => {
    const program = await seedProgram(service.pool);
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${program.apiKey}` };
    const url = `${service.baseUrl}/api/v1/cli/watch?wait_seconds=30`;
    const waiting = Array.from({ length: 5 }, () => fetch(url, { headers, signal: leaving.signal }));
    const statusOf = async () => (await askWatch(program, '', 0)).status;
    await expect.poll(statusOf).toBe(429);
    leaving.abort();
    await Promise.allSettled(waiting);
    await expect.poll(statusOf).toBe(200);
  });

  test('ends at once when the service stops', async () => {
    const own = await startService(engine);
    const program = await seedProgram(own.pool);
    const headers = { authorization: `Bearer ${program.apiKey}` };
    const get = (query: string) => fetch(`${own.baseUrl}/api/v1/cli/watch?${query}`, { headers });
    const waiting = Array.from({ length: 5 }, () => get('wait_seconds=30'));
    await expect.poll(async () => (await get('')).status).toBe(429);
    await own.close();
    for (const answer of await Promise.all(waiting)) expect(await answer.json()).toMatchObject({ data: [] });
  });
});
