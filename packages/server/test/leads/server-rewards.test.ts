import { describe, expect, test } from 'vitest';
import { trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const NEEDS_SERVER = {
  status: 400,
  body: { error: 'lead_reward_cents needs lead_source "server": anyone can send what a page sends' },
};

describe.each(engines)('what pages can earn on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  test('rejects rewards of leads in programs that accept leads from pages', async () => {
    const { send, inWorkspace } = await openProgram(service);
    expect(await send('PATCH', '', { lead_reward_cents: 250 })).toMatchObject(NEEDS_SERVER);
    const both = { lead_reward_cents: 250, lead_source: 'server' };
    expect(await send('PATCH', '', both)).toMatchObject({ status: 200, body: both });
    expect(await send('PATCH', '', { lead_source: 'any' })).toMatchObject(NEEDS_SERVER);
    const neither = { lead_reward_cents: 0, lead_source: 'any' };
    expect(await send('PATCH', '', neither)).toMatchObject({ status: 200 });
    const created = {
      name: uniqueName('paid'),
      domain: 'paid.test',
      commission: { type: 'flat', amount_cents: 1 },
    };
    expect(await inWorkspace('POST', '/programs', { ...created, lead_reward_cents: 1 })).toMatchObject(
      NEEDS_SERVER,
    );
    expect(await inWorkspace('POST', '/programs', { ...created, ...both })).toMatchObject({
      status: 200,
      body: both,
    });
  });

  test('lets programs with both from before change other settings', async () => {
    const { program, send } = await openProgram(service);
    await send('PATCH', '', { lead_source: 'server', lead_reward_cents: 250 });
    await service.pool.query(`update programs set lead_source = 'any' where id = $1`, [program.programId]);
    expect(await send('PATCH', '', { hold_days: 3 })).toMatchObject({ status: 200 });
    await send('PATCH', '', { lead_source: 'server' });
  });

  test.each(['flag', 'hold'] as const)(
    'marks commissions of customers named by a page alone (%s)',
    async (action) => {
      const { program, send } = await openProgram(service);
      const client = trackingClient(service);
      expect(await send('GET', '')).toMatchObject({ body: { page_named: 'off' } });
      expect(await send('PATCH', '', { page_named: action, fast_sale: 'off' })).toMatchObject({
        status: 200,
      });
      const sell = async (more: object) => {
        const customer_key = uniqueName('user');
        const click_id = await client.clickId(program);
        await client.lead({ customer_key, click_id }, { origin: program.origin });
        const sale = { transaction_id: uniqueName('order'), amount_cents: 1000, customer_key };
        const named = 'click_id' in more ? { click_id } : {};
        const { body } = await client.sale({ ...sale, ...named }, { key: program.apiKey });
        return (await send('GET', `/commissions/${body.commission.id}/explain`)).body;
      };
      const byKey = await sell({});
      expect(byKey.commission).toMatchObject({
        flags: ['page_named'],
        status: action === 'hold' ? 'held' : 'pending',
      });
      expect(byKey.story.join(' ')).toContain('Flagged as named by a page only');
      expect((await sell({ click_id: true })).commission).toMatchObject({ flags: [], status: 'pending' });
    },
  );
});
