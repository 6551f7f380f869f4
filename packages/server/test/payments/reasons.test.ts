import { EVENT_REASON_CODES, type EventReasonCode } from '@svc/contract/event-reasons';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/database/transaction.js';
import { forgetEvents } from '../../src/payments/forget-events.js';
import type { WebhookEndpoint } from '../../src/payments/provider.js';
import { verdictOn } from '../../src/payments/reasons.js';
import { takeOverEvents } from '../../src/payments/take-over-events.js';
import { clickOf, leadOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { checkout, connectSender, platformSender, type SendEvent } from './event-senders.js';
import { type Company, openCompany, type Place, startPlace } from './own-account/support.js';
import { parcelPay } from './parcel-pay.js';
import { openShop, SECRET, type Shop } from './support.js';

/** Codes that no event leaves behind in a test, each with the reason. */
const NOT_SENT: Partial<Record<EventReasonCode, string>> = {
  text: 'stored before reasons had codes; see the tests of the database',
  sale_commission_pending: 'its commission is written right afterwards; see below',
};

/** A provider whose events cannot be translated. */
const BROKEN: WebhookEndpoint = {
  path: '/webhooks/broken',
  secrets: [],
  provider: {
    ...parcelPay,
    id: 'broken',
    translate() {
      throw new Error('this provider fails in every test');
    },
  },
};

describe.each(engines)('reasons of events on %s', (engine) => {
  let place: Place;
  let shop: Shop;
  let send: SendEvent;
  let company: Company;
  const reached = new Set<string>();

  beforeAll(async () => {
    place = await startPlace(engine, { webhookSecrets: [SECRET], webhooks: [BROKEN] });
  });
  beforeEach(async () => {
    shop = await openShop(place.service);
    send = platformSender(place, shop.account);
    company = await openCompany(place);
  });
  afterAll(() => place.close());

  const sql = (text: string, values: unknown[] = []) => place.service.pool.query(text, values);
  const metadata = (more: object = {}) => ({ program_id: String(shop.programId), ...more });
  const own = () => metadata({ svc_customer_key: shop.customerKey });

  /** The codes of all events since the last call. */
  async function codes(): Promise<string[]> {
    const { rows } = await sql('select distinct reason_code as code from processor_outcomes');
    const found = rows.map(({ code }) => code).filter((code) => !reached.has(code));
    for (const code of found) reached.add(code);
    return found.toSorted();
  }

  async function storeEvent(provider: string, body: string, account: string | null = null) {
    const { rows } = await sql(
      `with stored as (insert into processor_events (provider, event_id, type, account_id, body, created_ms, received_at)
         values ($1, $2, 'order/paid', $4, $3, 0, now()) returning id)
       insert into work_items (kind, key, due_at) select 'provider_event', id, now() from stored returning key`,
      [provider, uniqueName('evt'), body, account],
    );
    return rows[0].key;
  }

  test('name what a payment led to', async () => {
    const session = checkout({ metadata: own() });
    await send('checkout.session.completed', session);
    await send('checkout.session.completed', session);
    await send('checkout.session.completed', checkout({ metadata: own(), payment_status: 'unpaid' }));
    const refund = { payment_intent: session.payment_intent, charge: uniqueName('ch') };
    const charge = { id: refund.charge, payment_intent: session.payment_intent, amount_refunded: 700 };
    const atOnce = { createdMs: Date.now() };
    await send('charge.refunded', { ...charge, currency: 'usd' }, atOnce);
    await send('charge.refunded', { ...charge, currency: 'usd' }, atOnce);
    await send('invoice_payment.paid', {
      invoice: uniqueName('in'),
      payment: { payment_intent: session.payment_intent },
    });
    const returned = { ...refund, id: uniqueName('re'), amount: 900, currency: 'usd' };
    await send('refund.created', { ...returned, status: 'succeeded' });
    await send('refund.failed', { ...returned, status: 'failed' });
    await send('refund.created', { ...refund, id: uniqueName('re'), amount: 100, currency: 'eur' });
    const other = checkout({ metadata: own(), invoice: uniqueName('in') });
    await send('checkout.session.completed', other);
    await send('invoice_payment.paid', {
      invoice: other.invoice,
      payment: { payment_intent: session.payment_intent },
    });
    expect(await codes()).toEqual([
      'checkout_credited',
      'payment_linked',
      'payment_unchanged',
      'refund_counted',
      'refund_other_currency',
      'refund_undone',
      'sale_known',
      'sale_recorded',
      'two_sales',
    ]);
  });

  test('name what an event about a payment without a sale waits for', async () => {
    const session = checkout({ metadata: own() });
    const charge = { id: uniqueName('ch'), currency: 'usd', amount_refunded: 700 };
    await send('charge.refunded', { ...charge, payment_intent: session.payment_intent });
    await send('checkout.session.completed', session);
    const cookie = await signInAs(place.service, shop.workspaceId, 'viewer');
    const read = async (query: string) => {
      const path = `/api/workspaces/${shop.workspaceId}/processor-events?${query}`;
      const { body } = await ask(place.service, path, { cookie });
      return body.data.map((one: { reason_code: string; reason: string }) => [one.reason_code, one.reason]);
    };
    const recorded = `Als Verkauf ${session.payment_intent} über 50,00 USD erfasst; die Provision beträgt 8,60 USD.`;
    expect(await read('language=de&status=processed')).toEqual([
      ['sale_recorded', recorded],
      ['sale_arrived', 'Es wartete auf seinen Verkauf und wirkte, als dieser erfasst wurde.'],
    ]);
    expect(await read(`language=de&q=${encodeURIComponent('ÜBER 50,00')}`)).toEqual([
      ['sale_recorded', recorded],
    ]);
    expect(await read('q=wartete')).toEqual([]);
    expect(await codes()).toEqual(['sale_awaited']);
    await send('charge.refunded', { ...charge, id: uniqueName('ch'), payment_intent: uniqueName('pi') });
    await sql(`update processor_events set received_at = received_at - interval '91 days'`);
    await forgetEvents(place.service.pool, Date.now() - 90 * 86_400_000, 1000);
    expect(await codes()).toEqual(['sale_never_came']);
  });

  test('name why a payment through the platform is credited to no partner', async () => {
    const buy = (keys: object) => send('checkout.session.completed', checkout({ metadata: keys }));
    const sibling = await seedProgram(place.service.pool, { workspaceId: shop.workspaceId });
    const stranger = await seedProgram(place.service.pool);
    const click = await place.service.tracking.submit(clickOf(sibling));
    const siblingKey = uniqueName('user');
    if (click.kind === 'click') {
      await place.service.tracking.submit(
        leadOf(sibling, { clickId: click.clickId, customerKey: siblingKey }),
      );
    }
    await buy(metadata({ svc_customer_key: uniqueName('user') }));
    await buy(metadata({ svc_customer_key: siblingKey }));
    await buy({ svc_customer_key: shop.customerKey });
    await buy({ program_id: String(stranger.programId) });
    await buy(metadata());
    await buy({});
    await sql('update customers set partner_id = null, enrollment_id = null where customer_key = $1', [
      shop.customerKey,
    ]);
    await buy(own());
    await sql('update programs set archived_at = now() where id = $1', [shop.programId]);
    await buy(own());
    expect(await codes()).toEqual([
      'customer_unknown',
      'keys_missing',
      'no_keys',
      'no_partner',
      'other_program',
      'program_archived',
      'program_elsewhere',
      'program_missing',
    ]);
  });

  test('name why a payment of an own account is credited to no partner', async () => {
    const { send: pay, connectionId } = await connectSender(place, company);
    const buy = (fields: object) => pay('checkout.session.completed', checkout({ ...fields }));
    const day = 86_400_000;
    const old = clickOf(company, { key: { number: 7, clickedMs: Date.now() - 400 * day } });
    const click = await place.service.tracking.submit(old);
    const { partnerId, enrollmentId } = await seedPartner(place.service.pool, company);
    await sql('insert into codes (program_id, partner_id, enrollment_id, code) values ($1, $2, $3, $4)', [
      company.programId,
      partnerId,
      enrollmentId,
      'PENDING',
    ]);
    await sql(`update enrollments set status = 'pending' where id = $1`, [enrollmentId]);
    await buy({});
    await buy({ client_reference_id: `cust_9_${Date.now()}` });
    await buy({ client_reference_id: click.kind === 'click' ? click.clickId : '' });
    await buy({ metadata: { svc_code: 'NOPE' } });
    await buy({ metadata: { svc_code: 'PENDING' } });
    const fresh = await place.service.tracking.submit(clickOf(company));
    const reference = fresh.kind === 'click' ? fresh.clickId : '';
    await buy({ client_reference_id: reference, customer: 'cus_1' });
    await sql(`update payment_connections set credit_renewals = 'metadata' where id = $1`, [connectionId]);
    await buy({ customer: 'cus_1' });
    await seedProgram(place.service.pool, { workspaceId: company.workspaceId });
    await buy({ client_reference_id: `cust_9_${Date.now()}` });
    await pay('account.updated', {});
    expect(await codes()).toEqual([
      'account_event',
      'click_expired',
      'click_unknown',
      'code_unknown',
      'no_metadata',
      'no_program',
      'partner_not_approved',
      'payer_unknown',
    ]);
  });

  test('name what an event about no payment was', async () => {
    await send('checkout.session.completed', checkout({ payment_status: 'unpaid' }));
    await send('checkout.session.completed', checkout({ amount_total: 0 }));
    await send('checkout.session.completed', checkout({ mode: 'setup' }));
    await send('checkout.session.completed', checkout({ currency: null }));
    await send('invoice.paid', { id: uniqueName('in'), amount_paid: 0, currency: 'usd' });
    await send('credit_note.created', { id: 'cn_1', invoice: uniqueName('in'), currency: 'usd' });
    await send('charge.refunded', { id: uniqueName('ch'), currency: 'usd', amount_refunded: 0 });
    await send('invoice_payment.paid', { invoice: uniqueName('in') });
    await send('refund.created', { id: uniqueName('re'), amount: 1, currency: 'usd' });
    await send('customer.created', { id: 'cus_2' });
    await send('invoice.paid', {}, { object: 'v2.core.event' });
    await storeEvent('stripe', '{}');
    await storeEvent('gone', '{}');
    await place.service.processor.processDue();
    expect(await codes()).toEqual([
      'charge_not_refunded',
      'checkout_free',
      'checkout_saved_method',
      'checkout_unpaid',
      'credit_note_empty',
      'invalid_event',
      'invoice_free',
      'invoice_payment_unnamed',
      'no_payment',
      'other_type',
      'thin_event',
      'unknown_layout',
      'unknown_provider',
    ]);
  });

  test('name whose account an event is of, and what it says of the account', async () => {
    await platformSender(place, null)('invoice.paid', {});
    await platformSender(place, uniqueName('acct'))('invoice.paid', {});
    const before = { createdMs: Date.now() - 60_000 };
    await send('account.updated', { charges_enabled: true });
    await send('account.updated', { charges_enabled: false }, { createdMs: Date.now() + 1_000 });
    await send('account.updated', { charges_enabled: true }, before);
    await send('account.updated', { charges_enabled: true }, { livemode: false });
    const later = { createdMs: Date.now() + 2_000 };
    await send('account.application.deauthorized', {}, later);
    await send('account.application.deauthorized', {}, later);
    await send('invoice.paid', {});
    expect(await codes()).toEqual([
      'account_already_disconnected',
      'account_connected',
      'account_disconnected',
      'account_outdated',
      'account_restricted',
      'account_test_mode',
      'account_unknown',
      'connection_inactive',
      'no_account',
    ]);
  });

  test('name what the service has left to do', async () => {
    const message = { message: uniqueName('msg'), topic: 'order/paid', merchant: 'm', at: new Date() };
    const id = await storeEvent('broken', JSON.stringify(message));
    await place.service.processor.processDue();
    await sql('update work_items set attempts = 19, due_at = now() where key = $1', [id]);
    expect(await codes()).toEqual(['not_recorded_yet']);
    await place.service.processor.processDue();
    const account = uniqueName('acct');
    await storeEvent('stripe', '{}', account);
    await withTransaction(place.service.pool, (client) =>
      takeOverEvents(
        client,
        { id: 1, workspaceId: shop.workspaceId },
        { provider: 'stripe', accountId: account },
      ),
    );
    expect(await codes()).toEqual(['arrived', 'service_error']);
    const sale = { saleId: 1, transactionId: 'pi_1', amountCents: 1, currency: 'USD', testMode: false };
    const submitted = { command: {} as never, nothing: null, nextTryMs: null };
    expect(verdictOn({ kind: 'sale', ...sale, commission: 'failed' }, submitted)).toMatchObject({
      status: 'processed',
      reason: { code: 'sale_commission_pending' },
    });
  });

  test('include no code that nothing leads to', () => {
    reached.add('sale_arrived');
    const missing = EVENT_REASON_CODES.filter((code) => !reached.has(code));
    expect(missing.toSorted()).toEqual(Object.keys(NOT_SENT).toSorted());
  });
});
