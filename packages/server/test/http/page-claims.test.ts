import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findReplayDifferences } from '../../src/features/policy/find-replay-differences.js';
import { clickOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { type SeededProgram, seedLink, seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { trackingClient } from './tracking-client.js';

const CREDITS_JANE = [200, { commission: { amount_cents: 200 } }];

describe.each(engines)('claims that only pages have made, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  /** A program of Mallory, who forges what pages send, and of Jane, who brings the customers and has a code. */
  async function openForgery(precedence: 'link' | 'code' = 'link') {
    const client = trackingClient(service);
    const mallory = await seedProgram(service.pool);
    const partner = await seedPartner(service.pool, mallory);
    const link = await seedLink(service.pool, { ...mallory, ...partner, shortLink: uniqueName('jane') });
    const affiliateUrl = `https://shop.test/?aff=${link.shortLink}`;
    const jane: SeededProgram = { ...mallory, ...partner, ...link, affiliateUrl };
    const code = 'JANE-20';
    const cookie = await signInAs(service, mallory.workspaceId, 'owner');
    const body = { code, partner_id: jane.partnerId };
    const path = `/api/programs/${mallory.programId}/codes`;
    expect(await ask(service, path, { method: 'POST', body, cookie })).toMatchObject({ status: 200 });
    await service.pool.query('update programs set attribution_precedence = $2 where id = $1', [
      mallory.programId,
      precedence,
    ]);
    const answerOf = ({ status, body }: { status: number; body: unknown }) => [status, body];
    return {
      mallory,
      jane,
      code,
      clickBy: (whose: SeededProgram) => client.clickId(whose),
      /** Claims a customer for Mallory, as `curl` with an `Origin` header does. */
      async forge(customer_key = uniqueName('user')) {
        const click_id = await client.clickId(mallory);
        expect(await client.lead({ customer_key, click_id }, { origin: mallory.origin })).toMatchObject({
          status: 200,
        });
        return customer_key;
      },
      byServer: async (body: object) => answerOf(await client.lead(body, { key: mallory.apiKey })),
      sell: async (body: object) =>
        answerOf(
          await client.sale(
            { transaction_id: uniqueName('order'), amount_cents: 1000, ...body },
            { key: mallory.apiKey },
          ),
        ),
      /** The partners of all sales, in their order. Replaying them finds nothing else. */
      async credited() {
        const client = await service.pool.connect();
        const report = await findReplayDifferences(client, { programId: mallory.programId }).finally(() =>
          client.release(),
        );
        expect(report?.differences).toEqual([]);
        const { rows } = await service.pool.query<{ partner_id: number }>(
          'select partner_id from sales where program_id = $1 order by recorded_at, id',
          [mallory.programId],
        );
        return rows.map(({ partner_id: id }) => (id === jane.partnerId ? 'jane' : 'mallory'));
      },
    };
  }

  test('lose to leads and sales of the server that name a click of another partner', async () => {
    const { jane, forge, byServer, clickBy, sell, credited } = await openForgery();
    for (let number = 0; number < 3; number++) {
      const ofLead = await forge(`user_71${number}_${uniqueName('a')}`);
      await byServer({ customer_key: ofLead, click_id: await clickBy(jane) });
      expect(await sell({ customer_key: ofLead })).toMatchObject(CREDITS_JANE);
      const ofSale = await forge();
      expect(await sell({ customer_key: ofSale, click_id: await clickBy(jane) })).toMatchObject(CREDITS_JANE);
      expect(await sell({ customer_key: ofSale })).toMatchObject(CREDITS_JANE);
    }
    expect(await credited()).toEqual(Array(9).fill('jane'));
  });

  test.each(['link', 'code'] as const)(
    'lose to a code of another partner under the precedence %s',
    async (precedence) => {
      const { code, forge, byServer, sell, credited } = await openForgery(precedence);
      const ofLead = await forge();
      await byServer({ customer_key: ofLead, code });
      expect(await sell({ customer_key: ofLead })).toMatchObject(CREDITS_JANE);
      const ofSale = await forge();
      expect(await sell({ customer_key: ofSale, code: code.toLowerCase() })).toMatchObject(CREDITS_JANE);
      expect(await sell({ customer_key: ofSale })).toMatchObject(CREDITS_JANE);
      expect(await credited()).toEqual(Array(3).fill('jane'));
    },
  );

  test('stay open after reports that name no partner', async () => {
    const { mallory, jane, code, forge, byServer, clickBy, sell, credited } = await openForgery();
    const clickedMs = Date.now() - (jane.cookieWindowDays + 1) * 86_400_000;
    const old = await service.tracking.submit(
      clickOf(jane, { key: { number: randomInt(2 ** 47), clickedMs } }),
    );
    const gone = old.kind === 'click' ? old.clickId : '';
    const customer_key = await forge();
    for (const body of [{}, { click_id: 'cust_1_1' }, { click_id: gone }, { code: 'NOPE' }]) {
      await byServer({ customer_key, ...body });
      expect(await sell({ customer_key, ...body })).toMatchObject([200, {}]);
    }
    expect(await credited()).toEqual(Array(4).fill('mallory'));
    const clickOfSuspended = await clickBy(jane);
    const setStatus = async (status: string) => {
      await service.pool.query('update enrollments set status = $2 where id = $1', [
        jane.enrollmentId,
        status,
      ]);
      service.tracking.forgetCatalog();
    };
    await setStatus('suspended');
    for (const body of [{ click_id: clickOfSuspended }, { code }]) {
      await byServer({ customer_key, ...body });
      expect(await sell({ customer_key, ...body })).toMatchObject([200, {}]);
    }
    await setStatus('approved');
    expect(await sell({ customer_key, click_id: clickOfSuspended })).toMatchObject(CREDITS_JANE);
    expect(await sell({ customer_key, click_id: await clickBy(mallory) })).toMatchObject(CREDITS_JANE);
    expect(await credited()).toEqual([...Array(6).fill('mallory'), 'jane', 'jane']);
  });

  test('that a server confirms stay, whatever later reports name', async () => {
    const { mallory, jane, code, byServer, clickBy, sell, credited } = await openForgery();
    const client = trackingClient(service);
    for (const way of ['lead', 'sale'] as const) {
      const customer_key = uniqueName('user');
      const click_id = await clickBy(mallory);
      await client.lead({ customer_key, click_id }, { origin: mallory.origin });
      if (way === 'lead') await byServer({ customer_key, click_id });
      else await sell({ customer_key, click_id });
      await byServer({ customer_key, click_id: await clickBy(jane) });
      await sell({ customer_key, click_id: await clickBy(jane) });
      await sell({ customer_key, code });
    }
    expect(await credited()).toEqual(Array(5).fill('mallory'));
  });

  test('are the credit where the page reports the sign-up and the server names the sale by its key', async () => {
    const { mallory, jane, clickBy, sell, credited } = await openForgery();
    const customer_key = uniqueName('user');
    const page = { origin: mallory.origin };
    await trackingClient(service).lead({ customer_key, click_id: await clickBy(jane) }, page);
    for (let month = 0; month < 3; month++) expect(await sell({ customer_key })).toMatchObject(CREDITS_JANE);
    expect(await credited()).toEqual(Array(3).fill('jane'));
  });
});
