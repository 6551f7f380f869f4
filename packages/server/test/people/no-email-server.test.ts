import { expect, test } from 'vitest';
import { ask, PASSWORD, post, signIn, signInAs } from '../support/management.js';
import { createSender } from '../support/open-program.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const service = shared(() => startService('embedded', { hasEmailServer: false }));

async function openTeam() {
  const program = await seedProgram(service.pool);
  const owner = await signInAs(service, program.workspaceId, 'owner');
  return {
    program,
    team: createSender(service, owner, `/api/programs/${program.programId}`),
    workspace: createSender(service, owner, `/api/workspaces/${program.workspaceId}`),
  };
}

/** Accepts the invitation behind a link, and signs in. */
async function acceptLink(url: string, email: string): Promise<void> {
  const token = url.replace('http://service.test/invitation#', '');
  const accepted = await post(service, '/api/invitation/accept', { token, name: 'Vic', password: PASSWORD });
  expect([accepted.status, accepted.body.email]).toEqual([200, email]);
  const { body: me } = await ask(service, '/api/me', { cookie: await signIn(service, email) });
  expect(me.user.email).toBe(email);
}

test('without an email server, an invitation says that no email was sent and gives the link to hand over', async () => {
  const { team, workspace } = await openTeam();
  const member = `${uniqueName('vic')}@people.test`;
  const { body: invited } = await workspace('POST', '/invitations', { email: member, role: 'viewer' });
  expect(invited.mail_sent).toBe(false);
  await acceptLink(invited.invitation_url, member);
  const email = `${uniqueName('jane')}@blog.test`;
  const { body: first } = await team('POST', '/partners', { email, name: 'Jane' });
  const { body: again } = await team('POST', `/partners/${first.partner.id}/invitation`);
  expect([first.mail_sent, again.mail_sent]).toEqual([false, false]);
  await acceptLink(again.invitation_url, email);
  const { body: log } = await workspace('GET', '/audit');
  expect(JSON.stringify(log)).not.toContain('invitation#');
});

test('without an email server, inviting many again gives the link of each', async () => {
  const { team } = await openTeam();
  const emails = [`${uniqueName('ann')}@blog.test`, `${uniqueName('ben')}@blog.test`];
  const ids: number[] = [];
  for (const email of emails)
    ids.push((await team('POST', '/partners', { email, name: email })).body.partner.id);
  const invite = { ids, action: { type: 'invite' } };
  const { body: preview } = await team('POST', '/partners/bulk', { ...invite, preview: true });
  const { body: invited } = await team('POST', '/partners/bulk', invite);
  const linksOf = (body: { data: { invitation_url: string | null }[] }) =>
    body.data.map((row) => row.invitation_url);
  expect([linksOf(preview), invited.mails_failed]).toEqual([[null, null], 2]);
  for (const [index, url] of linksOf(invited).entries()) await acceptLink(url ?? '', emails[index] ?? '');
});

test('without an email server, approving an applicant gives the link of their account', async () => {
  const { program, team } = await openTeam();
  await team('PATCH', '', { accepts_applications: true });
  const email = `${uniqueName('petra')}@blog.test`;
  const path = `/api/public/programs/${program.programId}/application`;
  await ask(service, path, { method: 'POST', body: { email, name: 'Petra' } });
  const { body: pending } = await team('GET', '/partners?status=pending');
  const approve = { status: 'approved' };
  const { body: approved } = await team('PATCH', `/partners/${pending.data[0].id}`, approve);
  expect(approved).toMatchObject({ status: 'approved', mail_sent: false });
  await acceptLink(approved.invitation_url, email);
});
