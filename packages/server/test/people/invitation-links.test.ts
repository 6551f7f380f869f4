import { describe, expect, test } from 'vitest';
import { sendInvitationMails } from '../../src/features/people/send-invitation-mails.js';
import { ask, signInAs } from '../support/management.js';
import { createSender, openProgram, type Send } from '../support/open-program.js';
import { seedManagementKey, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { shared } from '../support/shared.js';

interface Team {
  readonly program: { readonly programId: number; readonly workspaceId: number };
  readonly send: Send;
}

const newAddress = () => `${uniqueName('carol')}@people.test`;

async function apply(service: RunningService, { program }: Team, email: string): Promise<number> {
  await service.pool.query('update programs set accepts_applications = true where id = $1', [
    program.programId,
  ]);
  const path = `/api/public/programs/${program.programId}/application`;
  await ask(service, path, { method: 'POST', body: { email, name: 'Carol' } });
  const { rows } = await service.pool.query('select id from partners where email = $1', [email]);
  return rows[0].id;
}

/** Every way to invite a partner; each returns the answer that may carry a link. */
const WAYS: Readonly<
  Record<string, (service: RunningService, team: Team, email: string) => Promise<{ invitation_url: unknown }>>
> = {
  invite: async (_service, { send }, email) =>
    (await send('POST', '/partners', { email, name: 'Carol' })).body,
  'invite again': async (_service, { send }, email) => {
    const { body } = await send('POST', '/partners', { email, name: 'Carol' });
    return (await send('POST', `/partners/${body.partner.id}/invitation`)).body;
  },
  'invite many': async (_service, { send }, email) => {
    const { body } = await send('POST', '/partners', { email, name: 'Carol' });
    const many = { ids: [body.partner.id], action: { type: 'invite' } };
    return (await send('POST', '/partners/bulk', many)).body.data[0];
  },
  'approve an applicant': async (service, team, email) => {
    const id = await apply(service, team, email);
    return (await team.send('PATCH', `/partners/${id}`, { status: 'approved' })).body;
  },
  'approve many': async (service, team, email) => {
    const many = { ids: [await apply(service, team, email)], action: { type: 'approve' } };
    return (await team.send('POST', '/partners/bulk', many)).body.data[0];
  },
};

describe('links without an email server', () => {
  const service = shared(() => startService('embedded', { hasEmailServer: false }));

  async function teamAs(role: 'owner' | 'admin' | 'member' | 'key'): Promise<Team> {
    if (role !== 'key') return openProgram(service, {}, role);
    const program = await seedProgram(service.pool);
    const { managementKey } = await seedManagementKey(service.pool, program, {
      permissions: ['partner:write', 'program:read'],
    });
    const prefix = `/api/programs/${program.programId}`;
    const send: Send = (method, path, body) =>
      ask(service, prefix + path, {
        method,
        headers: { authorization: `Bearer ${managementKey}` },
        ...(body !== undefined && { body }),
      });
    return { program, send };
  }

  const cases = Object.keys(WAYS).flatMap((way) =>
    (['owner', 'admin', 'member', 'key'] as const).map((role) => ({ way, role })),
  );

  test.each(cases)('$way: the $role sees a link only as an owner', async ({ way, role }) => {
    const team = await teamAs(role);
    const answer = await WAYS[way]?.(service, team, newAddress());
    expect(answer?.invitation_url).toEqual(role === 'owner' ? expect.stringContaining('/invitation#') : null);
  });

  const KNOWN: Readonly<Record<string, (email: string) => Promise<unknown>>> = {
    'a partner': async (email) => {
      const { programId } = (await openProgram(service)).program;
      await service.pool.query(
        `insert into partners (workspace_id, email, name) select workspace_id, $2, 'Carol' from programs where id = $1`,
        [programId, email],
      );
    },
    'a member': async (email) => {
      const { workspaceId } = await seedProgram(service.pool);
      await signInAs(service, workspaceId, 'viewer');
      await service.pool.query(
        'update users set email = $2 where id = (select user_id from workspace_members where workspace_id = $1)',
        [workspaceId, email],
      );
    },
    'an open invitation': async (email) =>
      (await openProgram(service)).inWorkspace('POST', '/invitations', { email, role: 'owner' }),
  };

  test.each(Object.keys(KNOWN))(
    'no link is shown for an address that %s of another workspace has',
    async (how) => {
      const email = newAddress();
      await KNOWN[how]?.(email);
      const { send, inWorkspace } = await openProgram(service);
      const { body: partner } = await send('POST', '/partners', { email, name: 'Carol' });
      const { body: member } = await inWorkspace('POST', '/invitations', { email, role: 'viewer' });
      expect([partner.mail_sent, partner.invitation_url]).toEqual([false, null]);
      expect([member.mail_sent, member.invitation_url]).toEqual([false, null]);
    },
  );
});

describe('links where the email server refuses', () => {
  let isRefusing = true;
  const service = shared(() =>
    startService('embedded', { takesEmail: ({ to }) => !isRefusing && !to.startsWith('gone') }),
  );

  const makeDue = () =>
    service.pool.query('update invitations set mail_at = now() where mail_at is not null');

  const sendDue = () =>
    sendInvitationMails(service.pool, { mailer: service.mailer, baseUrl: 'http://service.test' }, 50);

  test.each([...Object.keys(WAYS), 'invite a member'])(
    '%s: shows no link, and sends the email later',
    async (way) => {
      isRefusing = true;
      const team = await openProgram(service);
      const email = newAddress();
      const answer =
        way === 'invite a member'
          ? (await team.inWorkspace('POST', '/invitations', { email, role: 'admin' })).body
          : await WAYS[way]?.(service, team, email);
      expect(answer?.invitation_url).toBeNull();
      isRefusing = false;
      await makeDue();
      await sendDue();
      await makeDue();
      await sendDue();
      const sent = service.mails.filter(({ to }) => to === email);
      expect(sent).toHaveLength(1);
      const token = sent[0]?.text.match(/invitation#(\S+)/)?.[1] ?? '';
      const { body } = await ask(service, '/api/invitation', { headers: { 'x-invitation-token': token } });
      expect(body).toMatchObject({
        email,
        role: way === 'invite a member' ? 'admin' : null,
        has_account: false,
      });
    },
  );

  test('a refused address does not hold up those behind it', async () => {
    const { program, cookie } = await openProgram(service);
    const send = createSender(service, cookie, `/api/programs/${program.programId}`);
    isRefusing = true;
    const emails = [`gone-${newAddress()}`, newAddress(), newAddress()];
    for (const email of emails) await send('POST', '/partners', { email, name: 'Carol' });
    isRefusing = false;
    await makeDue();
    await sendDue();
    const reached = emails.map((email) => service.mails.some(({ to }) => to === email));
    expect(reached).toEqual([false, true, true]);
  });
});
