import { dayIn, movedPayoutMs, nextPayoutMs, type PayoutSchedule } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { exampleFile, newNames, provision, storedOf } from '../provision/provision-support.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { openProgramWithPayee } from '../support/paying.js';
import { seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const HALVES: PayoutSchedule = { every: 'half_month' };
const FRIDAYS: PayoutSchedule = { every: 'week', day: 5 };
const LAST: PayoutSchedule = { every: 'month', day: 28 };

const next = (schedule: PayoutSchedule, timeZone = 'UTC') =>
  new Date(nextPayoutMs(schedule, timeZone, Date.now())).toISOString();

describe.each(engines)('the payout schedule of a program on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  test('is none until it is set, plans the next run when it is, and is audited', async () => {
    const { team, workspace } = await openProgramWithPayee(service);
    const none = { payout_schedule: null, next_payout_at: null };
    expect((await team('GET', '')).body).toMatchObject(none);
    for (const schedule of [HALVES, FRIDAYS, LAST]) {
      const planned = { payout_schedule: schedule, next_payout_at: next(schedule) };
      expect((await team('PATCH', '', { payout_schedule: schedule })).body).toMatchObject(planned);
      expect((await team('PATCH', '', { hold_days: 3 })).body).toMatchObject(planned);
      expect((await team('GET', '')).body).toMatchObject(planned);
    }
    expect((await team('PATCH', '', { payout_schedule: null })).body).toMatchObject(none);
    const { body } = await workspace('GET', '/audit?action=program.update');
    expect(body.data[0]).toMatchObject({ before: { payout_schedule: LAST }, after: none });
  });

  test('stays planned as it was where it is set to what it is', async () => {
    const { team, program } = await openProgramWithPayee(service);
    await team('PATCH', '', { payout_schedule: LAST });
    const sql = 'update programs set next_payout_at = $2 where id = $1';
    const due = new Date(Date.now() - 60_000).toISOString();
    await service.pool.query(sql, [program.programId, due]);
    const { body } = await team('PATCH', '', { payout_schedule: { day: 28, every: 'month' } });
    expect(body.next_payout_at).toBe(due);
  });

  test('is set where a program is created, too', async () => {
    const { workspace } = await openProgramWithPayee(service);
    await workspace('PATCH', '', { time_zone: 'America/New_York' });
    const commission = { type: 'percent', basis_points: 1000 };
    const create = (payout_schedule: unknown, name = 'Friends') =>
      workspace('POST', '/programs', { name, domain: 'friends.test', commission, payout_schedule });
    expect((await create(FRIDAYS)).body).toMatchObject({
      payout_schedule: FRIDAYS,
      next_payout_at: next(FRIDAYS, 'America/New_York'),
    });
    expect((await create(null, 'Others')).body).toMatchObject({
      payout_schedule: null,
      next_payout_at: null,
    });
    expect((await create({ every: 'day' }, 'More')).body).toEqual({ error: 'payout_schedule is invalid' });
  });

  test('is refused when it is none, and nothing changes', async () => {
    const { team } = await openProgramWithPayee(service);
    await team('PATCH', '', { payout_schedule: FRIDAYS });
    for (const given of [
      'week',
      5,
      [],
      {},
      { every: 'day' },
      { every: 'week' },
      { every: 'week', day: 0 },
      { every: 'week', day: 8 },
      { every: 'week', day: 1.5 },
      { every: 'week', day: '1' },
      { every: 'month' },
      { every: 'month', day: null },
      { every: 'month', day: 29 },
      { every: 'half_month', day: 1 },
      { every: 'week', day: 1, hour: 9 },
    ]) {
      const { status, body } = await team('PATCH', '', { payout_schedule: given });
      expect([given, status, body]).toEqual([given, 400, { error: 'payout_schedule is invalid' }]);
    }
    expect((await team('GET', '')).body.payout_schedule).toEqual(FRIDAYS);
  });

  test('keeps the day of the next run where the workspace gets another time zone', async () => {
    const { team, workspace, jane } = await openProgramWithPayee(service);
    await team('PATCH', '', { payout_schedule: LAST });
    const { body: before } = await team('GET', '');
    const day = dayIn('UTC', Date.parse(before.next_payout_at));
    for (const zone of ['Pacific/Auckland', 'Pacific/Honolulu', 'Europe/Berlin']) {
      await workspace('PATCH', '', { time_zone: zone });
      const { body } = await team('GET', '');
      expect(dayIn(zone, Date.parse(body.next_payout_at))).toBe(day);
      const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
      expect(hour.format(Date.parse(body.next_payout_at))).toBe('08:00');
      expect((await jane.send('GET', '')).body).toMatchObject({ payout_schedule: LAST, next_payout_on: day });
    }
    await team('PATCH', '', { payout_schedule: HALVES });
    expect((await team('GET', '')).body.next_payout_at).toBe(next(HALVES, 'Europe/Berlin'));
  });

  test('plans by the clocks that count when a change of the time zone comes at the same time', async () => {
    const { team, workspace } = await openProgramWithPayee(service);
    for (const zone of ['Asia/Tokyo', 'America/New_York', 'Asia/Kolkata', 'UTC']) {
      await Promise.all([
        team('PATCH', '', { payout_schedule: zone === 'UTC' ? LAST : HALVES }),
        workspace('PATCH', '', { time_zone: zone }),
        team('PATCH', '', { payout_schedule: FRIDAYS }),
      ]);
      const { body } = await team('GET', '');
      const nextMs = Date.parse(body.next_payout_at);
      expect(movedPayoutMs(nextMs, { from: zone, to: zone })).toBe(nextMs);
    }
  });

  test('is set by those who may change the program, read by its partners, and unknown to others', async () => {
    const { program, team, jane } = await openProgramWithPayee(service);
    await team('PATCH', '', { payout_schedule: HALVES });
    const stranger = await signInAs(service, (await seedProgram(service.pool)).workspaceId, 'owner');
    const path = `/api/programs/${program.programId}`;
    const change = { method: 'PATCH', body: { payout_schedule: null } };
    for (const role of ['member', 'viewer'] as const) {
      const cookie = await signInAs(service, program.workspaceId, role);
      const refused = await ask(service, path, { cookie, ...change });
      expect([refused.status, refused.body]).toEqual([404, { error: 'Not found' }]);
      expect((await ask(service, path, { cookie })).body).toMatchObject({ payout_schedule: HALVES });
    }
    expect((await ask(service, path, { cookie: stranger, ...change })).status).toBe(404);
    expect((await ask(service, path, { cookie: stranger })).status).toBe(404);
    const { body } = await jane.send('GET', '');
    expect(body).toMatchObject({ payout_schedule: HALVES, next_payout_on: next(HALVES).slice(0, 10) });
    expect(body).not.toHaveProperty('time_zone');
    expect((await team('GET', '')).body).toMatchObject({ payout_schedule: HALVES });
  });

  test('can be given in a provision file; left out, it stays, and what a person set later stays, too', async () => {
    const names = newNames();
    const file = exampleFile(names);
    const [program] = file.workspaces[0].programs;
    const stored = async () => {
      const report = await provision(service.pool, file);
      const { programs } = await storedOf(service.pool, names.workspace);
      return { kept: report.kept.map(({ field }) => field), program: programs?.[0] };
    };
    const has = (payout_schedule: PayoutSchedule | null) =>
      expect.objectContaining({
        payout_schedule,
        next_payout_at: payout_schedule && new Date(next(payout_schedule)),
      });
    expect(await stored()).toEqual({ kept: [], program: has(null) });
    program.payout_schedule = { every: 'month', day: 28 };
    expect(await stored()).toEqual({ kept: [], program: has(LAST) });
    delete program.payout_schedule;
    expect(await stored()).toEqual({ kept: [], program: has(LAST) });
    program.payout_schedule = null;
    expect(await stored()).toEqual({ kept: [], program: has(null) });
    program.payout_schedule = { every: 'month', day: 29 };
    await expect(stored()).rejects.toThrow(
      'workspaces[0].programs[0].payout_schedule: must be null, {"every":"week","day":n} with n from 1 (Monday) to 7, ' +
        '{"every":"half_month"}, or {"every":"month","day":n} with n from 1 to 28',
    );
  });
});
