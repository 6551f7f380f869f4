import { eventReasonText } from '@svc/contract/event-reasons';
import { createMerchant, type ProcessorEvent } from '@svc/stand-in';
import { describe, expect, test } from 'vitest';
import { forgetEvents } from '../../src/payments/forget-events.js';
import { clickOf, leadOf } from '../support/commands.js';
import { holdCommission, releaseCommission } from '../support/commissions.js';
import { engines } from '../support/engines.js';
import { uniqueName } from '../support/seed.js';
import { booksOf, deliverInOrder, fatesOf, makeDue, openMerchant, processorService } from './support.js';

const DAY_MS = 86_400_000;

describe.each(engines)('maintenance of payments on %s', (engine) => {
  const service = processorService(engine);

  test('forgets what nobody waits for any more, and nothing that counts', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    merchant.refund(merchant.buy({ mode: 'payment', amountCents: 900, metadata: {} }), 300);
    merchant.refund(merchant.buy({ mode: 'payment', amountCents: 5_000, metadata }), 1_000);
    await arrive();
    const before = await booksOf(service.pool, shop.workspaceId);
    await service.pool.query(`update processor_events set received_at = received_at - interval '91 days'`);
    await service.pool.query(`update processor_outcomes set settled_at = settled_at - interval '91 days'`);
    await service.pool.query(`update payments set reported_at = reported_at - interval '91 days'`);
    const forget = () => forgetEvents(service.pool, Date.now() - 90 * DAY_MS, 1000);
    expect(await forget()).toBeGreaterThan(0);
    const fates = Object.values(await fatesOf(service.pool, shop.account));
    expect(fates.filter((fate) => fate.startsWith('ignored: No sale of this payment'))).toHaveLength(3);
    expect(fates.filter((fate) => fate.startsWith('waiting'))).toEqual([]);
    expect(await forget()).toBe(0);
    const { rows } = await service.pool.query('select sale_id from payments where workspace_id = $1', [
      shop.workspaceId,
    ]);
    expect(rows).toEqual([{ sale_id: expect.any(Number) }]);
    expect(await booksOf(service.pool, shop.workspaceId)).toEqual(before);
  });

  test('forgets what events said that had their effect, and still knows each when it is delivered again', async () => {
    const { shop, merchant, metadata } = await openMerchant(service);
    const events: ProcessorEvent[] = [];
    const emit = (event: ProcessorEvent) => void events.push(event);
    const own = createMerchant({ account: merchant.account, layout: '2026-10-28.endive', emit });
    own.refund(own.buy({ mode: 'payment', amountCents: 5_000, metadata }), 1_000);
    // Refunds come first, and wait; one that a person has to look at keeps what it said.
    await deliverInOrder(service, shop.account, events.toReversed());
    const failed = events.at(-1)?.id;
    await service.pool.query(
      `update processor_outcomes o set status = 'failed' from processor_events e where e.id = o.id and e.event_id = $1`,
      [failed],
    );
    const bodies = async () => {
      const { rows } = await service.pool.query<{ event_id: string; is_kept: boolean }>(
        `select event_id, body <> '' as is_kept from processor_events where account_id = $1`,
        [shop.account],
      );
      return rows.filter(({ is_kept }) => is_kept).map(({ event_id }) => event_id);
    };
    const forget = (days: number) => forgetEvents(service.pool, Date.now() - days * DAY_MS, 1000);
    await forget(1);
    expect(await bodies()).toHaveLength(events.length);
    await forget(-1);
    expect(await bodies()).toEqual([failed]);
    const before = await booksOf(service.pool, shop.workspaceId);
    await deliverInOrder(service, shop.account, events);
    expect(await booksOf(service.pool, shop.workspaceId)).toEqual(before);
    expect(await bodies()).toEqual([failed]);
  });

  test('an event whose customer becomes known later counts by itself, once', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    const customerKey = uniqueName('late');
    const keys = { ...metadata, svc_customer_key: customerKey };
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata: keys });
    merchant.refund(bought, 1_000);
    await arrive();
    const firstFate = async () => Object.values(await fatesOf(service.pool, shop.account))[0];
    expect(await firstFate()).toMatch(/^ignored: No customer .* Until then it is tried again by itself/);
    const tryAgain = async () => {
      await makeDue(service.pool, shop.account);
      await service.processor.processDue();
    };
    await tryAgain();
    expect(await firstFate()).toMatch(/^ignored: /);
    expect(await booksOf(service.pool, shop.workspaceId)).toEqual([]);
    const click = await service.tracking.submit(clickOf(shop));
    if (click.kind !== 'click') throw new Error('the click was refused');
    await service.tracking.submit(leadOf(shop, { clickId: click.clickId, customerKey }));
    await tryAgain();
    await tryAgain();
    expect(await firstFate()).toMatch(/^processed: Recorded as sale/);
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([
      { amount: 5_000, refunded: 1_000, commission: '800 pending' },
    ]);
  });

  test('it is tried again after pauses that grow, and in the end no more', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    merchant.buy({
      mode: 'payment',
      amountCents: 5_000,
      metadata: { ...metadata, svc_customer_key: uniqueName('nobody') },
    });
    await arrive();
    const pauses: number[] = [];
    for (;;) {
      const { rows } = await service.pool.query<{
        pause: number | null;
        status: string;
        code: string;
        parameters: unknown;
      }>(
        `select round(extract(epoch from d.due_at - now()))::int as pause, o.status, o.reason_code as code,
                o.reason_parameters as parameters
           from processor_events e join processor_outcomes o on o.id = e.id left join work_items d on d.key = e.id and d.kind = 'provider_event'
          where e.account_id = $1`,
        [shop.account],
      );
      await makeDue(service.pool, shop.account);
      expect(rows[0]?.status).toBe('ignored');
      const [row] = rows as [(typeof rows)[number]];
      expect(eventReasonText(row).includes('tried again')).toBe(row.pause !== null);
      if (rows[0]?.pause == null) break;
      pauses.push(rows[0].pause);
      await service.processor.processDue();
    }
    const growing = pauses.map((_, index) => 15 * 2 ** index);
    expect(pauses.map((pause, index) => Math.abs(pause - (growing[index] ?? 0)) <= 15)).not.toContain(false);
    expect(growing.reduce((sum, pause) => sum + pause)).toBeLessThan(6 * 86_400);
  });

  test('finds a payment and its sale that two transactions recorded without seeing each other', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    merchant.refund(bought, 1_000);
    const { paymentIntent } = bought.payment;
    await arrive();
    // As if the sale had been recorded at the very moment the refund was reported.
    await service.pool.query('update payments set sale_id = null where workspace_id = $1', [
      shop.workspaceId,
    ]);
    await service.pool.query(
      `insert into payment_references (workspace_id, reference, payment_id)
       select workspace_id, $2, id from payments where workspace_id = $1`,
      [shop.workspaceId, paymentIntent],
    );
    await service.processor.processDue();
    const { rows } = await service.pool.query('select sale_id from payments where workspace_id = $1', [
      shop.workspaceId,
    ]);
    expect(rows).toEqual([{ sale_id: expect.any(Number) }]);
  });

  test('a commission that somebody releases stays held while its payment is disputed', async () => {
    const { shop, merchant, metadata, arrive } = await openMerchant(service);
    const bought = merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    merchant.dispute(bought);
    await arrive();
    const { rows } = await service.pool.query(
      'select c.id from commissions c join sales s on s.id = c.sale_id where s.workspace_id = $1',
      [shop.workspaceId],
    );
    const target = { programId: shop.programId, commissionId: rows[0].id, nowMs: Date.now() };
    expect(await releaseCommission(service.pool, service.tracking.ids, target)).toMatchObject({
      ok: true,
      commission: { status: 'held' },
    });
    await service.processor.processDue();
    expect(await booksOf(service.pool, shop.workspaceId)).toMatchObject([{ commission: '1000 held' }]);
    // A person may hold it as well, so that it stays held when the dispute is won.
    expect(
      await holdCommission(service.pool, service.tracking.ids, { ...target, reason: 'x' }),
    ).toMatchObject({ ok: true, commission: { status: 'held' } });
  });
});
