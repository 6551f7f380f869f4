import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { fatesOf, openMerchant, processorService } from './support.js';

const ARCHIVED =
  'ignored: Its program is archived and earns nothing more. Restore the program, then replay this event.';

describe.each(engines)('events of an archived program on %s', (engine) => {
  const service = processorService(engine);

  const archiveOrRestore = (programId: number, isArchived: boolean) =>
    service.pool.query('update programs set archived_at = case when $2 then now() end where id = $1', [
      programId,
      isArchived,
    ]);

  test('that report a new payment are ignored, and can be replayed when it is restored', async () => {
    const { shop, merchant, metadata, events, arrive, fate } = await openMerchant(service);
    await archiveOrRestore(shop.programId, true);
    merchant.buy({ mode: 'payment', amountCents: 5_000, metadata });
    const last = events.at(-1)?.id;
    merchant.buy({
      mode: 'payment',
      amountCents: 7_000,
      metadata: { ...metadata, svc_customer_key: 'unknown' },
    });
    expect(await arrive()).toEqual([]);
    expect(await fate()).toBe(ARCHIVED);
    await archiveOrRestore(shop.programId, false);
    const cookie = await signInAs(service, shop.workspaceId, 'owner');
    const { body } = await ask(service, `/api/workspaces/${shop.workspaceId}/processor-events`, { cookie });
    for (const { status, reason } of body.data) expect(`${status}: ${reason}`).toBe(ARCHIVED);
    const url = `/api/workspaces/${shop.workspaceId}/processor-events/${last}/replay`;
    expect((await ask(service, url, { cookie, method: 'POST' })).status).toBe(200);
    expect(await arrive()).toMatchObject([{ amount: 5_000, commission: '1000 pending' }]);
  });

  test('that are renewals are ignored, while refunds, disputes and further names of earlier sales count', async () => {
    const { shop, merchant, metadata, events, arrive, fate } = await openMerchant(service);
    const bought = merchant.buy({
      mode: 'subscription',
      amountCents: 5_000,
      metadata,
      invoiceMetadata: metadata,
    });
    // Of all events about the first payment, only the first has arrived when the program is archived.
    const late = events.splice(1);
    expect(await arrive()).toMatchObject([{ amount: 5_000, commission: '1000 pending' }]);
    await archiveOrRestore(shop.programId, true);
    events.push(...late);
    const renewedFrom = events.length;
    merchant.renew(bought.payment, 5_000);
    const renewal = events[renewedFrom]?.id ?? '';
    merchant.refund(bought, 1_000);
    expect(await arrive()).toMatchObject([{ amount: 5_000, refunded: 1_000, commission: '800 pending' }]);
    expect((await fatesOf(service.pool, shop.account))[renewal]).toBe(ARCHIVED);
    const dispute = merchant.dispute(bought);
    expect(await arrive()).toMatchObject([{ commission: '800 held' }]);
    expect(await fate()).toMatch(/^processed: .*The commission is held\.$/);
    merchant.closeDispute(bought, dispute, 'lost');
    expect(await arrive()).toMatchObject([{ refunded: 5_000, commission: '0 reversed' }]);
  });
});
