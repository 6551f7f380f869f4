import { describe, expect, test } from 'vitest';
import { trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { FRAUD_DEFAULTS } from '../support/program-defaults.js';
import { partnerEmail, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const FLAGS = [
  'self_referral',
  'fast_sale',
  'click_burst',
  'paid_search',
  'code_leak',
  'page_named',
] as const;
describe.each(engines)('fraud checks on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { trustProxy: true }));

  /** A program that looks for nothing but what is given. */
  async function open(settings: Partial<Record<(typeof FLAGS)[number], string>> = {}) {
    const opened = await openProgram(service);
    const { program, send } = opened;
    const client = trackingClient(service);
    const off = Object.fromEntries(FLAGS.map((flag) => [flag, 'off']));
    expect((await send('PATCH', '', { ...off, ...settings })).status).toBe(200);
    const key = { key: program.apiKey };
    return {
      ...opened,
      client,
      partnerEmail: await partnerEmail(service.pool, program.partnerId),
      async click(query = '', address = '192.0.2.1') {
        const { status, body } = await client.click(
          { affiliate_url: `${program.affiliateUrl}&${query}` },
          { origin: program.origin, headers: { 'x-forwarded-for': address } },
        );
        expect(status).toBe(200);
        return body.click_id as string;
      },
      /** A sale to a new customer, with what it earned. */
      async sell(lead: object) {
        const customer_key = uniqueName('user');
        expect((await client.lead({ customer_key, ...lead }, key)).status).toBe(200);
        const { commission, ...sale } = await client.soldTo(program, customer_key);
        return { ...sale, commission, customerKey: customer_key };
      },
      list: async (query = '') => (await send('GET', `/commissions${query}`)).body.data,
    };
  }

  test('are settings of the program, with defaults, that take only what there is', async () => {
    const { send } = await openProgram(service);
    const { body } = await send('GET', '');
    expect(body).toMatchObject(FRAUD_DEFAULTS);
    for (const flag of FLAGS) {
      expect((await send('PATCH', '', { [flag]: 'on' })).status).toBe(400);
      const changed = await send('PATCH', '', { [flag]: 'hold' });
      expect([changed.status, changed.body[flag]]).toEqual([200, 'hold']);
    }
    expect((await send('GET', '/commissions?flag=nothing')).status).toBe(400);
  });

  test('hold the sale of a partner to themselves, with the evidence, until somebody releases it', async () => {
    const { click, sell, send, list, partnerEmail } = await open({ self_referral: 'hold' });
    const self = await sell({ click_id: await click(), email: partnerEmail.toUpperCase() });
    expect(self.commission.status).toBe('held');
    const colleague = await sell({ click_id: await click(), email: 'boss@partner.test' });
    expect(colleague.commission.status).toBe('held');
    const other = await sell({ click_id: await click(), email: 'ann@example.test' });
    expect(other.commission.status).toBe('pending');
    const rows = await list('?flag=self_referral');
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([colleague.commission.id, self.commission.id]);
    expect(rows[0]).toMatchObject({
      status: 'held',
      hold_kind: 'flagged',
      hold_reason: 'A fraud flag of the program holds it.',
      flags: ['self_referral'],
    });
    expect((await list('?flag=any')).map(({ id }: { id: number }) => id)).toEqual(
      rows.map(({ id }: { id: number }) => id),
    );
    const totals = await send('GET', '/commissions/totals?flag=self_referral');
    expect(totals.body.data).toMatchObject([{ status: 'held', commissions: 2, amount_cents: 4_000 }]);
    const explained = await send('GET', `/commissions/${self.commission.id}/explain`);
    expect(explained.body.story.join(' ')).toContain("the customer's email address is the partner's.");
    const other_story = await send('GET', `/commissions/${colleague.commission.id}/explain`);
    expect(other_story.body.story.join(' ')).toContain("at partner.test, the partner's own domain");
    const released = await send('POST', `/commissions/${self.commission.id}/release`, {});
    expect(released.body).toMatchObject({ status: 'pending', flags: ['self_referral'], hold_kind: null });
  });

  test('flag what comes right after the click, from an advertisement, or is switched off', async () => {
    const { click, sell, list } = await open({ fast_sale: 'flag', paid_search: 'flag' });
    const { commission } = await sell({ click_id: await click('gclid=Cj0KC') });
    expect(commission.status).toBe('pending');
    expect((await list())[0].flags).toEqual(['fast_sale', 'paid_search']);
    const off = await open();
    await off.sell({ click_id: await off.click('gclid=Cj0KC') });
    expect((await off.list())[0].flags).toEqual([]);
    expect(await off.list('?flag=paid_search')).toEqual([]);
    expect(await off.list('?flag=any')).toEqual([]);
  });

  test('count the clicks of one visitor on the link within an hour, from the 51st on', async () => {
    const { click, sell, list, send } = await open({ click_burst: 'flag' });
    await sell({ click_id: await click('', '192.0.2.7') });
    for (let number = 2; number < 50; number++) await click('', '192.0.2.7');
    const fiftieth = await click('', '192.0.2.7');
    await sell({ click_id: fiftieth });
    const next = await click('', '192.0.2.7');
    await sell({ click_id: await click('', '192.0.2.8') });
    const { commission } = await sell({ click_id: next });
    const rows = await list();
    expect(rows.map(({ flags }: { flags: string[] }) => flags)).toEqual([['click_burst'], [], [], []]);
    const { body } = await send('GET', `/commissions/${commission.id}/explain`);
    expect(body.story.join(' ')).toContain('the visitor clicked on the link 51 times within an hour');
    expect(body.steps).toContainEqual(
      expect.objectContaining({ kind: 'flagged', flag: 'click_burst', clicks: 51, holds: false }),
    );
  });

  test('flag a code from its 21st new customer of the day on', async () => {
    const { client, program, send, list } = await open({ code_leak: 'flag' });
    await send('POST', '/codes', { code: 'LEAKY', partner_id: program.partnerId });
    for (let number = 1; number <= 21; number++)
      await client.soldTo(program, uniqueName('user'), 1_000, { code: 'LEAKY' });
    const rows = await list('?limit=50');
    expect(rows.map(({ flags }: { flags: string[] }) => flags.length)).toEqual([1, ...Array(20).fill(0)]);
    // Their later sales bring nobody new.
    await client.soldTo(program, rows[5].customer_key, 1_000);
    expect((await list('?limit=1'))[0].flags).toEqual([]);
    expect(await list('?flag=code_leak')).toHaveLength(1);
  });

  test('tell partners no more than that the commission is held', async () => {
    const { click, sell, partnerEmail, program } = await open({ self_referral: 'hold' });
    await sell({ click_id: await click(), email: partnerEmail });
    const { rows } = await service.pool.query('select flags from commissions where program_id = $1', [
      program.programId,
    ]);
    expect(rows).toEqual([{ flags: [{ flag: 'self_referral', action: 'hold', domain: null }] }]);
  });

  test('suspending a partner can hold all that is unpaid, and says so in the audit log', async () => {
    const { click, sell, send, list, program } = await open();
    for (let sale = 0; sale < 3; sale++) await sell({ click_id: await click() });
    const path = `/partners/${program.partnerId}`;
    expect((await send('PATCH', path, { status: 'approved', hold_earned: true })).status).toBe(400);
    const suspended = await send('PATCH', path, { status: 'suspended', hold_earned: true });
    expect([suspended.status, suspended.body.status]).toEqual([200, 'suspended']);
    const rows = await list();
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatchObject({ status: 'held', hold_reason: 'Held when the partner was suspended.' });
    const released = await send('POST', `/commissions/${rows[0].id}/release`, {});
    expect(released.body.status).toBe('pending');
  });
});
