import { describe, expect, test } from 'vitest';
import { sendNotificationMails } from '../../src/features/notifications/send-mails.js';
import { createStopLinks } from '../../src/features/notifications/stop-links.js';
import { tellFirstClicks } from '../../src/features/notifications/tell-first-clicks.js';
import { writeNotifications } from '../../src/features/notifications/write-notifications.js';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { addMember, ask, click, sale, seedUser, signIn } from '../support/management.js';
import { openProgramWithPayee } from '../support/paying.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('emails of notifications on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgramWithPayee(service);
    const { userEmail } = opened.jane;
    const cookie = await signIn(service, userEmail);
    const settings = (body?: object) =>
      ask(service, '/api/me/notification-settings', { cookie, ...(body && { method: 'PATCH', body }) });
    return {
      ...opened,
      cookie,
      settings,
      mailsTo: (to: string) => service.mails.filter((mail) => mail.to === to && mail.stopUrl !== undefined),
    };
  }

  async function send(): Promise<void> {
    const { pool, mailer, stopLinks } = service;
    await numberAllEvents(pool);
    await writeNotifications(pool);
    await sendNotificationMails(pool, { mailer, stopLinks, baseUrl: 'http://service.test' }, 1000);
  }

  /** A claim of the partner that the team answers. */
  async function answerClaim({ jane, team }: Awaited<ReturnType<typeof open>>) {
    const { body: claim } = await jane.send('POST', '/claims', { reference: uniqueName('order') });
    await team('POST', `/claims/${claim.id}/answer`, { status: 'rejected', answer: 'No.' });
    return claim;
  }

  /** The path of the link that stops an email. */
  const stopPathOf = ({ stopUrl }: { readonly stopUrl?: string }) => new URL(stopUrl ?? '').pathname;

  test('say what happened, why one gets them and how they stop, once', async () => {
    const opened = await open();
    const { jane, ownerEmail, mailsTo, program } = opened;
    const claim = await answerClaim(opened);
    await Promise.all([send(), send()]);
    await send();
    const [mail, ...others] = mailsTo(jane.userEmail);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/ answered your claim$/);
    expect(mail?.text).toContain(`/partner/${program.programId}/claims?claim=${claim.id}`);
    expect(mail?.text).toContain('You are receiving this email because you are a partner of');
    expect(mail?.text).toContain(mail?.stopUrl);
    expect(mailsTo(ownerEmail).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Jane reported a missing order in /),
    ]);
  });

  test('are not sent of what another email says, nor of what one did not choose', async () => {
    const { jane, team, program, mailsTo, settings, cookie } = await open();
    await settings({ kind: 'first_click', delivery: 'off' });
    await click(service, program);
    await tellFirstClicks(service.pool);
    await team('PATCH', `/partners/${jane.partnerId}`, { status: 'rejected' });
    await team('PATCH', `/partners/${jane.partnerId}`, { status: 'approved' });
    await send();
    expect(mailsTo(jane.userEmail)).toEqual([]);
    const { body } = await ask(service, '/api/me/notifications', { cookie });
    expect(body.data.map(({ kind }: { kind: string }) => kind)).not.toContain('first_click');
  });

  test('tell commissions of a day together, when it is over', async () => {
    const { jane, program, mailsTo, settings } = await open();
    await settings({ kind: 'commission_earned', delivery: 'email' });
    await sale(service, program);
    await send();
    await sale(service, program);
    await send();
    expect(mailsTo(jane.userEmail)).toEqual([]);
    await service.pool.query(
      `update notifications set mail_at = mail_at - interval '2 days' where mail_at > now()`,
    );
    await send();
    expect(mailsTo(jane.userEmail).map(({ text }) => text)).toEqual([
      expect.stringContaining('You earned 2 commissions'),
    ]);
  });

  test('that an email server refuses, or whose sending is cut off, are sent later, and keep nobody else from theirs', async () => {
    const opened = await open();
    const { jane, mailsTo } = opened;
    await answerClaim(opened);
    const { pool, mailer, stopLinks } = service;
    await numberAllEvents(pool);
    await writeNotifications(pool);
    const refusing = { hasServer: true, send: async () => false };
    const parts = { stopLinks, baseUrl: 'http://service.test' };
    // The team hears of the claim, and the partner of the answer: each refusal ends a run.
    expect(await sendNotificationMails(pool, { ...parts, mailer: refusing }, 1000)).toBe(0);
    const killed = { hasServer: true, send: () => Promise.reject(new Error('killed')) };
    await pool.query(
      `update notifications set mail_at = now() where mail_at is not null and workspace_id = $1`,
      [opened.program.workspaceId],
    );
    await expect(sendNotificationMails(pool, { ...parts, mailer: killed }, 1000)).rejects.toThrow('killed');
    await sendNotificationMails(pool, { ...parts, mailer }, 1000);
    const { rows } = await pool.query(
      `select mail_at > now() + interval '5 minutes' as is_later from notifications where workspace_id = $1 and mail_at is not null`,
      [opened.program.workspaceId],
    );
    expect(rows).toEqual([{ is_later: true }]);
    await pool.query(
      `update notifications set mail_at = now() where mail_at is not null and workspace_id = $1`,
      [opened.program.workspaceId],
    );
    await sendNotificationMails(pool, { ...parts, mailer }, 1000);
    expect(mailsTo(jane.userEmail)).toHaveLength(1);
    expect(mailsTo(opened.ownerEmail)).toHaveLength(1);
  });

  test('stop by their link: opening it asks, and one request of a mail client ends them', async () => {
    const opened = await open();
    const { jane, mailsTo, settings } = opened;
    await answerClaim(opened);
    await send();
    const path = stopPathOf(mailsTo(jane.userEmail)[0] ?? {});
    const deliveryOf = async () =>
      (await settings()).body.data.find(({ kind }: { kind: string }) => kind === 'claim_answered').delivery;
    const page = await fetch(`${service.baseUrl}${path}`);
    expect([page.status, await page.text(), await deliveryOf()]).toEqual([
      200,
      expect.stringContaining('Stop these emails?'),
      'email',
    ]);
    const done = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([done.status, await deliveryOf()]).toEqual([200, 'app']);
    await answerClaim(opened);
    await send();
    expect(mailsTo(jane.userEmail)).toHaveLength(1);
    await settings({ kind: 'claim_answered', delivery: 'off' });
    await fetch(`${service.baseUrl}${path}`, { method: 'POST' });
    expect(await deliveryOf()).toBe('off');
  });

  test('have links that nobody can make or change, and that outlive a new secret', async () => {
    const mails = { userId: 'jane', kind: 'claim_answered' } as const;
    const old = createStopLinks(['old'], 'http://service.test');
    const token =
      stopPathOf({ stopUrl: old.urlOf(mails) })
        .split('/')
        .at(-1) ?? '';
    expect(createStopLinks(['new', 'old'], '').read(token)).toEqual(mails);
    expect(createStopLinks(['new'], '').read(token)).toBeNull();
    const [, signature] = token.split('.');
    const forged = `${Buffer.from('claim_answered joe').toString('base64url')}.${signature}`;
    for (const wrong of [forged, '', '.', token.slice(0, -1), `${token}x`])
      expect(old.read(wrong)).toBeNull();
    expect((await fetch(`${service.baseUrl}/stop-emails/${forged}`, { method: 'POST' })).status).toBe(404);
  });

  test('are not sent to someone who may no longer see what they say', async () => {
    const { jane, program, workspace, mailsTo } = await open();
    const { userId, email } = await seedUser(service.pool);
    await addMember(service.pool, program.workspaceId, userId, 'member');
    await jane.send('POST', '/claims', { reference: uniqueName('order') });
    await numberAllEvents(service.pool);
    await writeNotifications(service.pool);
    await workspace('DELETE', `/members/${userId}`);
    await send();
    expect(mailsTo(email)).toEqual([]);
  });

  test('are chosen among what concerns one, and refused where there is no such choice', async () => {
    const { settings } = await open();
    const { data } = (await settings()).body;
    expect(data.map(({ audience }: { audience: string }) => audience)).toEqual(Array(9).fill('partner'));
    expect((await settings({ kind: 'partner_approved', delivery: 'email' })).body).toEqual({
      error: 'delivery is invalid',
    });
    expect((await settings({ kind: 'nothing', delivery: 'off' })).status).toBe(400);
  });
});
