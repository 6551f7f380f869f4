import { describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { engines } from '../support/engines.js';
import { sale } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('balances of programs on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('are what is pending, held and due, and what of it can be paid now', async () => {
    const { program, send, inWorkspace } = await openProgram(service, { holdDays: 7 });
    const balances = async () => (await inWorkspace('GET', '/balances')).body.data;
    expect(await balances()).toEqual([]);
    await send('PATCH', '', {
      minimum_payout_cents: 150,
      minimum_payouts: [{ currency: 'EUR', amount_cents: 5000 }],
    });
    const longAgo = Date.now() - 8 * 86_400_000;
    // The partner earns 20 %.
    await sale(service, program, { amountCents: 1000, atMs: longAgo });
    await sale(service, program, { currency: 'EUR', amountCents: 1500, atMs: longAgo });
    const held = await sale(service, program, { amountCents: 5000, atMs: longAgo });
    await send('POST', `/commissions/${held.commissionId}/hold`, { reason: 'A look at it.' });
    await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() });
    await sale(service, program, { amountCents: 3000 });
    const [{ program: name, ...dollars }, euros] = await balances();
    expect(name).toBe((await send('GET', '')).body.name);
    expect(dollars).toEqual({
      program_id: program.programId,
      currency: 'USD',
      pending_cents: 600,
      held_cents: 1000,
      due_cents: 200,
      owed_cents: 1800,
      ready_cents: 200,
      ready_partners: 1,
    });
    expect(euros).toMatchObject({ currency: 'EUR', due_cents: 300, ready_cents: 0, ready_partners: 0 });
    await send('POST', '/payout-runs', {});
    expect((await balances())[0]).toMatchObject({ due_cents: 0, owed_cents: 1600, ready_cents: 0 });
  });

  test('are those of the own workspace', async () => {
    const { program } = await openProgram(service, { holdDays: 0 });
    await sale(service, program, {});
    const { inWorkspace } = await openProgram(service);
    expect((await inWorkspace('GET', '/balances')).body).toEqual({ data: [] });
  });
});
