import { LAYOUTS } from '@svc/stand-in';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { post, signInAs } from '../support/management.js';
import { seedPartner, uniqueName } from '../support/seed.js';
import { openMerchant, processorService } from './support.js';

type Json = Record<string, unknown>;

/** How the discount of a payment can be in the object of its event, by API version and by what was expanded. */
const PLACES: readonly (readonly [name: string, place: (object: Json) => void])[] = [
  ['ids of discounts', (object) => Object.assign(object, { discounts: ['promo_20'] })],
  [
    'ids of coupon and promotion code',
    (object) => Object.assign(object, { discounts: [{ coupon: 'cpn_9', promotion_code: 'promo_20' }] }),
  ],
  [
    'expanded coupon and promotion code',
    (object) =>
      Object.assign(object, {
        discounts: [{ id: 'di_1', coupon: { id: 'cpn_9' }, promotion_code: { id: 'promo_20' } }],
      }),
  ],
  [
    'the source of a discount',
    (object) => Object.assign(object, { discounts: [{ source: { coupon: 'promo_20' } }] }),
  ],
  ['the only discount', (object) => Object.assign(object, { discount: { coupon: { id: 'promo_20' } } })],
  [
    'the breakdown of the total',
    (object) =>
      Object.assign(object, {
        total_details: {
          amount_tax: 0,
          breakdown: { discounts: [{ amount: 100, discount: { promotion_code: 'promo_20' } }] },
        },
      }),
  ],
  [
    'the amounts of discounts, as ids',
    (object) => Object.assign(object, { total_discount_amounts: [{ amount: 100, discount: 'promo_20' }] }),
  ],
  [
    'the amounts of discounts, expanded',
    (object) =>
      Object.assign(object, {
        total_discount_amounts: [{ amount: 100, discount: { id: 'di_1', promotion_code: 'promo_20' } }],
      }),
  ],
  [
    'the amounts of credits before tax',
    (object) =>
      Object.assign(object, {
        total_pretax_credit_amounts: [
          { amount: 100, type: 'discount', discount: { id: 'di_1', source: { coupon: { id: 'promo_20' } } } },
        ],
      }),
  ],
];

const promotion = { id: 'di_1', promotion_code: 'promo_20' };
/** Where an invoice has its discount in each layout, as far as events show it: in full while it was single, then where it is expanded. */
const PLACE_ON_INVOICE: Readonly<Record<(typeof LAYOUTS)[number], (object: Json) => void>> = {
  '2022-11-15': (object) => Object.assign(object, { discount: promotion, discounts: ['di_1'] }),
  '2023-10-16': (object) => Object.assign(object, { discount: promotion, discounts: ['di_1'] }),
  '2025-01-27.acacia': (object) => Object.assign(object, { discount: promotion, discounts: ['di_1'] }),
  '2025-07-30.basil': (object) =>
    Object.assign(object, { discounts: [{ ...promotion, coupon: { id: 'cpn_9' } }] }),
  '2026-10-28.endive': (object) =>
    Object.assign(object, { discounts: [{ id: 'di_1', source: { coupon: 'promo_20' } }] }),
};

describe.each(engines)('codes and payments on %s', (engine) => {
  const service = processorService(engine);

  /** A connected shop with the code POD-20 of a partner, and a customer whom nobody knows. */
  async function openPodcast(layout?: (typeof LAYOUTS)[number]) {
    const opened = await openMerchant(service, ...(layout === undefined ? [] : ([layout] as const)));
    const { shop } = opened;
    const pod = await seedPartner(service.pool, shop);
    const owner = await signInAs(service, shop.workspaceId, 'owner');
    const code = { code: 'POD-20', partner_id: pod.partnerId, processor_ids: ['promo_20'] };
    const created = await post(service, `/api/programs/${shop.programId}/codes`, code, owner);
    expect(created.status).toBe(200);
    const metadata = { program_id: String(shop.programId), svc_customer_key: uniqueName('user') };
    const credited = async () => {
      const { rows } = await service.pool.query<{
        partner_id: number;
        code: string | null;
        left: number | null;
      }>(
        `select s.partner_id, s.code, c.amount_cents as left from sales s left join commissions c on c.sale_id = s.id
          where s.program_id = $1 order by s.recorded_at, s.id`,
        [shop.programId],
      );
      return rows.map((row) => [row.partner_id === pod.partnerId, row.code, row.left]);
    };
    return { ...opened, metadata, credited };
  }

  test.each(PLACES)('%s credit the partner of the code', async (_name, place) => {
    const { merchant, metadata, events, arrive, credited } = await openPodcast();
    merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    for (const event of events) place((event.data as { object: Json }).object);
    await arrive();
    expect(await credited()).toEqual([[true, 'POD-20', 1_000]]);
  });

  const creditsPod = (cents: number | null, code: string | null = null) => [true, code, cents];

  test.each(LAYOUTS)(
    'in %s, renewals follow the code of the first payment, and so do refunds and disputes',
    async (layout) => {
      const { merchant, metadata, events, arrive, credited } = await openPodcast(layout);
      const withCode = { ...metadata, svc_code: 'pod-20' };
      const bought = merchant.buy({
        mode: 'subscription',
        amountCents: 5_000,
        metadata: withCode,
        invoiceMetadata: metadata,
      });
      expect(events.length).toBeGreaterThan(0);
      await arrive();
      const renewed = merchant.renew(bought.payment, 5_000);
      await arrive();
      expect(await credited()).toEqual([creditsPod(1_000, 'pod-20'), creditsPod(1_000)]);
      merchant.refund(renewed, 2_500);
      await arrive();
      expect((await credited()).at(-1)).toEqual(creditsPod(500));
      const dispute = merchant.dispute(bought);
      merchant.closeDispute(bought, dispute, 'lost');
      await arrive();
      expect(await credited()).toEqual([creditsPod(0, 'pod-20'), creditsPod(500)]);
    },
  );

  test.each(LAYOUTS)(
    'in %s, an invoice with a promotion code credits the partner before its checkout is known',
    async (layout) => {
      const { merchant, metadata, events, arrive, credited } = await openPodcast(layout);
      const bought = {
        mode: 'subscription',
        amountCents: 5_000,
        metadata: {},
        invoiceMetadata: metadata,
      } as const;
      const one = merchant.buy(bought);
      for (const { type, data } of events)
        if (type === 'invoice.payment_succeeded' || type === 'invoice.paid')
          PLACE_ON_INVOICE[layout]((data as { object: Json }).object);
      await arrive();
      expect(await credited()).toEqual([creditsPod(1_000, 'POD-20')]);
      const dispute = merchant.dispute(one);
      await arrive();
      merchant.closeDispute(one, dispute, 'won');
      merchant.refund(one, 5_000);
      await arrive();
      expect(await credited()).toEqual([creditsPod(0, 'POD-20')]);
    },
  );
});
