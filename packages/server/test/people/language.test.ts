import { describe, expect, test } from 'vitest';
import { decisionMail } from '../../src/mail/application-decision.js';
import { findOwners } from '../../src/payments/find-owners.js';
import { engines } from '../support/engines.js';
import { addMember, ask, PASSWORD, post, seedUser, signIn, signInAs } from '../support/management.js';
import { openProgramWithPayee } from '../support/paying.js';
import { seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('the language of a person on %s', (engine) => {
  const service = shared(() => startService(engine));
  const choose = (cookie: string, language: string) =>
    ask(service, '/api/me', { method: 'PATCH', cookie, body: { language } });

  const resetSubject = async (email: string) => {
    await post(service, '/api/auth/request-password-reset', { email });
    const find = () =>
      service.mails.findLast(({ to, text }) => to === email && text.includes('/reset-password#'))?.subject;
    await expect.poll(find).toBeDefined();
    return find();
  };

  test('emails about an account are in English until its person chooses German', async () => {
    const { email } = await seedUser(service.pool);
    expect(await resetSubject(email)).toBe('Reset your password');
    const cookie = await signIn(service, email);
    const chosen = async () => (await ask(service, '/api/me', { cookie })).body.user.language;
    expect(await chosen()).toBeNull();
    expect((await choose(cookie, 'de')).body).toEqual({ language: 'de' });
    expect(await chosen()).toBe('de');
    const changes = { currentPassword: PASSWORD, newPassword: 'another-long-secret-9' };
    await post(service, '/api/auth/change-password', changes, cookie);
    const mail = service.mails.findLast(({ to }) => to === email);
    expect(mail?.subject).toBe('Ihr Passwort wurde geändert');
    expect(mail?.text).toMatch(/^Guten Tag,[\s\S]*Wenn Sie es nicht waren.*:\n\n\S+\/forgot-password\n/);
  });

  test('the choice is of one person, and a reset link comes in their language', async () => {
    const { email } = await seedUser(service.pool);
    const other = await seedUser(service.pool);
    await choose(await signIn(service, email), 'de');
    expect(await resetSubject(email)).toBe('Passwort zurücksetzen');
    expect(await resetSubject(other.email)).toBe('Reset your password');
  });

  test('an invitation is in the language of the account that is invited', async () => {
    const { workspaceId } = await seedProgram(service.pool);
    const cookie = await signInAs(service, workspaceId, 'owner');
    const { email } = await seedUser(service.pool);
    await choose(await signIn(service, email), 'de');
    const invite = async (to: string) => {
      const body = { email: to, role: 'member' };
      await ask(service, `/api/workspaces/${workspaceId}/invitations`, { method: 'POST', cookie, body });
      return service.mails.findLast((mail) => mail.to === to);
    };
    expect((await invite(email))?.text).toContain('in das Team von');
    const stranger = await invite(`someone-else-${email}`);
    expect(stranger?.subject).toMatch(/^Your invitation to the team of /);
  });

  test('a change of payout details is in the language of the partner, at whatever address', async () => {
    const { jane } = await openProgramWithPayee(service);
    expect(jane.userEmail).not.toBe(jane.email);
    await choose(await signIn(service, jane.userEmail), 'de');
    await jane.setDetails('paypal', 'jane@blog.test');
    const mail = service.mails.findLast(({ to }) => to === jane.email);
    expect(mail?.subject).toMatch(/^Ihre Auszahlungsdaten bei .* wurden hinterlegt$/);
    expect(mail?.html).toContain('<html lang="de"');
  });

  test('each owner of a workspace is written to in their own language', async () => {
    const { workspaceId } = await seedProgram(service.pool);
    const members = await Promise.all(
      (['owner', 'owner', 'admin'] as const).map(async (role) => {
        const user = await seedUser(service.pool);
        await addMember(service.pool, workspaceId, user.userId, role);
        return user.email;
      }),
    );
    await choose(await signIn(service, members[0] ?? ''), 'de');
    const { owners } = await findOwners(service.pool, workspaceId);
    expect(new Map(owners.map(({ email, language }) => [email, language]))).toEqual(
      new Map([
        [members[0], 'de'],
        [members[1], 'en'],
      ]),
    );
  });

  test('a language there is not is refused, and so is a caller who is not signed in', async () => {
    const { email } = await seedUser(service.pool);
    expect((await choose(await signIn(service, email), 'fr')).status).toBe(400);
    expect((await choose('', 'de')).status).toBe(401);
  });

  test('the result of an application is in the language of the account it is sent to', () => {
    const content = { to: 'pat@people.test', program: 'Acme', isApproved: true, link: null, token: null };
    const mail = decisionMail({ ...content, language: 'de', baseUrl: 'https://svc.test' });
    expect(mail.subject).toBe('Ihre Bewerbung bei Acme');
    expect(mail.text).toContain('Sie sind jetzt Partner von Acme.');
    expect(mail.text).toContain('https://svc.test/partner');
  });
});
