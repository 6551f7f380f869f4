import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { ask, signIn, signInAs } from '../support/management.js';
import { createSender, openProgram } from '../support/open-program.js';
import { seedManagementKey } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

describe.each(engines)('notes about partners on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgram(service);
    const { program } = opened;
    const notes = `/partners/${program.partnerId}/notes`;
    const admin = createSender(
      service,
      await signInAs(service, program.workspaceId, 'admin'),
      `/api/programs/${program.programId}`,
    );
    return { ...opened, notes, admin };
  }

  test('say who wrote them and when, the newest first, and only their author deletes them', async () => {
    const { send, admin, notes } = await open();
    const first = await send('POST', notes, { body: 'Met at the fair.' });
    const second = await admin('POST', notes, { body: 'Wants a code.\nAsk in May.' });
    expect([first.status, first.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        body: 'Met at the fair.',
        by: expect.stringContaining('@'),
        is_own: true,
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await send('GET', notes)).body.data).toEqual([
      { ...second.body, is_own: false },
      { ...first.body, is_own: true },
    ]);
    expect((await admin('DELETE', `${notes}/${first.body.id}`, {})).status).toBe(404);
    expect((await send('DELETE', `${notes}/${first.body.id}`, {})).body).toEqual(first.body);
    expect((await send('DELETE', `${notes}/${first.body.id}`, {})).status).toBe(404);
    expect((await send('GET', notes)).body.data).toMatchObject([{ id: second.body.id }]);
    expect((await send('GET', `${notes}?q=code`)).body.data).toHaveLength(1);
    expect((await send('GET', `${notes}?q=fair`)).body.data).toEqual([]);
    for (const body of [{}, { body: '' }, { body: 'x'.repeat(2001) }, { body: 1 }]) {
      expect((await send('POST', notes, body)).status).toBe(400);
    }
  });

  test('of a management key are deleted by this key alone', async () => {
    const { program, send, notes } = await open();
    const withKey = async () => {
      const { managementKey } = await seedManagementKey(service.pool, program, {
        permissions: ['partner:write'],
      });
      return (method: string, path: string, body: unknown) =>
        ask(service, `/api/programs/${program.programId}${path}`, {
          method,
          body,
          headers: { authorization: `Bearer ${managementKey}` },
        });
    };
    const [one, other] = [await withKey(), await withKey()];
    const note = await one('POST', notes, { body: 'Imported.' });
    expect([note.status, note.body.is_own]).toEqual([200, true]);
    const path = `${notes}/${note.body.id}`;
    expect((await other('DELETE', path, {})).status).toBe(404);
    expect((await send('DELETE', path, {})).status).toBe(404);
    expect((await one('DELETE', path, {})).status).toBe(200);
  });

  test('are in no event, no email and nothing that the partner reads, and the log of changes does not say what they say', async () => {
    const { program, send, inWorkspace, notes, cookie } = await open();
    const { body: note } = await send('POST', notes, { body: 'Late with invoices' });
    await send('PATCH', `/partners/${program.partnerId}`, { status: 'suspended' });
    await send('DELETE', `${notes}/${note.id}`, {});
    await send('POST', notes, { body: 'Late with invoices' });
    const { data: entries } = (await inWorkspace('GET', '/audit')).body;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'partner_note.create',
      'partner_note.delete',
      'partner.update',
      'partner_note.create',
    ]);
    expect(JSON.stringify(entries)).not.toContain('invoices');
    await numberAllEvents(service.pool);
    const events = await inWorkspace('GET', '/event-feed');
    expect(events.body.data).toMatchObject([{ type: 'partner.updated' }]);
    expect(JSON.stringify(events.body)).not.toContain('invoices');
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    const partner = await signIn(service, email);
    for (const path of ['', '/notes', '/statistics', '/claims']) {
      const answer = await ask(service, `/api/partner/programs/${program.programId}${path}`, {
        cookie: partner,
      });
      expect(JSON.stringify(answer.body)).not.toContain('invoices');
    }
    const ofTeam = `/api/programs/${program.programId}${notes}`;
    expect((await ask(service, ofTeam, { cookie: partner })).status).toBe(404);
    expect((await ask(service, ofTeam, { cookie })).body.data).toHaveLength(1);
    const viewer = await signInAs(service, program.workspaceId, 'viewer');
    expect((await ask(service, ofTeam, { cookie: viewer })).body.data).toMatchObject([{ is_own: false }]);
    const post = { method: 'POST', cookie: viewer, body: { body: 'x' } };
    expect((await ask(service, ofTeam, post)).status).toBe(404);
  });
});
