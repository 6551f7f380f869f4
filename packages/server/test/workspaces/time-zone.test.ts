import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

describe.each(engines)('the time zone of a workspace on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  async function open() {
    const { program, inWorkspace } = await openProgram(service);
    return { program, inWorkspace, setZone: (time_zone: unknown) => inWorkspace('PATCH', '', { time_zone }) };
  }

  test('is UTC until it is set, stays when something else changes, and is audited', async () => {
    const { inWorkspace, setZone } = await open();
    expect((await inWorkspace('GET', '')).body).toMatchObject({ time_zone: 'UTC' });
    expect((await setZone('Europe/Berlin')).body).toMatchObject({
      time_zone: 'Europe/Berlin',
      role: 'owner',
    });
    await setZone('Europe/Berlin');
    expect((await inWorkspace('PATCH', '', { require_two_factor: false })).body).toMatchObject({
      time_zone: 'Europe/Berlin',
    });
    const { body } = await inWorkspace('GET', '/audit?action=workspace.update');
    expect(body.data).toMatchObject([
      { before: { time_zone: 'UTC' }, after: { time_zone: 'Europe/Berlin' } },
    ]);
  });

  test('is stored as the service writes it', async () => {
    const { setZone } = await open();
    for (const [given, stored] of [
      ['pacific/AUCKLAND', 'Pacific/Auckland'],
      ['america/argentina/buenos_aires', 'America/Buenos_Aires'],
      ['utc', 'UTC'],
      ['Etc/UTC', 'UTC'],
    ]) {
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: stored ?? '' }).resolvedOptions();
      expect((await setZone(given)).body).toMatchObject({ time_zone: timeZone });
    }
  });

  test('is refused when it is none', async () => {
    const { setZone, inWorkspace } = await open();
    for (const given of ['', 'Berlin', 'Europe/Berlin ', '+01:00', 'Etc/GMT+1', 'local', null, 60]) {
      const { status, body } = await setZone(given);
      expect([given, status, body]).toEqual([given, 400, { error: 'time_zone is invalid' }]);
    }
    expect((await setZone('x'.repeat(65))).body).toEqual({ error: 'time_zone is invalid' });
    expect((await inWorkspace('GET', '')).body).toMatchObject({ time_zone: 'UTC' });
  });

  test('is changed by owners alone, and read by all members', async () => {
    const { program } = await open();
    const path = `/api/workspaces/${program.workspaceId}`;
    for (const role of ['admin', 'viewer'] as const) {
      const cookie = await signInAs(service, program.workspaceId, role);
      const change = { method: 'PATCH', body: { time_zone: 'Asia/Tokyo' }, cookie };
      expect((await ask(service, path, change)).status).toBe(404);
      expect((await ask(service, path, { cookie })).body).toMatchObject({ time_zone: 'UTC' });
    }
  });
});
