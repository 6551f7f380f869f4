import { formatMoney, type NotificationItem } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { tellDigests } from '../../src/features/digests/tell-digests.js';
import { latestWeek } from '../../src/features/digests/week.js';
import { sendNotificationMails } from '../../src/features/notifications/send-mails.js';
import { engines } from '../support/engines.js';
import { failingAt } from '../support/failing-at.js';
import { addMember, ask, click, sale, seedUser, signIn } from '../support/management.js';
import { openProgramWithPayee } from '../support/paying.js';
import { seedNoticedEvent, seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const TODAY = new Date().toISOString().slice(0, 10);

/** When a team is told of the week that today is in. */
function endOfThisWeek(timeZone = 'UTC'): number {
  let { week, nextMs } = latestWeek(timeZone, Date.now());
  while (week.to < TODAY) ({ week, nextMs } = latestWeek(timeZone, nextMs));
  return week.dueMs;
}

const WEEK = latestWeek('UTC', endOfThisWeek()).week;

describe.each(engines)('weekly digests on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  const tell = (nowMs = endOfThisWeek(), pool = service.pool) => tellDigests(pool, { nowMs, limit: 1000 });

  /** A program whose workspace is known since before this week ended. */
  async function open(timeZone = 'UTC') {
    const opened = await openProgramWithPayee(service);
    await opened.workspace('PATCH', '', { time_zone: timeZone });
    await tell(endOfThisWeek(timeZone) - 1);
    const { workspaceId } = opened.program;
    const join = async (role: 'admin' | 'member' | 'viewer' | 'none') => {
      const { userId, email } = await seedUser(service.pool);
      await addMember(service.pool, workspaceId, userId, role);
      return { userId, email, cookie: await signIn(service, email) };
    };
    return { ...opened, join, owner: await signIn(service, opened.ownerEmail) };
  }

  async function send(): Promise<void> {
    const { pool, mailer, stopLinks } = service;
    await sendNotificationMails(pool, { mailer, stopLinks, baseUrl: 'http://service.test' }, 1000);
  }

  const mailsTo = (to: string) =>
    service.mails.filter((mail) => mail.to === to && mail.stopUrl !== undefined);

  async function digestsOf(cookie: string): Promise<NotificationItem[]> {
    const { body } = await ask(service, '/api/me/notifications', { cookie });
    return body.data.filter(({ kind }: NotificationItem) => kind === 'weekly_digest');
  }

  const settle = (cookie: string, delivery: string) =>
    ask(service, '/api/me/notification-settings', {
      cookie,
      method: 'PATCH',
      body: { kind: 'weekly_digest', delivery },
    });

  test('say what the report of the week says, per currency, with what waits for the reader', async () => {
    const { program, jane, team, ownerEmail, owner } = await open('Europe/Berlin');
    // What is due is older than the week.
    await jane.sell();
    await sale(service, program);
    await sale(service, program, { currency: 'EUR', amountCents: 5_000 });
    await seedPartner(service.pool, program, 'pending');
    await jane.send('POST', '/claims', { reference: uniqueName('order') });
    await seedNoticedEvent(service.pool, program);
    await tell(endOfThisWeek('Europe/Berlin'));
    await send();
    const { body: report } = await team('GET', `/report?from=${WEEK.from}&to=${WEEK.to}`);
    const [mail, ...others] = mailsTo(ownerEmail);
    expect(others).toEqual([]);
    const { text = '', stopUrl = '' } = mail ?? {};
    const count = (of: 'clicks' | 'sales' | 'customers') =>
      report.totals.reduce((sum: number, row: Record<string, number>) => sum + (row[of] ?? 0), 0);
    expect([count('clicks'), count('sales'), report.totals.length]).toEqual([2, 2, 2]);
    expect(text).toMatch(new RegExp(`^Clicks: +${count('clicks')} \\(0\\)$`, 'm'));
    expect(text).toMatch(new RegExp(`^Customers: +${count('customers')} \\(0\\)$`, 'm'));
    expect(text).toMatch(new RegExp(`^Sales: +${count('sales')} \\(0\\)$`, 'm'));
    for (const row of report.totals) {
      const { currency } = row;
      const none = `\\(${formatMoney(0, currency)}\\)$`;
      const revenue = formatMoney(row.revenue_cents - row.refunded_cents, currency);
      const commission = formatMoney(row.commission_cents - row.reversed_cents, currency);
      expect(text).toMatch(new RegExp(`^Net revenue: +${revenue} ${none}`, 'm'));
      expect(text).toMatch(new RegExp(`^Commissions: +${commission} ${none}`, 'm'));
    }
    const page = `http://service.test/p/${program.programId}`;
    for (const line of [
      `- 1 open claim: ${page}/claims?status=open`,
      `- 1 application to review: ${page}/partners?status=pending`,
      `- 1 payout due: 20.00 USD: ${page}/payouts?show=due&currency=USD`,
      `- 1 partner has a balance but no payout details: ${page}/payouts?show=due`,
      `- 1 payment event of the last 7 days had no effect: http://service.test/w/${program.workspaceId}/processor`,
      `${page}/overview?period=${WEEK.from}..${WEEK.to}`,
      'in the time zone of the workspace (Europe/Berlin)',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/^- Jane: 2 sales, .+ in commissions$/m);
    expect(text).toContain(stopUrl);
    expect(await digestsOf(owner)).toMatchObject([
      {
        program_id: program.programId,
        week: { from: WEEK.from, to: WEEK.to, clicks: 2, sales: 2 },
        happened_at: new Date(endOfThisWeek('Europe/Berlin')).toISOString(),
      },
    ]);
  });

  test('come once, whichever statement fails, and where several processes tell and send them', async () => {
    const { program, ownerEmail, owner } = await open();
    await click(service, program);
    let fails = 0;
    for (let isDone = false; !isDone; ) {
      fails += 1;
      isDone = await tell(endOfThisWeek(), failingAt(service.pool, fails)).then(
        () => true,
        () => false,
      );
      if (!isDone) expect(await digestsOf(owner)).toEqual([]);
    }
    expect(fails).toBeGreaterThan(3);
    await service.pool.query(`update digest_weeks set next_at = now() where workspace_id = $1`, [
      program.workspaceId,
    ]);
    await Promise.all([tell(), tell(endOfThisWeek() + 3_600_000)]);
    await Promise.all([send(), send()]);
    expect(mailsTo(ownerEmail)).toHaveLength(1);
    expect(await digestsOf(owner)).toHaveLength(1);
  });

  test('are told by two processes at once, one of which waits for the other and adds nothing', async () => {
    const { program, owner, ownerEmail } = await open();
    await click(service, program);
    await Promise.all([tell(), tell(), tell()]);
    await service.pool.query(
      `update digest_weeks set told_week = told_week - 7, next_at = now() where workspace_id = $1`,
      [program.workspaceId],
    );
    await tell();
    await send();
    expect([(await digestsOf(owner)).length, mailsTo(ownerEmail).length]).toEqual([1, 1]);
  });

  test('are not told of a week with nothing in it, nor once more in the next one', async () => {
    const { program, owner } = await open();
    await click(service, program, { testMode: true });
    await click(service, program, { bot: true });
    await tell();
    expect(await digestsOf(owner)).toEqual([]);
    const { nextMs } = latestWeek('UTC', endOfThisWeek());
    await click(service, program);
    await tell(nextMs - 1);
    await tell(nextMs);
    expect(await digestsOf(owner)).toEqual([]);
  });

  test('tell each role what it can act on, and nobody who may not read reports', async () => {
    const { program, join, owner } = await open();
    const [member, viewer, none] = [await join('member'), await join('viewer'), await join('none')];
    await seedPartner(service.pool, program, 'pending');
    await tell();
    await send();
    expect((await digestsOf(owner)).map(({ week }) => week)).toMatchObject([{ clicks: 0, sales: 0 }]);
    expect(mailsTo(member.email).map(({ text }) => text)).toEqual([
      expect.stringContaining('1 application to review'),
    ]);
    // A viewer can act on nothing, and nothing else happened.
    for (const { cookie, email } of [viewer, none])
      expect([await digestsOf(cookie), mailsTo(email)]).toEqual([[], []]);
  });

  test('show a viewer the figures without what others are to do', async () => {
    const { program, join } = await open();
    const viewer = await join('viewer');
    await click(service, program);
    await seedPartner(service.pool, program, 'pending');
    await tell();
    await send();
    const [{ text } = { text: '' }] = mailsTo(viewer.email);
    expect(text).toMatch(/^Clicks: +1 \(0\)$/m);
    expect(text).not.toContain('Needs your attention');
  });

  test('are not sent to who left or lost their role, and not told to who joined later', async () => {
    const { program, join, workspace } = await open();
    const [left, demoted, late] = [await join('member'), await join('member'), await join('member')];
    await service.pool.query(`update workspace_members set created_at = $2 where user_id = $1`, [
      late.userId,
      new Date(endOfThisWeek() + 1000),
    ]);
    await click(service, program);
    await tell();
    await workspace('DELETE', `/members/${left.userId}`);
    await workspace('PATCH', `/members/${demoted.userId}`, { role: 'none' });
    await send();
    for (const { cookie, email } of [left, demoted, late])
      expect([await digestsOf(cookie), mailsTo(email)]).toEqual([[], []]);
  });

  test('come as each person chose', async () => {
    const { program, join } = await open();
    const [app, off] = [await join('member'), await join('admin')];
    const { body } = await settle(app.cookie, 'app');
    expect(body.data).toContainEqual({
      kind: 'weekly_digest',
      audience: 'team',
      delivery: 'app',
      choices: ['email', 'app', 'off'],
    });
    await settle(off.cookie, 'off');
    await click(service, program);
    await tell();
    await send();
    expect([(await digestsOf(app.cookie)).length, mailsTo(app.email)]).toEqual([1, []]);
    expect([(await digestsOf(off.cookie)).length, mailsTo(off.email)]).toEqual([0, []]);
  });

  test('stop by the link in the email', async () => {
    const { program, ownerEmail, owner } = await open();
    await click(service, program);
    await tell();
    await send();
    const { pathname } = new URL(mailsTo(ownerEmail)[0]?.stopUrl ?? '');
    expect((await fetch(`${service.baseUrl}${pathname}`, { method: 'POST' })).status).toBe(200);
    const { body } = await ask(service, '/api/me/notification-settings', { cookie: owner });
    expect(body.data).toContainEqual(expect.objectContaining({ kind: 'weekly_digest', delivery: 'app' }));
  });

  test('name partners as they are called when the email is sent, and keep no names', async () => {
    const { program, jane, ownerEmail } = await open();
    await sale(service, program);
    await tell();
    const { rows } = await service.pool.query(
      `select to_json(n)::text as row from notifications n where workspace_id = $1 and kind = 'weekly_digest'`,
      [program.workspaceId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain('Jane');
    await service.pool.query(`update partners set name = 'Somebody else' where id = $1`, [jane.partnerId]);
    await send();
    const [{ text } = { text: '' }] = mailsTo(ownerEmail);
    expect(text).toContain('- Somebody else: 1 sale');
    expect(text).not.toContain('Jane');
  });

  test('keep workspaces apart, and tell the programs of one together', async () => {
    const [one, other] = [await open(), await open()];
    const second = await seedProgram(service.pool, { workspaceId: one.program.workspaceId });
    for (let count = 0; count < 3; count++) await click(service, second);
    await click(service, one.program);
    for (let count = 0; count < 7; count++) await click(service, other.program);
    await tell();
    await send();
    expect(await digestsOf(one.owner)).toMatchObject([{ program_id: null, week: { clicks: 4 } }]);
    expect(await digestsOf(other.owner)).toMatchObject([
      { program_id: other.program.programId, week: { clicks: 7 } },
    ]);
    const [{ text } = { text: '' }] = mailsTo(one.ownerEmail);
    const shown = [...text.matchAll(/^Clicks: +(\d+)/gm)].map(([, count]) => count);
    expect(shown).toEqual(['3', '1']);
    expect(text).toContain(`http://service.test/w/${one.program.workspaceId}`);
    expect(text).not.toContain(`/p/${other.program.programId}/`);
  });

  test('come once where the time zone changes around them, and at once where they are due by the new one', async () => {
    const early = await open('Europe/Berlin');
    await click(service, early.program);
    await tell(endOfThisWeek('Europe/Berlin'));
    await early.workspace('PATCH', '', { time_zone: 'America/Los_Angeles' });
    await tell(endOfThisWeek('Europe/Berlin') + 1000);
    await tell(endOfThisWeek('America/Los_Angeles'));
    expect(await digestsOf(early.owner)).toHaveLength(1);
    const late = await open('America/Los_Angeles');
    await click(service, late.program);
    await tell(endOfThisWeek('Europe/Berlin'));
    expect(await digestsOf(late.owner)).toEqual([]);
    await late.workspace('PATCH', '', { time_zone: 'Europe/Berlin' });
    await tell(endOfThisWeek('Europe/Berlin'));
    expect(await digestsOf(late.owner)).toHaveLength(1);
  });

  test('begin with the week that ends after a workspace was made', async () => {
    const { program, owner } = await open();
    await click(service, program);
    await service.pool.query('delete from digest_weeks where workspace_id = $1', [program.workspaceId]);
    await tell();
    await tell();
    expect(await digestsOf(owner)).toEqual([]);
  });
});
