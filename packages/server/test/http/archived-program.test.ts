import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { type SeededProgram, seedOrigin, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { type TrackingClient, trackingClient } from './tracking-client.js';

const INVALID_KEY = { error: 'Invalid API key' };

describe.each(engines)('an archived program on %s', (engine) => {
  let service: RunningService;
  let client: TrackingClient;
  let failsCommissions = false;
  beforeAll(async () => {
    service = await startService(engine, {
      tracking: {
        atStep(step) {
          if (step === 'money' && failsCommissions) throw new Error('the test fails the commission');
        },
      },
    });
    client = trackingClient(service);
  });
  afterAll(async () => {
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    await service.close();
  });

  /** Through the dashboard, as an owner does. */
  async function setArchived(program: SeededProgram, isArchived: boolean): Promise<void> {
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    const url = `/api/programs/${program.programId}`;
    const { body } = await ask(service, url, { cookie });
    const [path, given] = isArchived ? ['archive', { name: body.name }] : ['restore', {}];
    const answer = await ask(service, `${url}/${path}`, { cookie, method: 'POST', body: given });
    expect(answer.status).toBe(200);
  }

  /** How many rows there are of a program. */
  async function countsOf({ programId }: SeededProgram) {
    const { rows } = await service.pool.query(
      `select (select count(*)::int from clicks where program_id = $1) as clicks,
              (select count(*)::int from leads where program_id = $1) as leads,
              (select count(*)::int from sales where program_id = $1) as sales`,
      [programId],
    );
    return rows[0];
  }

  test('takes no click, lead or sale, and records nothing of them, until it is restored', async () => {
    const program = await seedProgram(service.pool);
    const { customerKey, clickId } = await client.customer(program);
    const unnamed = await client.clickId(program);
    const key = { key: program.apiKey };
    const page = { origin: program.origin };
    await client.soldTo(program, customerKey);
    const before = await countsOf(program);
    await setArchived(program, true);

    const click = { affiliate_url: program.affiliateUrl };
    const fresh = { customer_key: uniqueName('customer'), click_id: unnamed };
    const sale = { transaction_id: uniqueName('order'), amount_cents: 100, customer_key: customerKey };
    expect(await client.click(click, page)).toMatchObject({ body: { error: 'Referral link not found' } });
    expect(await client.click(click, key)).toMatchObject({ status: 401, body: INVALID_KEY });
    const asPage = await client.lead(fresh, page);
    expect(asPage).toMatchObject({ status: 403, body: { error: 'Origin not allowed' } });
    expect(asPage.headers.get('access-control-allow-origin')).toBeNull();
    const named = await client.lead({ ...fresh, program_id: program.programId }, page);
    expect(named).toMatchObject({ status: 403 });
    expect(await client.lead(fresh, key)).toMatchObject({ status: 401, body: INVALID_KEY });
    expect(await client.sale(sale, key)).toMatchObject({ status: 401, body: INVALID_KEY });
    const byClick = { ...sale, customer_key: null, click_id: clickId };
    expect(await client.sale(byClick, key)).toMatchObject({ status: 401, body: INVALID_KEY });
    const headers = { authorization: `Bearer ${program.apiKey}` };
    expect(await ask(service, '/api/v1/cli/status', { headers })).toMatchObject({
      status: 401,
      body: INVALID_KEY,
    });
    const connect = await ask(service, '/api/v1/cli/processor/connect', { headers, method: 'POST' });
    expect(connect).toMatchObject({ status: 401, body: INVALID_KEY });
    const preflight = await fetch(`${service.baseUrl}/api/v1/track/lead`, {
      method: 'OPTIONS',
      headers: { ...page, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(403);
    expect(await countsOf(program)).toEqual(before);

    await setArchived(program, false);
    expect(await client.lead(fresh, page)).toMatchObject({ status: 200 });
    expect(await client.sale(sale, key)).toMatchObject({ status: 200 });
  });

  test('still takes refunds of its earlier sales, and of no other program’s', async () => {
    const program = await seedProgram(service.pool);
    const other = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    const { customerKey } = await client.customer(program);
    const sold = await client.soldTo(program, customerKey);
    const foreign = await client.soldTo(other, (await client.customer(other)).customerKey);
    await setArchived(program, true);
    const sendRefund = (body: object) => client.refund(body, { key: program.apiKey });
    expect(await sendRefund({ transaction_id: sold.transaction_id, amount_cents: 5_000 })).toMatchObject({
      status: 200,
      body: { refunded_amount_cents: 5_000, commission: { amount_cents: 1_000 } },
    });
    expect(await sendRefund({ transaction_id: sold.transaction_id })).toMatchObject({
      status: 200,
      body: { refunded_amount_cents: 10_000, commission: { amount_cents: 0, status: 'reversed' } },
    });
    expect(await sendRefund({ transaction_id: foreign.transaction_id })).toMatchObject({ status: 404 });
    expect(await sendRefund({ transaction_id: uniqueName('order') })).toMatchObject({ status: 404 });
  });

  test('earns nothing by its clicks on a page that another program lists: they are unknown', async () => {
    const archived = await seedProgram(service.pool);
    const program = await seedProgram(service.pool, { workspaceId: archived.workspaceId });
    await seedOrigin(service.pool, program.programId, archived.origin);
    const clickId = await client.clickId(archived);
    await setArchived(archived, true);
    const page = { origin: archived.origin };
    expect(await client.lead({ click_id: clickId }, page)).toMatchObject({
      status: 400,
      body: { error: 'Customer not found. Provide a valid click_id or customer_key.' },
    });
    const customerKey = uniqueName('customer');
    expect(await client.lead({ click_id: clickId, customer_key: customerKey }, page)).toMatchObject({
      status: 200,
      body: { attributed: false, click_id: null },
    });
    const sale = { transaction_id: uniqueName('order'), amount_cents: 100, click_id: clickId };
    expect(await client.sale(sale, { key: program.apiKey })).toMatchObject({
      status: 400,
      body: { error: 'Customer not found. Provide customer_key or click_id.' },
    });
    const { rows } = await service.pool.query('select program_id from customers where customer_key = $1', [
      customerKey,
    ]);
    expect(rows).toEqual([{ program_id: program.programId }]);
  });

  test('still completes the commission of an earlier sale', async () => {
    const program = await seedProgram(service.pool);
    const { customerKey } = await client.customer(program);
    failsCommissions = true;
    const sale = { transaction_id: uniqueName('order'), amount_cents: 10_000, customer_key: customerKey };
    expect((await client.sale(sale, { key: program.apiKey })).status).toBe(500);
    failsCommissions = false;
    await setArchived(program, true);
    const { completed } = await completeCommissions(service.pool, service.tracking.ids, {
      nowMs: Date.now(),
    });
    expect(completed).toBe(1);
    const refund = await client.refund({ transaction_id: sale.transaction_id }, { key: program.apiKey });
    expect(refund).toMatchObject({ status: 200, body: { commission: { status: 'reversed' } } });
  });
});
