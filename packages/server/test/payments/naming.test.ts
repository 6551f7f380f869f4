import { describe, expect, test } from 'vitest';
import { clickOf, leadOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedLink, seedPartner, uniqueName } from '../support/seed.js';
import { type MerchantOptions, openMerchant, processorService } from './support.js';

describe.each(engines)('who events of the card processor name, on %s', (engine) => {
  const service = processorService(engine);

  async function openShopWithNewCustomer(...options: MerchantOptions) {
    const opened = await openMerchant(service, ...options);
    const click = async (program: SeededProgram = opened.shop) => {
      const outcome = await service.tracking.submit(clickOf(program));
      if (outcome.kind !== 'click') throw new Error('the click was refused');
      return outcome.clickId;
    };
    const customerKey = uniqueName('user');
    const metadata = { program_id: String(opened.shop.programId), svc_customer_key: customerKey };
    return { ...opened, click, customerKey, metadata };
  }

  test('a checkout with a click credits a customer who is credited to nobody, and renewals follow', async () => {
    const { shop, merchant, metadata, click, customerKey, arrive, fate } = await openShopWithNewCustomer();
    await service.tracking.submit(leadOf(shop, { customerKey }));
    merchant.buy({ mode: 'payment', amountCents: 1_000, metadata });
    expect(await arrive()).toEqual([]);
    expect(await fate()).toMatch(/^ignored: /);
    const clicked = { ...metadata, svc_click_id: await click() };
    const { payment } = merchant.buy({
      mode: 'subscription',
      amountCents: 5_000,
      metadata: clicked,
      invoiceMetadata: clicked,
    });
    expect(await arrive()).toMatchObject([{ amount: 5_000, commission: '1000 pending' }]);
    merchant.renew(payment, 5_000);
    const sold = await service.tracking.submit(saleOf(shop, { customerKey }));
    expect(sold).toMatchObject({ kind: 'sale', commission: { amountCents: 2_000 } });
    expect((await arrive()).map(({ commission }) => commission)).toEqual([
      '1000 pending',
      '1000 pending',
      '2000 pending',
    ]);
    const { rows } = await service.pool.query(
      'select reason, to_partner_id from credit_changes where program_id = $1',
      [shop.programId],
    );
    expect(rows).toEqual([{ reason: 'server_sale', to_partner_id: shop.partnerId }]);
  });

  test('renewals that name the click of a page go to where a server has moved the credit', async () => {
    const { shop, merchant, click, customerKey, arrive } = await openShopWithNewCustomer();
    const clickId = await click();
    const page = { mode: 'browser', origin: shop.origin } as const;
    await service.tracking.submit(leadOf(shop, { caller: page, customerKey, clickId }));
    const program_id = String(shop.programId);
    const { payment } = merchant.buy({
      mode: 'subscription',
      amountCents: 5_000,
      metadata: { program_id, svc_customer_key: customerKey },
      invoiceMetadata: { program_id, svc_click_id: clickId },
    });
    await arrive();
    const partner = await seedPartner(service.pool, shop);
    const link = await seedLink(service.pool, { ...shop, ...partner, shortLink: uniqueName('bob') });
    const bob = { ...shop, ...partner, ...link };
    await service.tracking.submit(leadOf(shop, { customerKey, clickId: await click(bob) }));
    merchant.renew(payment, 6_000);
    await arrive();
    const { rows } = await service.pool.query(
      `select s.amount_cents, s.partner_id = $2 as of_page from sales s where s.program_id = $1 order by s.amount_cents`,
      [shop.programId, shop.partnerId],
    );
    expect(rows).toEqual([
      { amount_cents: 5_000, of_page: true },
      { amount_cents: 6_000, of_page: false },
    ]);
  });

  test('checkouts with a click decide against a claim that only a page made', async () => {
    const { shop, merchant, metadata, click, customerKey, arrive } = await openShopWithNewCustomer();
    const page = { mode: 'browser', origin: shop.origin } as const;
    await service.tracking.submit(leadOf(shop, { caller: page, customerKey, clickId: await click() }));
    const partner = await seedPartner(service.pool, shop);
    const link = await seedLink(service.pool, { ...shop, ...partner, shortLink: uniqueName('bob') });
    const bobs = await click({ ...shop, ...partner, ...link });
    const buy = (amountCents: number, more: object) =>
      merchant.buy({ mode: 'payment', amountCents, metadata: { ...metadata, ...more } });
    buy(1_000, {});
    await arrive();
    buy(2_000, { svc_click_id: bobs });
    await arrive();
    buy(3_000, {});
    await arrive();
    const { rows } = await service.pool.query(
      'select amount_cents, partner_id = $2 as of_page from sales where program_id = $1 order by amount_cents',
      [shop.programId, shop.partnerId],
    );
    expect(rows).toEqual([
      { amount_cents: 1_000, of_page: true },
      { amount_cents: 2_000, of_page: false },
      { amount_cents: 3_000, of_page: false },
    ]);
  });

  test('test events claim neither key nor click', async () => {
    const { shop, merchant, metadata, click, customerKey, arrive } = await openShopWithNewCustomer(
      undefined,
      false,
    );
    const clickId = await click();
    merchant.buy({ mode: 'payment', amountCents: 3_000, metadata: { ...metadata, svc_click_id: clickId } });
    expect(await arrive()).toMatchObject([{ amount: 3_000, test: true, commission: null }]);
    const lead = await service.tracking.submit(leadOf(shop, { customerKey, clickId }));
    expect(lead).toMatchObject({ kind: 'lead', clickId, customerKey, attributed: true });
  });
});
