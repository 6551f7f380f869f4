import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { addMember, click, lead, sale, seedUser, signIn } from '../support/management.js';
import { createSender, openProgram } from '../support/open-program.js';
import { endHold, openProgramWithPayee } from '../support/paying.js';
import { seedPartner } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { payableSale } from '../support/workspace.js';

const NOTHING = {
  open_claims: 0,
  applications: 0,
  payouts_due: [],
  payouts_open: [],
  missing_details: 0,
  held_commissions: 0,
  flagged_commissions: [],
  refused_origins: 0,
  unreported_visits: 0,
  failing_webhooks: 0,
  payment_events: [],
};

describe.each(engines)('what a program asks of its team, on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('setup is listed until the first real sale; test events do not count', async () => {
    const { program, send } = await openProgram(service);
    await send('POST', '/test-events', { type: 'sale' });
    const before = (await send('GET', '/attention')).body;
    expect(before).toMatchObject({
      ...NOTHING,
      setup: { partner_approved: true, click_seen: false, lead_seen: false, sale_seen: false },
    });
    await click(service, program);
    expect((await send('GET', '/attention')).body.setup).toMatchObject({
      click_seen: true,
      lead_seen: false,
    });
    await lead(service, program);
    expect((await send('GET', '/attention')).body.setup).toMatchObject({ click_seen: true, lead_seen: true });
    await payableSale(service, program);
    expect((await send('GET', '/attention')).body.setup).toBeNull();
  });

  test('a payout is due when a run would pay it: not while a change of payout details is held', async () => {
    const { program, team, jane } = await openProgramWithPayee(service);
    await payableSale(service, program);
    const read = async () => {
      const [{ body: attention }, { body: listed }] = await Promise.all([
        team('GET', '/attention'),
        team('GET', '/payouts/due'),
      ]);
      expect(listed.data).toHaveLength(1);
      return [attention.payouts_due, attention.missing_details, listed.data[0].held_until === null];
    };
    const due = [{ currency: 'USD', partners: 1, due_cents: 2000 }];
    expect(await read()).toEqual([due, 1, true]);
    await jane.setDetails('paypal', '+4915112345678');
    expect(await read()).toEqual([[], 0, false]);
    await endHold(service, jane.partnerId);
    expect(await read()).toEqual([due, 0, true]);
    await jane.setDetails('paypal', '+4915187654321');
    expect(await read()).toEqual([[], 0, false]);
  });

  test('a payout of a run is to be sent until it is marked as paid or cancelled', async () => {
    const { program, team } = await openProgramWithPayee(service);
    await payableSale(service, program);
    const read = async () => {
      const { payouts_due: due, payouts_open: open } = (await team('GET', '/attention')).body;
      return [due.length, open];
    };
    expect(await read()).toEqual([1, []]);
    const { id } = (await team('POST', '/payout-runs', {})).body;
    expect(await read()).toEqual([0, [{ currency: 'USD', payouts: 1, open_cents: 2000 }]]);
    await team('POST', `/payout-runs/${id}/pay`, { reference: 'Transfer 1' });
    expect(await read()).toEqual([0, []]);
    const other = await openProgram(service);
    expect((await other.send('GET', '/attention')).body.payouts_open).toEqual([]);
  });

  test('what waits is counted in this program, and agrees with the lists', async () => {
    const { program, send } = await openProgram(service, { holdDays: 0 });
    const { pool } = service;
    await payableSale(service, program);
    const applicant = await seedPartner(pool, program);
    await pool.query(`update enrollments set status = 'pending' where partner_id = $1`, [
      applicant.partnerId,
    ]);
    await pool.query(
      `insert into claims (program_id, partner_id, reference, finding, status)
       values ($1, $2, 'a', 'unknown_order', 'open'), ($1, $2, 'b', 'unknown_order', 'rejected')`,
      [program.programId, program.partnerId],
    );
    await pool.query(
      `insert into refused_tracking (program_id, day, event, code, value, count, last_at)
       select $1, (now() at time zone 'UTC')::date - days, 'click', 'origin_not_allowed', origin, 3, now()
         from (values (0, 'https://a.test'), (6, 'https://a.test'), (7, 'https://old.test')) as v (days, origin)`,
      [program.programId],
    );
    await pool.query(
      `insert into webhooks (workspace_id, program_id, url, format, secret, position, failing_since)
       values ($1, $2, 'https://hook.test', 'standard', '', 0, now()), ($1, null, 'https://fine.test', 'standard', '', 0, null)`,
      [program.workspaceId, program.programId],
    );
    expect((await send('GET', '/attention')).body).toEqual({
      ...NOTHING,
      setup: null,
      open_claims: 1,
      applications: 1,
      payouts_due: [{ currency: 'USD', partners: 1, due_cents: 2000 }],
      missing_details: 1,
      refused_origins: 1,
      failing_webhooks: 1,
    });
    const other = await openProgram(service);
    expect((await other.send('GET', '/attention')).body).toMatchObject(NOTHING);
  });

  test('commissions that were held or flagged are counted, as the list counts them', async () => {
    const { program, send } = await openProgram(service);
    await sale(service, program);
    const [commission] = (await send('GET', '/commissions')).body.data;
    await service.pool.query(`update commissions set flags = '[{"flag": "fast_sale"}]' where id = $1`, [
      commission.id,
    ]);
    expect((await send('GET', '/attention')).body).toMatchObject({
      held_commissions: 0,
      flagged_commissions: [{ flag: 'fast_sale', count: 1 }],
    });
    await send('POST', `/commissions/${commission.id}/hold`, { reason: 'Looks odd' });
    expect((await send('GET', '/attention')).body).toMatchObject({
      held_commissions: 1,
      flagged_commissions: [],
    });
  });

  test('nobody is told of what they can do nothing about', async () => {
    const { program } = await openProgram(service);
    const seenBy = async (role: 'viewer' | 'member') => {
      const user = await seedUser(service.pool);
      await addMember(service.pool, program.workspaceId, user.userId, role);
      const send = createSender(
        service,
        await signIn(service, user.email),
        `/api/programs/${program.programId}`,
      );
      return (await send('GET', '/attention')).body;
    };
    const parts = Object.keys(NOTHING).map((part) => [part, null]);
    const nothing = { ...Object.fromEntries(parts), payouts_due: [], payouts_open: [], payment_events: [] };
    expect(await seenBy('viewer')).toMatchObject(nothing);
    expect(await seenBy('member')).toMatchObject({ ...nothing, open_claims: 0, applications: 0 });
  });
});
