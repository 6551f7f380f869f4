import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { createEncryption } from '../../src/crypto/encryption.js';
import type { Mail } from '../../src/mail/mail.js';
import { createMailer } from '../../src/mail/mailer.js';
import { OUTBOX_PURPOSE } from '../../src/mail/outbox.js';
import { renderMail } from '../../src/mail/render-mail.js';
import { engines, openTestDatabase } from '../support/engines.js';
import { freePort } from '../support/free-port.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { type SmtpBehavior, startSmtpServer } from '../support/smtp-server.js';

const secrets = { current: randomBytes(32).toString('hex'), previous: [] };

function mailTo(to: string): Mail {
  return renderMail(to, {
    language: 'en',
    subject: 'Your invitation',
    heading: 'Your invitation',
    parts: ['Open the-secret-token.'],
    reason: 'You are receiving this email because of a test.',
  });
}

describe.each(engines)('emails that wait on %s', (engine) => {
  const database = shared(() => openTestDatabase(engine));

  /** A mailer of a process of its own, with what it logs. */
  async function open(port: number, options = '?ignoreTLS=true', user = '') {
    await database.pool.query('delete from outgoing_emails');
    await database.pool.query('delete from email_failures');
    const lines: string[] = [];
    const keep = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
    const mailer = createMailer({
      mail: { smtpUrl: `smtp://${user}127.0.0.1:${port}${options}`, from: 'Acme <hello@acme.test>' },
      dataDir: '',
      pool: database.pool,
      encryption: createEncryption(secrets, OUTBOX_PURPOSE),
      logger: { info: keep, error: keep },
      now: systemNow,
    });
    onTestFinished(() => mailer.close?.());
    return { mailer, lines };
  }

  const serve = async (behavior: SmtpBehavior) => {
    const server = await startSmtpServer(behavior);
    return {
      server,
      ...(await open(server.port, behavior.tls === undefined ? undefined : '', behavior.auth && 'u:p@')),
    };
  };

  const waitingCount = async () =>
    (await database.pool.query('select count(*)::int as count from outgoing_emails')).rows[0].count;

  const failure = async () =>
    (await database.pool.query('select cause, attempts from email_failures')).rows[0] ?? null;

  /** Lets the time of the next attempt come. */
  const makeDue = async () => {
    await database.pool.query('update email_failures set paused_until = now()');
    await database.pool.query('update outgoing_emails set next_attempt_at = now()');
  };

  test('hands emails over as text and HTML, and logs no address', async () => {
    const { server, mailer, lines } = await serve({});
    expect(await mailer.send(mailTo('jane@blog.test'))).toBe(true);
    expect(server.contents[0]).toMatch(/^To: jane@blog\.test$/m);
    expect(server.contents[0]).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/);
    expect(await waitingCount()).toBe(0);
    expect(lines.join()).not.toContain('jane@blog.test');
  });

  test('sends what waited for a server in order, once each, over one connection', async () => {
    const port = await freePort();
    const { mailer, lines } = await open(port);
    const emails = Array.from({ length: 12 }, (_, index) => `reader-${index}@blog.test`);
    for (const email of emails) expect(await mailer.send(mailTo(email))).toBe(false);
    expect(await failure()).toEqual({ cause: 'connection', attempts: 1 });
    expect(lines.join()).toContain('There is no connection to the email server');
    const { rows } = await database.pool.query('select * from outgoing_emails');
    expect(JSON.stringify(rows)).not.toMatch(/reader-|the-secret-token/);
    const server = await startSmtpServer({ port });
    await makeDue();
    await Promise.all([mailer.sendWaiting?.(), mailer.sendWaiting?.()]);
    await makeDue();
    await mailer.sendWaiting?.();
    expect(server.taken).toEqual(emails);
    expect([server.connections(), await waitingCount(), await failure()]).toEqual([1, 0, null]);
    expect(lines.join()).not.toMatch(/reader-|the-secret-token/);
  });

  test('sends emails of requests at the same time over one connection', async () => {
    const { server, mailer } = await serve({});
    const emails = Array.from({ length: 12 }, (_, index) => `reader-${index}@blog.test`);
    const sent = await Promise.all(emails.map((email) => mailer.send(mailTo(email))));
    expect(sent).toEqual(emails.map(() => true));
    expect([server.taken.toSorted(), server.connections()]).toEqual([emails.toSorted(), 1]);
  });

  const FAILURES: readonly (readonly [cause: string, behavior: SmtpBehavior])[] = [
    ['certificate', { tls: 'starttls' }],
    ['sign_in', { auth: () => '535 5.7.8 bad password for jane@blog.test' }],
    ['sign_in', { sender: () => '530 5.7.0 authentication required' }],
    ['busy', { greeting: () => '421 4.7.0 too many connections' }],
    ['sender', { sender: () => '553 5.7.1 hello@acme.test is not yours' }],
    ['connection', { greeting: () => '554 no service' }],
  ];

  test.each(FAILURES)('names the cause %s and keeps every email', async (cause, behavior) => {
    const { mailer, lines } = await serve(behavior);
    expect(await mailer.send(mailTo('jane@blog.test'))).toBe(false);
    expect(await mailer.send(mailTo('joe@blog.test'))).toBe(false);
    expect([(await failure())?.cause, await waitingCount()]).toEqual([cause, 2]);
    expect(lines.join()).toContain(`"cause":"${cause}"`);
    expect(lines.join()).not.toMatch(/jane@|joe@|hello@/);
  });

  test('gives up an email whose recipient is refused, and sends those behind it', async () => {
    const { server, mailer, lines } = await serve({
      recipient: (address) => (address.startsWith('gone') ? `550 5.1.1 <${address}> unknown` : '250 fine'),
    });
    const sent = await Promise.all(
      ['gone@blog.test', 'jane@blog.test'].map((email) => mailer.send(mailTo(email))),
    );
    expect([sent, server.taken]).toEqual([[false, true], ['jane@blog.test']]);
    await makeDue();
    await mailer.sendWaiting?.();
    expect([await waitingCount(), await failure()]).toEqual([0, null]);
    expect(lines.join()).toContain('"cause":"recipient","why":"EENVELOPE 550"');
    expect(lines.join()).not.toContain('gone@');
  });

  test('repeats an email that a server postpones under the same identifier, before later ones to its reader', async () => {
    let isPostponing = true;
    const { server, mailer } = await serve({
      recipient: (address) => (isPostponing && address.startsWith('grey') ? '451 4.7.1 later' : '250 fine'),
    });
    await mailer.send({ ...mailTo('grey@blog.test'), subject: 'First' });
    await mailer.send({ ...mailTo('grey@blog.test'), subject: 'Second' });
    expect(await mailer.send(mailTo('jane@blog.test'))).toBe(true);
    isPostponing = false;
    await mailer.sendWaiting?.();
    expect(server.taken).toEqual(['jane@blog.test']);
    await makeDue();
    await mailer.sendWaiting?.();
    expect(server.contents.map((text) => /^Subject: (.*)$/m.exec(text)?.[1])).toEqual([
      'Your invitation',
      'First',
      'Second',
    ]);
  });

  test('keeps the identifier of an email that the server refused after its content', async () => {
    const identifiers: string[] = [];
    const { mailer } = await serve({
      data: (content) => {
        identifiers.push(/^Message-ID: (\S+)$/m.exec(content)?.[1] ?? '');
        return identifiers.length === 1 ? '452 4.3.1 disk full' : '250 taken';
      },
    });
    await mailer.send(mailTo('jane@blog.test'));
    await makeDue();
    await mailer.sendWaiting?.();
    expect(identifiers).toEqual([expect.stringMatching(/^<.+@acme\.test>$/), identifiers[0]]);
  });

  test('gives up an email after a day', async () => {
    const { mailer, lines } = await open(await freePort());
    await mailer.send(mailTo('jane@blog.test'));
    await database.pool.query(`update outgoing_emails set created_at = now() - interval '25 hours'`);
    await makeDue();
    await mailer.sendWaiting?.();
    expect(await waitingCount()).toBe(0);
    expect(lines.join()).toContain('"givenUp":1');
  });

  test('tries at once after a restart, whose settings may be others', async () => {
    const port = await freePort();
    const { mailer } = await open(port);
    await mailer.send(mailTo('jane@blog.test'));
    await mailer.sendWaiting?.();
    const server = await startSmtpServer({ port });
    await mailer.sendWaiting?.();
    expect(server.taken).toEqual([]);
    const restarted = createMailer({
      mail: { smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from: 'hello@acme.test' },
      dataDir: '',
      pool: database.pool,
      encryption: createEncryption(secrets, OUTBOX_PURPOSE),
      logger: { info: () => undefined, error: () => undefined },
      now: systemNow,
    });
    onTestFinished(() => restarted.close?.());
    await restarted.sendWaiting?.();
    expect(server.taken).toEqual(['jane@blog.test']);
  });
});

describe('status of the email server', () => {
  const service = shared(() => startService('embedded'));

  test('names the cause to owners, and to no other member', async () => {
    const { inWorkspace } = await openProgram(service);
    const none = { cause: null, text: null, failing_since: null };
    expect((await inWorkspace('GET', '/email-status')).body).toEqual({ status: 'ok', ...none });
    await service.pool.query(`insert into email_failures (cause, paused_until) values ('sign_in', now())`);
    expect((await inWorkspace('GET', '/email-status')).body).toMatchObject({
      status: 'failing',
      cause: 'sign_in',
      text: expect.stringContaining('SMTP_URL'),
    });
    const { inWorkspace: asAdmin } = await openProgram(service, {}, 'admin');
    expect((await asAdmin('GET', '/email-status')).status).toBe(404);
  });
});
