import { describe, expect, test } from 'vitest';
import { ageClick, trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

interface Uncredited {
  readonly reason: string;
  readonly kind: string;
  readonly count: number;
  readonly amount_cents: number;
  readonly currency: string;
  readonly latest: Record<string, unknown>;
  readonly fix: string;
}

describe.each(engines)('leads and sales that nobody is credited with, on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgram(service);
    const { program, send } = opened;
    const client = trackingClient(service);
    const key = { key: program.apiKey };
    const lead = (body: object, sending: object = key) =>
      client.lead({ customer_key: uniqueName('user'), ...body }, sending);
    const sale = (body: object, sending: object = key) =>
      client.sale({ transaction_id: uniqueName('order'), amount_cents: 2_500, ...body }, sending);
    const report = async (query = ''): Promise<Uncredited[]> => {
      const { status, body } = await send('GET', `/uncredited${query}`);
      expect(status).toBe(200);
      return body.data;
    };
    /** As `lead no_click 2`, in the order of reasons. */
    const counts = async (query = '') =>
      (await report(query)).map(({ reason, kind, count }) => `${kind} ${reason} ${count}`).sort();
    return { ...opened, client, lead, sale, report, counts };
  }

  test('leads are counted by what was wrong with what they brought', async () => {
    const { program, client, lead, counts, report } = await open();
    const expired = await ageClick(service, await client.clickId(program), 100);
    await lead({});
    await lead({});
    await lead({ click_id: 'cust_1_1700000000000' });
    await lead({ click_id: expired });
    await lead({ code: 'NOBODY' });
    // Credited, or a test: not here.
    await client.customer(program);
    await lead({ additional_data: { test_mode: true } });
    expect(await counts()).toEqual([
      'lead click_expired 1',
      'lead no_click 2',
      'lead unknown_click 1',
      'lead unknown_code 1',
    ]);
    const [most] = await report();
    expect(most).toMatchObject({ reason: 'no_click', amount_cents: 0, currency: 'USD' });
    expect(most?.fix).toContain('send click_id with the lead');
    const code = (await report()).find(({ reason }) => reason === 'unknown_code');
    expect(code?.latest).toMatchObject({ code: 'NOBODY', customer_id: expect.any(Number), sale_id: null });
  });

  test('what was refused is counted once, however often it is sent, until it is recorded', async () => {
    const { program, client, lead, sale, counts, report } = await open();
    const order = { transaction_id: uniqueName('order'), customer_key: uniqueName('user') };
    for (let time = 0; time < 3; time++) expect((await sale(order)).status).toBe(400);
    await Promise.all([sale({ click_id: 'cust_1_1700000000000' }), sale(order), sale(order)]);
    const found = await report();
    expect(found.map(({ reason, count, amount_cents }) => [reason, count, amount_cents]).sort()).toEqual([
      ['no_click', 1, 2_500],
      ['unknown_click', 1, 2_500],
    ]);
    expect(found.find(({ reason }) => reason === 'no_click')?.latest).toMatchObject({
      transaction_id: order.transaction_id,
      customer_key: order.customer_key,
      amount_cents: 2_500,
      sale_id: null,
    });
    // The lead arrives late, and the same order is sent again.
    await lead({ customer_key: order.customer_key, click_id: await client.clickId(program) });
    expect((await sale(order)).status).toBe(200);
    expect(await counts()).toEqual(['sale unknown_click 1']);
  });

  test('a customer credited to nobody: the lead, and each sale, until they are credited', async () => {
    const { program, client, lead, sale, counts } = await open();
    const customerKey = uniqueName('user');
    await lead({ customer_key: customerKey });
    const first = { customer_key: customerKey, transaction_id: uniqueName('order') };
    expect((await sale(first)).status).toBe(400);
    expect((await sale({ customer_key: customerKey, code: 'NOBODY' })).status).toBe(400);
    expect(await counts()).toEqual(['lead no_click 1', 'sale no_relationship 1', 'sale unknown_code 1']);
    const credited = await sale({ ...first, click_id: await client.clickId(program) });
    expect(credited.status).toBe(200);
    expect(await counts()).toEqual(['sale unknown_code 1']);
  });

  test('another program, a partner who is not approved, and a program without a rule', async () => {
    const { program, client, lead, sale, send, counts } = await open();
    const other = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    const theirs = await client.customer(other);
    expect((await lead({ customer_key: theirs.customerKey })).status).toBe(400);
    expect((await lead({ click_id: await client.clickId(other) })).status).toBe(400);
    expect((await sale({ customer_key: theirs.customerKey })).status).toBe(400);
    await send('POST', '/codes', { code: 'LATER', partner_id: program.partnerId });
    await send('PATCH', `/partners/${program.partnerId}`, { status: 'suspended' });
    await lead({ code: 'LATER' });
    expect(await counts()).toEqual([
      'lead other_program 2',
      'lead partner_not_approved 1',
      'sale other_program 1',
    ]);
    expect(await counts('?from=2020-01-01&to=2020-12-31')).toEqual([]);
  });

  test('a sale that finds no rule', async () => {
    const { program, send } = await openProgram(service, { rule: null });
    const client = trackingClient(service);
    const { customerKey } = await client.customer(program);
    const sold = await client.soldTo(program, customerKey, 4_000);
    const { body } = await send('GET', '/uncredited');
    expect(body.data).toMatchObject([
      { reason: 'no_rule', kind: 'sale', count: 1, amount_cents: 4_000, latest: { sale_id: sold.sale_id } },
    ]);
  });

  test('another workspace sees nothing, and wrong days are refused', async () => {
    const { send } = await open();
    const elsewhere = await seedProgram(service.pool);
    const { cookie } = await openProgram(service);
    const path = `/api/programs/${elsewhere.programId}/uncredited`;
    const answer = await fetch(service.baseUrl + path, { headers: { cookie } });
    expect(answer.status).toBe(404);
    expect((await send('GET', '/uncredited?from=2026-02-30')).status).toBe(400);
  });
});
