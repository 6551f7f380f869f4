import { describe, expect, test } from 'vitest';
import { sendInvitationMails } from '../../src/features/people/send-invitation-mails.js';
import { engines } from '../support/engines.js';
import { ask } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('invitation emails to one address on %s', (engine) => {
  const service = shared(() => startService(engine));
  const mailsTo = (email: string) => service.mails.filter(({ to }) => to === email).length;

  test('end after ten within an hour, over all workspaces and ways, also at once', async () => {
    const email = `${uniqueName('carol')}@people.test`;
    const [one, two, other] = await Promise.all([1, 2, 3].map(() => openProgram(service)));
    if (!one || !two || !other) throw new Error('three workspaces');
    const { body: partner } = await one.send('POST', '/partners', { email, name: 'Carol' });
    await two.inWorkspace('POST', '/invitations', { email, role: 'viewer' });
    const again = () => one.send('POST', `/partners/${partner.partner.id}/invitation`);
    const member = () => two.inWorkspace('POST', '/invitations', { email, role: 'viewer' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? again() : member())),
    );
    const sent = answers.map(({ body }) => body.mail_sent);
    expect([sent.filter(Boolean).length, mailsTo(email)]).toEqual([8, 10]);
    for (const { body } of answers) expect(body.invitation_url).toBeNull();
    const { body: third } = await other.send('POST', '/partners', { email, name: 'Carol' });
    const many = { ids: [third.partner.id], action: { type: 'invite' } };
    const { body: bulk } = await other.send('POST', '/partners/bulk', many);
    expect([third.mail_sent, bulk.mails_failed]).toEqual([false, 1]);
    await service.pool.query('update invitations set mail_at = now() where mail_at is not null');
    await sendInvitationMails(service.pool, { mailer: service.mailer, baseUrl: '' }, 100);
    expect(mailsTo(email)).toBe(10);
    await service.pool.query(
      `update invitation_email_counts set sent_at = array[now() - interval '61 minutes']`,
    );
    expect((await again()).body.mail_sent).toBe(true);
  });

  test('end likewise for decisions in turns, and for tags of one mailbox', async () => {
    const mailbox = uniqueName('carol');
    const email = `${mailbox}@people.test`;
    const { program, send } = await openProgram(service);
    await send('PATCH', '', { accepts_applications: true });
    const path = `/api/public/programs/${program.programId}/application`;
    await ask(service, path, { method: 'POST', body: { email, name: 'Carol' } });
    const { body: list } = await send('GET', '/partners?status=pending');
    for (let turn = 0; turn < 12; turn++)
      for (const status of ['approved', 'rejected'])
        await send('PATCH', `/partners/${list.data[0].id}`, { status });
    expect(mailsTo(email)).toBe(10);
    const tagged = await send('POST', '/partners', { email: `${mailbox}+more@people.test`, name: 'Carol' });
    expect(tagged.body).toMatchObject({ mail_sent: false, invitation_url: null });
  });
});

describe('without an email server', () => {
  const service = shared(() => startService('embedded', { hasEmailServer: false }));

  test('shows no link beyond the limit', async () => {
    const email = `${uniqueName('carol')}@people.test`;
    const { inWorkspace } = await openProgram(service);
    const links: unknown[] = [];
    for (let turn = 0; turn < 11; turn++)
      links.push((await inWorkspace('POST', '/invitations', { email, role: 'viewer' })).body.invitation_url);
    expect([links.filter((link) => link !== null).length, links.at(-1)]).toEqual([10, null]);
  });
});
