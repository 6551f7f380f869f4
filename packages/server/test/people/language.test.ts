import { describe, expect, test } from 'vitest';
import { decisionMail } from '../../src/mail/application-decision.js';
import { engines } from '../support/engines.js';
import { ask, PASSWORD, post, seedUser, signIn } from '../support/management.js';
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
    expect((await choose(cookie, 'de')).body).toEqual({ language: 'de' });
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
