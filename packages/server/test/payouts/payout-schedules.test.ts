import { nextPayoutMs } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { sendNotificationMails } from '../../src/features/notifications/send-mails.js';
import { engines } from '../support/engines.js';
import { failingAt } from '../support/failing-at.js';
import { ask, signIn } from '../support/management.js';
import { IBAN, OTHER_IBAN } from '../support/paying.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { makeDue, openScheduled, prepare, SECRETS } from './schedule-support.js';

const BY = 'payout schedule';

describe.each(engines)('payout runs of a schedule on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { secrets: SECRETS }));

  const open = (options?: Parameters<typeof openScheduled>[1]) => openScheduled(service, options);

  async function send(): Promise<void> {
    const { pool, mailer, stopLinks } = service;
    await sendNotificationMails(pool, { mailer, stopLinks, baseUrl: 'http://service.test' }, 1000);
  }

  test('are prepared when they are due, and not before; nothing is paid', async () => {
    const { jane, runs, team, nextMs, audit } = await open();
    const planned = await nextMs();
    await prepare(service, { nowMs: planned - 1 });
    expect(await runs()).toEqual([]);
    await prepare(service);
    const [run, ...others] = await runs();
    expect([run, others]).toEqual([{ id: expect.any(Number), by: BY, payouts: 1, skipped: 0 }, []]);
    expect((await team('GET', `/payout-runs/${run?.id}`)).body.payouts).toMatchObject([
      { partner_id: jane.partnerId, amount_cents: 2000, status: 'open', settled_at: null },
    ]);
    expect(await audit()).toMatchObject([
      {
        by: BY,
        user_id: null,
        target_type: 'payout_run',
        target_id: String(run?.id),
        before: null,
        after: { payouts: [{ partner_id: jane.partnerId, amount_cents: 2000 }], skipped: [] },
      },
    ]);
    expect(await nextMs()).toBe(nextPayoutMs({ every: 'week', day: 1 }, 'UTC', Date.now()));
    // What becomes due later waits for the next date.
    await jane.sell();
    await prepare(service);
    expect(await runs()).toHaveLength(1);
  });

  test('are told to the members who may pay, by email as they chose', async () => {
    const { program, told, member, runs, ownerEmail } = await open();
    const admin = await member('admin');
    const others = [await member('member'), await member('viewer')];
    const quiet = await member('admin');
    await ask(service, '/api/me/notification-settings', {
      cookie: quiet.cookie,
      method: 'PATCH',
      body: { kind: 'payouts_ready', delivery: 'off' },
    });
    await prepare(service);
    await send();
    const [run] = await runs();
    const page = `http://service.test/p/${program.programId}/payouts/runs/${run?.id}`;
    for (const { email, cookie } of [
      admin,
      { email: ownerEmail, cookie: await signIn(service, ownerEmail) },
    ]) {
      expect(await told(cookie)).toMatchObject([
        { program_id: program.programId, object_id: run?.id, count: 1, amount_cents: 2000, currency: 'USD' },
      ]);
      const mails = service.mails.filter((mail) => mail.to === email && mail.stopUrl !== undefined);
      expect(mails).toMatchObject([{ subject: expect.stringMatching(/^A payout is ready in /) }]);
      expect(mails[0]?.text).toContain('No money has been sent yet');
      expect(mails[0]?.text).toContain(page);
      expect(mails[0]?.text).toContain(mails[0]?.stopUrl);
    }
    for (const { email, cookie } of [...others, quiet]) {
      expect(await told(cookie)).toEqual([]);
      expect(service.mails.filter((mail) => mail.to === email && mail.stopUrl !== undefined)).toEqual([]);
    }
  });

  test('are made once, whichever statement fails and however many processes do it', async () => {
    const { runs, told, nextMs, ownerEmail, audit } = await open();
    const owner = await signIn(service, ownerEmail);
    let fails = 0;
    for (let isDone = false; !isDone; ) {
      fails += 1;
      isDone = await prepare(service, { pool: failingAt(service.pool, fails) }).then(
        () => true,
        () => false,
      );
      if (!isDone) expect([await runs(), await told(owner)]).toEqual([[], []]);
      if (!isDone) expect(await nextMs()).toBeLessThan(Date.now());
    }
    expect(fails).toBeGreaterThan(10);
    const other = await open();
    await Promise.all([prepare(service), prepare(service), prepare(service)]);
    for (const one of [
      { runs, audit, told, owner },
      { ...other, owner: await signIn(service, other.ownerEmail) },
    ]) {
      expect(await one.runs()).toMatchObject([{ payouts: 1 }]);
      expect(await one.audit()).toHaveLength(1);
      expect(await one.told(one.owner)).toHaveLength(1);
    }
  });

  test('pay nobody twice where a person makes a run at the same time', async () => {
    const { runs, run, nextMs } = await open();
    const [, byHand] = await Promise.all([prepare(service), run()]);
    expect([200, 409]).toContain(byHand.status);
    expect((await runs()).reduce((sum, { payouts }) => sum + payouts, 0)).toBe(1);
    expect(await nextMs()).toBeGreaterThan(Date.now());
  });

  test('are one for all dates that were missed', async () => {
    const { runs, nextMs } = await open({ daysAgo: 40 });
    await prepare(service);
    await prepare(service);
    expect(await runs()).toMatchObject([{ payouts: 1 }]);
    expect(await nextMs()).toBe(nextPayoutMs({ every: 'week', day: 1 }, 'UTC', Date.now()));
  });

  test('are not made where nobody is due, or only partners whom runs skip', async () => {
    const paid = await open();
    await paid.run();
    await makeDue(service, paid);
    const held = await open();
    await held.jane.setDetails('bank', IBAN);
    await held.jane.setDetails('bank', OTHER_IBAN);
    const below = await open();
    await below.team('PATCH', '', { minimum_payout_cents: 2001 });
    await prepare(service);
    for (const { runs, nextMs, told, ownerEmail } of [paid, held, below]) {
      expect((await runs()).filter(({ by }) => by === BY)).toEqual([]);
      expect(await nextMs()).toBe(nextPayoutMs({ every: 'week', day: 1 }, 'UTC', Date.now()));
      expect(await told(await signIn(service, ownerEmail))).toEqual([]);
    }
  });

  test('are several at once where more partners are due than fit in one, and end where only skipped ones remain', async () => {
    const opened = await open();
    const { addPayee, runs, nextMs, told, audit, jane, ownerEmail } = opened;
    for (let count = 0; count < 4; count += 1) {
      const payee = await addPayee();
      await payee.setDetails('bank', IBAN);
      await payee.sell();
    }
    await jane.setDetails('bank', OTHER_IBAN);
    await makeDue(service, opened);
    await prepare(service, { maxPayouts: 3 });
    expect(await runs()).toMatchObject([
      { by: BY, payouts: 3, skipped: 0 },
      { by: BY, payouts: 1, skipped: 1 },
    ]);
    expect(await nextMs()).toBeGreaterThan(Date.now());
    expect(await audit()).toHaveLength(2);
    const counts = (await told(await signIn(service, ownerEmail))).map(
      ({ count }: { count: number }) => count,
    );
    expect(counts.sort()).toEqual([1, 3]);
    await makeDue(service, opened);
    await prepare(service, { maxPayouts: 1 });
    expect(await runs()).toHaveLength(2);
    expect(await nextMs()).toBeGreaterThan(Date.now());
  });

  test('leave partners who are suspended, or have said nothing of where to be paid, to a person', async () => {
    const opened = await open();
    const { addPayee, team, runs, nextMs } = opened;
    const [suspended, silent] = [await addPayee(), await addPayee()];
    await suspended.setDetails('bank', IBAN);
    for (const payee of [suspended, silent]) await payee.sell();
    await team('PATCH', `/partners/${suspended.partnerId}`, { status: 'suspended' });
    await prepare(service);
    expect(await runs()).toMatchObject([{ by: BY, payouts: 1, skipped: 0 }]);
    const dueIds = async () =>
      (await team('GET', '/payouts/due')).body.data
        .filter((item: { is_due: boolean }) => item.is_due)
        .map((item: { partner_id: number }) => item.partner_id)
        .sort();
    const left = [suspended.partnerId, silent.partnerId].sort();
    expect(await dueIds()).toEqual(left);

    // Where only they are due, there is no run, and the next one is planned.
    await makeDue(service, opened);
    await prepare(service);
    expect(await runs()).toHaveLength(1);
    expect(await nextMs()).toBeGreaterThan(Date.now());
    const { body } = await team('POST', '/payout-runs', { partner_ids: left });
    expect(body.payouts).toHaveLength(2);
    expect(await dueIds()).toEqual([]);
  });

  test('are not planned while a program is archived, and none was missed when it is restored', async () => {
    const { team, runs, nextMs, workspace } = await open({ daysAgo: 1 });
    const { body } = await team('GET', '');
    await team('POST', '/archive', { name: body.name });
    expect(await nextMs()).toBeNaN();
    await team('PATCH', '', { payout_schedule: { every: 'month', day: 7 } });
    await workspace('PATCH', '', { time_zone: 'Asia/Tokyo' });
    expect(await nextMs()).toBeNaN();
    await prepare(service);
    await team('POST', '/restore');
    expect(await nextMs()).toBe(nextPayoutMs({ every: 'month', day: 7 }, 'Asia/Tokyo', Date.now()));
    await prepare(service);
    expect(await runs()).toEqual([]);
  });

  test('are not prepared in a program that another version of the service has archived', async () => {
    const { program, runs } = await open();
    const archive = 'update programs set archived_at = $2 where id = $1';
    await service.pool.query(archive, [program.programId, new Date()]);
    await prepare(service);
    expect(await runs()).toEqual([]);
    await service.pool.query(archive, [program.programId, null]);
    await prepare(service);
    expect(await runs()).toHaveLength(1);
  });

  test('what fails in one program keeps nothing from the others, and is thrown', async () => {
    const [one, other] = [await open({ daysAgo: 2 }), await open({ daysAgo: 1 })];
    let fails = 0;
    const failing = failingAt(service.pool, 4);
    await expect(prepare(service, { pool: failing })).rejects.toThrow('the process was killed');
    for (const { runs } of [one, other]) fails += (await runs()).length === 0 ? 1 : 0;
    expect(fails).toBe(1);
    await prepare(service);
    for (const { runs } of [one, other]) expect(await runs()).toHaveLength(1);
  });
});
