import { describe, expect, test } from 'vitest';
import { sendNotificationMails } from '../../src/features/notifications/send-mails.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { ask, signIn, signInAs } from '../support/management.js';
import { createSender } from '../support/open-program.js';
import { openProgramWithPayee } from '../support/paying.js';
import { seedPartner, seedWorkspace, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const SUBJECT = 'Spring sale';
const BODY =
  'Hi all,\n\nour spring sale starts on Monday:\n- 20% off\n\nBanners: https://shop.test/a?b=1&c=2. <b>Bold</b>';

interface Told {
  readonly id: number;
  readonly result: string;
  readonly reason: string | null;
}

describe.each(engines)('messages to partners on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgramWithPayee(service);
    const { program, team, jane } = opened;
    const cookie = await signIn(service, jane.userEmail);
    return {
      ...opened,
      message: (body: object) => team('POST', '/partner-messages', { subject: SUBJECT, body: BODY, ...body }),
      add: async (status: 'pending' | 'approved' | 'rejected' | 'suspended') =>
        (await seedPartner(service.pool, program, status)).partnerId,
      choose: (delivery: string) =>
        ask(service, '/api/me/notification-settings', {
          cookie,
          method: 'PATCH',
          body: { kind: 'partner_message', delivery },
        }),
      bell: async () =>
        (await ask(service, '/api/me/notifications', { cookie })).body.data.filter(
          ({ kind }: { kind: string }) => kind === 'partner_message',
        ),
      mailsToJane: () =>
        service.mails.filter(({ to, stopUrl }) => to === jane.userEmail && stopUrl !== undefined),
      sent: async () =>
        (
          await service.pool.query('select id from partner_messages where program_id = $1 order by id', [
            program.programId,
          ])
        ).rows,
    };
  }

  async function send(): Promise<void> {
    const { pool, mailer, stopLinks } = service;
    await sendNotificationMails(pool, { mailer, stopLinks, baseUrl: 'http://service.test' }, 1000);
  }

  const results = (body: { readonly data: readonly Told[] }) =>
    body.data.map(({ id, result, reason }) => [id, result, reason]);

  test('reach approved partners in the portal and by email; a preview says who, and writes nothing', async () => {
    const { jane, team, message, add, sent, workspace, bell, mailsToJane } = await open();
    const [pending, suspended, invited] = [
      await add('pending'),
      await add('suspended'),
      await add('approved'),
    ];
    const ids = [invited, jane.partnerId, suspended, pending];
    const expected = [
      [jane.partnerId, 'emailed', null],
      [pending, 'refused', 'not_approved'],
      [suspended, 'refused', 'not_approved'],
      [invited, 'portal_only', 'no_account'],
    ];
    const preview = await message({ ids, preview: true });
    expect([preview.status, preview.body.message_id, results(preview.body)]).toEqual([200, null, expected]);
    expect([await sent(), await bell()]).toEqual([[], []]);
    const done = await message({ ids });
    expect([done.status, done.body.is_cut, results(done.body)]).toEqual([200, false, expected]);
    const { message_id: id } = done.body;
    expect(await sent()).toEqual([{ id }]);
    expect(mailsToJane()).toEqual([]);

    const received = { id, subject: SUBJECT, body: BODY, created_at: expect.stringMatching(/Z$/) };
    expect((await jane.send('GET', '/messages')).body).toEqual({ data: [received], next_cursor: null });
    expect((await jane.send('GET', `/messages/${id}`)).body).toEqual(received);
    expect(await bell()).toMatchObject([{ object_id: id, subject: SUBJECT, is_read: false }]);

    const ofTeam = { ...received, by: expect.stringContaining('@'), recipient_count: 2 };
    const listOf = async (partnerId: number) =>
      (await team('GET', `/partners/${partnerId}/messages`)).body.data;
    expect(await listOf(jane.partnerId)).toEqual([{ ...ofTeam, no_email: null }]);
    expect(await listOf(invited)).toEqual([{ ...ofTeam, no_email: 'no_account' }]);
    expect(await listOf(pending)).toEqual([]);
    expect((await team('GET', `/partners/${jane.partnerId}/messages?q=monday`)).body.data).toHaveLength(1);

    const { data: entries } = (await workspace('GET', '/audit')).body;
    expect(entries).toMatchObject([
      {
        action: 'partner_message.send',
        target_type: 'partner_message',
        after: { id, subject: SUBJECT, recipient_count: 2 },
      },
    ]);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('are emailed once, in the words of the team, as text that is no HTML, with a link that stops them', async () => {
    const { jane, program, message, mailsToJane } = await open();
    const { body } = await message({ ids: [jane.partnerId] });
    await Promise.all([send(), send()]);
    const [mail, ...others] = mailsToJane();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(SUBJECT);
    expect(mail?.text).toMatch(/^Hi all,\n\nour spring sale starts on Monday:\n- 20% off\n\nBanners: https:/);
    expect(mail?.text).toContain(`/partner/${program.programId}/messages?message=${body.message_id}`);
    expect(mail?.text).toContain(mail?.stopUrl);
    const address = 'https://shop.test/a?b=1&amp;c=2';
    expect(mail?.html).toContain(
      `Banners: <a href="${address}" style="color:#1d2326;">${address}</a>. &lt;b&gt;Bold`,
    );
    expect(mail?.html).toContain('Monday:<br/>- 20% off');
    const stopped = await fetch(`${service.baseUrl}${new URL(mail?.stopUrl ?? '').pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(stopped.status).toBe(200);
    const second = await message({ ids: [jane.partnerId] });
    expect(results(second.body)).toEqual([[jane.partnerId, 'portal_only', 'emails_off']]);
    await send();
    expect(mailsToJane()).toHaveLength(1);
  });

  test('say that nobody gets an email where there is no email server', async () => {
    const own = await startService(engine, { hasEmailServer: false });
    const { team, jane } = await openProgramWithPayee(own);
    const message = { subject: SUBJECT, body: BODY, ids: [jane.partnerId] };
    const { status, body } = await team('POST', '/partner-messages', message);
    expect([status, results(body)]).toEqual([200, [[jane.partnerId, 'portal_only', 'no_email_server']]]);
    expect((await jane.send('GET', '/messages')).body.data).toHaveLength(1);
    await own.close();
  });

  test('ring no bell of those who turned them off, and are in the portal all the same', async () => {
    const { jane, message, choose, bell, mailsToJane } = await open();
    await choose('off');
    const { body } = await message({ ids: [jane.partnerId] });
    expect(results(body)).toEqual([[jane.partnerId, 'portal_only', 'emails_off']]);
    await send();
    expect([await bell(), mailsToJane()]).toEqual([[], []]);
    expect((await jane.send('GET', '/messages')).body.data).toHaveLength(1);
  });

  test('are not emailed to those who turned emails off after they were written', async () => {
    const { jane, message, choose, mailsToJane } = await open();
    await message({ ids: [jane.partnerId] });
    await choose('app');
    await send();
    expect(mailsToJane()).toEqual([]);
  });

  test('go to all that a filter finds, and to nobody who is not approved', async () => {
    const { jane, team, message, add, sent } = await open();
    const pending = await add('pending');
    await team('PATCH', `/partners/${jane.partnerId}`, { tags: ['vip'] });
    expect(results((await message({ filter: { tag: 'VIP' } })).body)).toEqual([
      [jane.partnerId, 'emailed', null],
    ]);
    const nobody = await message({ filter: { status: 'pending' } });
    expect([nobody.status, nobody.body.message_id, results(nobody.body)]).toEqual([
      200,
      null,
      [[pending, 'refused', 'not_approved']],
    ]);
    expect(await sent()).toHaveLength(1);
  });

  test('are sent once however often the same request is repeated, also at the same moment', async () => {
    const { program, jane, ownerEmail, sent } = await open();
    const cookie = await signIn(service, ownerEmail);
    const once = () =>
      ask(service, `/api/programs/${program.programId}/partner-messages`, {
        method: 'POST',
        cookie,
        headers: { 'idempotency-key': `message ${program.programId}` },
        body: { ids: [jane.partnerId], subject: SUBJECT, body: BODY },
      });
    const answers = await Promise.all([once(), once(), once()]);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const last = await once();
    expect(await sent()).toEqual([{ id: last.body.message_id }]);
  });

  test('with a text that cannot be sent are refused with the field that is wrong', async () => {
    const { jane, message, sent } = await open();
    const ids = [jane.partnerId];
    const wrong: readonly (readonly [string, object])[] = [
      ['subject', { subject: '' }],
      ['subject', { subject: ' spring' }],
      ['subject', { subject: 'one\r\nBcc: all@mail.test' }],
      ['subject', { subject: 'one\u2028two' }],
      ['subject', { subject: 'x'.repeat(151) }],
      ['subject', { subject: 7 }],
      ['body', { body: '' }],
      ['body', { body: ' \n\t\n ' }],
      ['body', { body: 'bell \u0007' }],
      ['body', { body: 'x'.repeat(5001) }],
      ['body', { body: null }],
      ['ids', { filter: {} }],
      ['ids', { ids: [jane.partnerId, 2 ** 40] }],
    ];
    for (const [field, change] of wrong) {
      const answer = await message({ ids, ...change });
      expect([change, answer.status, answer.body]).toEqual([
        change,
        400,
        { error: `${field} is invalid`, ...(answer.body.field !== undefined && { field }) },
      ]);
    }
    for (const text of ['nul \0', 'half \ud83d']) {
      expect((await message({ ids, body: text })).status).toBe(400);
      expect((await message({ ids, subject: text })).status).toBe(400);
    }
    expect(await sent()).toEqual([]);
    await message({ ids, subject: '✂️ 新', body: '\n\n  1\r\n2\r3\t4\n\n' });
    expect((await jane.send('GET', '/messages')).body.data).toMatchObject([
      { subject: '✂️ 新', body: '  1\n2\n3\t4' },
    ]);
  });

  test('are nobody else’s: other partners, programs, teams and members without the permission find nothing', async () => {
    const { program, jane, message, addPayee, sent } = await open();
    const joe = await addPayee();
    const { message_id: id } = (await message({ ids: [jane.partnerId] })).body;
    expect((await joe.send('GET', `/messages/${id}`)).status).toBe(404);
    expect((await joe.send('GET', '/messages')).body.data).toEqual([]);
    const other = await open();
    expect((await other.jane.send('GET', `/messages/${id}`)).status).toBe(404);
    expect((await other.message({ ids: [jane.partnerId] })).body).toMatchObject({ error: 'ids is invalid' });
    const strangers = [
      await signInAs(service, program.workspaceId, 'viewer'),
      await signInAs(service, await seedWorkspace(service.pool), 'owner'),
      await signIn(service, jane.userEmail),
    ];
    for (const cookie of strangers) {
      const stranger = createSender(service, cookie, `/api/programs/${program.programId}`);
      const body = { ids: [jane.partnerId], subject: uniqueName('Hello'), body: 'Hello' };
      expect((await stranger('POST', '/partner-messages', body)).status).toBe(404);
    }
    expect(await sent()).toHaveLength(1);
  });

  test('cannot be changed or removed, and neither can who got them', async () => {
    const { jane, message } = await open();
    await message({ ids: [jane.partnerId] });
    for (const table of ['partner_messages', 'partner_message_recipients']) {
      for (const change of [`delete from ${table}`, `truncate ${table} cascade`]) {
        await expect(service.pool.query(change)).rejects.toThrow('append-only');
      }
    }
    await expect(service.pool.query(`update partner_messages set body = 'x'`)).rejects.toThrow('append-only');
  });
});
