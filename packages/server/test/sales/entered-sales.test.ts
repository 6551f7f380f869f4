import { describe, expect, test } from 'vitest';
import { balancesOf } from '../support/books.js';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { compareEvents } from '../support/events.js';
import { lead, refund, sale } from '../support/management.js';
import { openProgramWithPayee } from '../support/paying.js';
import { seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

describe.each(engines)('sales that are entered on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  async function open() {
    const opened = await openProgramWithPayee(service);
    const { program, jane, team } = opened;
    const joe = await opened.addPayee();
    const entry = (changes: Record<string, unknown> = {}) => ({
      transaction_id: uniqueName('wire'),
      amount_cents: 10_000,
      customer_key: uniqueName('customer'),
      partner_id: joe.partnerId,
      reason: 'Paid by wire',
      ...changes,
    });
    return {
      ...opened,
      joe,
      jane,
      entry,
      enter: (changes: Record<string, unknown> = {}) => team('POST', '/sales', entry(changes)),
      customerOf: async (key: string) => (await team('GET', `/customers?customer_key=${key}`)).body.data[0],
      balances: () => balancesOf(service.pool, program.programId),
    };
  }

  test('earn the partner, and make an unknown customer theirs', async () => {
    const { enter, entry, customerOf, joe, team, workspace, balances, program } = await open();
    const { customer_key, ...given } = entry({ currency: 'eur', occurred_at: '2026-01-05T10:00:00Z' });
    const { status, body } = await enter({ customer_key, ...given });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      transaction_id: given.transaction_id,
      amount_cents: 10_000,
      currency: 'EUR',
      partner_id: joe.partnerId,
      link_id: null,
      source: 'api',
      occurred_at: '2026-01-05T10:00:00.000Z',
      commission: { amount_cents: 2000, currency: 'EUR', status: 'pending', partner_id: joe.partnerId },
    });
    expect(await customerOf(customer_key)).toMatchObject({
      partner_id: joe.partnerId,
      first_sale_id: body.id,
    });
    await sale(service, program, { customerKey: customer_key });
    expect(await balances()).toEqual({ expense: -4000, pending: 4000 });
    const { body: explained } = await team('GET', `/sales/${body.id}/explain`);
    expect(explained.story.join('\n')).toMatch(/It was entered by hand by .*@.*\. Reason: Paid by wire/);
    const { body: mine } = await joe.send('GET', `/commissions/${body.commission.id}`);
    expect(mine.story.join('\n')).toMatch(/It was entered by hand\. Reason: Paid by wire/);
    const { body: audit } = await workspace('GET', '/audit?action=sale.create');
    expect(audit.data).toMatchObject([{ target_id: String(body.id), after: { reason: 'Paid by wire' } }]);
    await numberAllEvents(service.pool);
    const { body: feed } = await workspace('GET', '/event-feed');
    expect(feed.data.slice(0, 3).map(({ type }: { type: string }) => type)).toEqual([
      'customer.assigned',
      'sale.created',
      'commission.created',
    ]);
    expect(await compareEvents(service.pool)).toEqual([]);
  });

  test('of a customer of another partner leave them to that partner, and are refunded like every sale', async () => {
    const { enter, customerOf, jane, program, balances } = await open();
    const customerKey = await lead(service, program);
    const { body } = await enter({ customer_key: customerKey });
    expect(await customerOf(customerKey)).toMatchObject({
      partner_id: jane.partnerId,
      link_id: program.linkId,
    });
    await sale(service, program, { customerKey, amountCents: 5000 });
    expect(await balances()).toEqual({ expense: -3000, pending: 3000 });
    await refund(service, program, { transactionId: body.transaction_id });
    expect(await balances()).toEqual({ expense: -1000, pending: 1000 });
  });

  test('409 where the sale is known, in this program or elsewhere, as from the API', async () => {
    const { enter, program } = await open();
    const other = await seedProgram(service.pool);
    const duplicate = { error: 'Duplicate transaction_id. This sale has already been recorded.' };
    for (const place of [program, other]) {
      const { transactionId } = await sale(service, place);
      const { status, body, headers } = await enter({ transaction_id: transactionId });
      const code = place === program ? 'sale_duplicate' : 'sale_duplicate_elsewhere';
      expect([status, body, headers.get('svc-error-code')]).toEqual([409, duplicate, code]);
    }
  });

  test('are recorded once when they are entered and reported at once', async () => {
    const { enter, program, balances } = await open();
    const transaction_id = uniqueName('wire');
    const customer_key = uniqueName('customer');
    const answers = await Promise.all([1, 2, 3, 4].map(() => enter({ transaction_id, customer_key })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const keys = await Promise.all([1, 2, 3].map(() => enter({ customer_key })));
    expect(keys.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await balances()).toEqual({ expense: -8000, pending: 8000 });
    expect(program.programId).toBeGreaterThan(0);
  });

  test.each([
    ['transaction_id is required', { transaction_id: undefined }],
    ['transaction_id is invalid', { transaction_id: 'a\nb' }],
    ['amount_cents is invalid', { amount_cents: 0 }],
    ['currency is invalid', { currency: 'ABC' }],
    ['customer_key is required', { customer_key: undefined }],
    ['customer_key is invalid', { customer_key: 'x'.repeat(256) }],
    ['partner_id is required', { partner_id: undefined }],
    ['occurred_at is invalid', { occurred_at: '2999-01-01' }],
    ['occurred_at is invalid', { occurred_at: 'then' }],
    ['reason is required', { reason: undefined }],
    ['reason is invalid', { reason: 'x'.repeat(501) }],
  ])('400 %s: %j', async (error, changes) => {
    const { enter, balances } = await open();
    const { status, body } = await enter(changes);
    expect([status, body]).toEqual([400, { error }]);
    expect(await balances()).toEqual({});
  });

  test('404 for a partner of another program, 400 for its customer, 409 in an archived program', async () => {
    const { enter, program, team, balances } = await open();
    const sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    const { partnerId } = await seedPartner(service.pool, sibling);
    expect((await enter({ partner_id: partnerId })).status).toBe(404);
    const theirs = await lead(service, sibling);
    expect((await enter({ customer_key: theirs })).body).toEqual({
      error: 'Customer does not belong to this program',
    });
    const { body } = await team('GET', '');
    await team('POST', '/archive', { name: body.name });
    expect((await enter()).body).toEqual({ error: 'The program is archived' });
    expect(await balances()).toEqual({});
  });
});
