import type { NotificationItem } from '@svc/contract';
import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { deleteOldNotifications } from '../../src/features/notifications/delete-old-notifications.js';
import { tellFirstClicks } from '../../src/features/notifications/tell-first-clicks.js';
import { writeNotifications } from '../../src/features/notifications/write-notifications.js';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { failingAt } from '../support/failing-at.js';
import { ask, click, lead, sale, signIn, signInAs } from '../support/management.js';
import { openProgramWithPayee, type Payee } from '../support/paying.js';
import { seedPartner, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const TOLD_TEAM = ['application_received', 'claim_received', 'commission_flagged'];

describe.each(engines)('notifications on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  async function open() {
    const opened = await openProgramWithPayee(service);
    const { workspaceId } = opened.program;
    const inRole = (role: 'owner' | 'admin' | 'member' | 'viewer' | 'none') =>
      signInAs(service, workspaceId, role);
    return { ...opened, inRole };
  }

  async function write(pool: Pool = service.pool): Promise<number> {
    await numberAllEvents(service.pool);
    return writeNotifications(pool);
  }

  const me = (cookie: string, path = '', body?: object) =>
    ask(service, `/api/me/notifications${path}`, { cookie, ...(body && { method: 'POST', body }) });
  const listOf = async (cookie: string): Promise<NotificationItem[]> => (await me(cookie)).body.data;
  const kindsOf = async (cookie: string) => (await listOf(cookie)).map(({ kind }) => kind).toSorted();

  const sessionOf = (payee: Payee) => signIn(service, payee.userEmail);

  /** One of everything. */
  async function letAllHappen({ program, jane, team, run }: Awaited<ReturnType<typeof open>>) {
    await jane.setDetails('paypal', '+4915112345678');
    await service.pool.query(
      `update partner_payout_details set created_at = created_at - interval '721 hours'`,
    );
    await jane.sell();
    const { body: made } = await run();
    await team('POST', `/payout-runs/${made.id}/pay`, { reference: 'Transfer 1' });
    const { body: claim } = await jane.send('POST', '/claims', { reference: uniqueName('order') });
    await team('POST', `/claims/${claim.id}/answer`, { status: 'rejected', answer: 'No.' });
    const { partnerId } = await seedPartner(service.pool, program, 'pending');
    await service.pool.query(
      `insert into events (workspace_id, program_id, type, test_mode, object_id) values ($1, $2, 'partner.applied', false, $3)`,
      [program.workspaceId, program.programId, partnerId],
    );
  }

  test('tell each person what is theirs to know, and nobody else', async () => {
    const opened = await open();
    const { jane, addPayee, inRole } = opened;
    const [joe, other] = await Promise.all([addPayee(), open()]);
    const [owner, member, viewer, none] = await Promise.all(
      (['owner', 'member', 'viewer', 'none'] as const).map(inRole),
    );
    await letAllHappen(opened);
    await write();
    expect(await kindsOf(await sessionOf(jane))).toEqual([
      'claim_answered',
      'commission_earned',
      'payout_paid',
    ]);
    // A sale as soon after its click as in a test is flagged; who cannot hold commissions does not hear of it.
    expect(await kindsOf(owner ?? '')).toEqual(TOLD_TEAM);
    expect(await kindsOf(member ?? '')).toEqual(['application_received', 'claim_received']);
    for (const session of [
      viewer ?? '',
      none ?? '',
      await sessionOf(joe),
      await sessionOf(other.jane),
      await other.inRole('owner'),
    ])
      expect(await kindsOf(session)).toEqual([]);
    expect((await me('')).status).toBe(401);
  });

  test('name what they are about', async () => {
    const opened = await open();
    const owner = await opened.inRole('owner');
    await letAllHappen(opened);
    await write();
    const session = await sessionOf(opened.jane);
    const { programId, workspaceId } = opened.program;
    const place = { program_id: programId, workspace_id: workspaceId, is_read: false };
    const found = await listOf(session);
    expect(found.find(({ kind }) => kind === 'payout_paid')).toMatchObject({
      ...place,
      amount_cents: 2000,
      currency: 'USD',
      partner_id: opened.jane.partnerId,
    });
    expect(found.find(({ kind }) => kind === 'claim_answered')).toMatchObject({
      ...place,
      status: 'rejected',
    });
    const claim = (await listOf(owner)).find(({ kind }) => kind === 'claim_received');
    // Answered before anybody was told: nobody has to look at it.
    expect(claim).toMatchObject({
      ...place,
      is_read: true,
      partner: 'Jane',
      reference: expect.stringMatching(/^order/),
    });
  });

  test('leave a claim unread until somebody answers it', async () => {
    const opened = await open();
    const [owner, member] = await Promise.all((['owner', 'member'] as const).map(opened.inRole));
    const { jane, team } = opened;
    const { body: first } = await jane.send('POST', '/claims', { reference: uniqueName('order') });
    const { body: second } = await jane.send('POST', '/claims', { reference: uniqueName('order') });
    await write();
    const unread = async (session: string | undefined) =>
      (await listOf(session ?? ''))
        .filter(({ is_read: isRead }) => !isRead)
        .map((one) => one.object_id)
        .sort();
    expect(await unread(owner)).toEqual([first.id, second.id]);
    await team('POST', `/claims/${first.id}/answer`, { status: 'rejected', answer: 'No.' });
    expect([await unread(owner), await unread(member)]).toEqual([[second.id], [second.id]]);
  });

  test('tell a partner about a bonus and about a deduction', async () => {
    const opened = await open();
    const { jane } = opened;
    const give = (amount_cents: number) =>
      opened.team('POST', '/adjustments', {
        partner_id: jane.partnerId,
        amount_cents,
        currency: 'USD',
        reason: 'Talk',
        payable_at: null,
      });
    for (const cents of [2500, -500]) expect((await give(cents)).status).toBe(200);
    await write();
    const found = await listOf(await sessionOf(jane));
    expect(found.map(({ kind, amount_cents }) => [kind, amount_cents]).sort()).toEqual([
      ['adjustment_received', -500],
      ['adjustment_received', 2500],
    ]);
  });

  test('tell commissions of a day together, and again where more come after they were read', async () => {
    const { program, jane } = await open();
    const session = await sessionOf(jane);
    for (let count = 0; count < 3; count++) await sale(service, program);
    await write();
    const [entry, ...others] = await listOf(session);
    expect([entry, others]).toMatchObject([
      { kind: 'commission_earned', count: 3, amount_cents: 6000, currency: 'USD', is_read: false },
      [],
    ]);
    expect((await me(session, `/${entry?.id}/read`, {})).body).toEqual({ unread: 0 });
    await sale(service, program, { currency: 'EUR' });
    await sale(service, program);
    await write();
    expect((await me(session, '/unread')).body).toEqual({ unread: 2 });
    const both = await listOf(session);
    expect(
      both.map(({ currency, count, amount_cents }) => [currency, count, amount_cents]).toSorted(),
    ).toEqual([
      ['EUR', 1, 2000],
      ['USD', 4, 8000],
    ]);
  });

  test('tell the team of flagged commissions, once a day', async () => {
    const { program, inRole } = await open();
    const [owner, member] = await Promise.all([inRole('owner'), inRole('member')]);
    for (let count = 0; count < 2; count++) await sale(service, program);
    await write();
    expect(await listOf(owner)).toMatchObject([{ kind: 'commission_flagged', count: 2, amount_cents: null }]);
    expect(await kindsOf(member)).toEqual([]);
  });

  test('tell an approval, but no other change of a partner', async () => {
    const { team, program, addPayee } = await open();
    const joe = await addPayee();
    const session = await sessionOf(joe);
    const change = async (body: object) => {
      expect((await team('PATCH', `/partners/${joe.partnerId}`, body)).status).toBe(200);
      await write();
      return kindsOf(session);
    };
    expect(await change({ status: 'suspended' })).toEqual([]);
    expect(await change({ status: 'approved' })).toEqual(['partner_approved']);
    expect(await change({ name: 'Joseph' })).toEqual(['partner_approved']);
    await service.pool.query('update notification_positions set position = 0 where workspace_id = $1', [
      program.workspaceId,
    ]);
    expect(await write()).toBe(0);
  });

  test('add nothing when events are read again, in steps of any size', async () => {
    const opened = await open();
    const { program, jane } = opened;
    await opened.inRole('owner');
    await letAllHappen(opened);
    await sale(service, program);
    expect(await write()).toBeGreaterThan(0);
    const session = await sessionOf(jane);
    const before = await listOf(session);
    const late = await opened.inRole('admin');
    for (const atOnce of [1, 2, 3, 1000]) {
      await service.pool.query('update notification_positions set position = 0 where workspace_id = $1', [
        program.workspaceId,
      ]);
      expect(await writeNotifications(service.pool, { atOnce })).toBe(0);
    }
    expect(await listOf(session)).toEqual(before);
    // Somebody who came later was not there.
    expect(await kindsOf(late)).toEqual([]);
  });

  test('are all there once, whichever statement fails, and where several write them at once', async () => {
    const opened = await open();
    const { program, jane } = opened;
    const owner = await opened.inRole('owner');
    await letAllHappen(opened);
    await numberAllEvents(service.pool);
    let fails = 0;
    for (let isDone = false; !isDone; ) {
      fails += 1;
      isDone = await writeNotifications(failingAt(service.pool, fails), { atOnce: 3 }).then(
        () => true,
        () => false,
      );
      if (isDone) break;
    }
    expect(fails).toBeGreaterThan(5);
    await sale(service, program);
    await numberAllEvents(service.pool);
    await Promise.all([1, 2, 3].map(() => writeNotifications(service.pool, { atOnce: 2 })));
    const session = await sessionOf(jane);
    expect(await kindsOf(session)).toEqual(['claim_answered', 'commission_earned', 'payout_paid']);
    expect((await listOf(session)).find(({ kind }) => kind === 'commission_earned')).toMatchObject({
      count: 2,
    });
    expect(await kindsOf(owner)).toEqual(TOLD_TEAM);
  });

  test('end with the membership, also those that were there', async () => {
    const opened = await open();
    const { jane, workspace, program } = opened;
    const member = await opened.inRole('member');
    await jane.send('POST', '/claims', { reference: uniqueName('order') });
    await write();
    expect(await kindsOf(member)).toEqual(['claim_received']);
    const { user } = (await ask(service, '/api/me', { cookie: member })).body;
    await workspace('DELETE', `/members/${user.id}`);
    await jane.send('POST', '/claims', { reference: uniqueName('order') });
    await write();
    expect([await kindsOf(member), (await me(member, '/unread')).body]).toEqual([[], { unread: 0 }]);
    const { rows } = await service.pool.query(
      'select count(*) as count from notifications where workspace_id = $1 and user_id = $2',
      [program.workspaceId, user.id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('keep nothing of a customer that is erased', async () => {
    const { program, jane, workspace, inRole } = await open();
    const owner = await inRole('owner');
    const customerKey = await lead(service, program, { email: 'anna@customer.test' });
    await sale(service, program, { customerKey });
    await jane.send('POST', '/claims', { reference: `order of ${customerKey}` });
    await write();
    const { rows } = await service.pool.query('select id from customers where customer_key = $1', [
      customerKey,
    ]);
    const { status } = await workspace('POST', `/customers/${rows[0].id}/erase`, { reason: 'Asked for it' });
    expect(status).toBe(200);
    await write();
    const stored = await service.pool.query('select to_json(n)::text as row from notifications n');
    for (const { row } of stored.rows) expect(row).not.toMatch(new RegExp(`${customerKey}|anna@customer`));
    for (const session of [owner, await sessionOf(jane)])
      expect(JSON.stringify(await listOf(session))).not.toContain(customerKey);
  });

  test('tell a partner of the first click, once', async () => {
    const { program, jane } = await open();
    const session = await sessionOf(jane);
    await tellFirstClicks(service.pool);
    expect(await kindsOf(session)).toEqual([]);
    await click(service, program, { testMode: true });
    await click(service, program, { bot: true });
    await tellFirstClicks(service.pool);
    expect(await kindsOf(session)).toEqual([]);
    await click(service, program);
    await Promise.all([tellFirstClicks(service.pool), tellFirstClicks(service.pool)]);
    await click(service, program);
    await tellFirstClicks(service.pool);
    expect(await kindsOf(session)).toEqual(['first_click']);
    await service.pool.query('delete from notifications where workspace_id = $1', [program.workspaceId]);
    expect(await tellFirstClicks(service.pool)).toBe(0);
  });

  test('are marked as read one by one, or up to a time, and only one’s own', async () => {
    const opened = await open();
    const owner = await opened.inRole('owner');
    await letAllHappen(opened);
    await write();
    const session = await sessionOf(opened.jane);
    const [newest, second] = await listOf(session);
    expect((await me(owner, `/${newest?.id}/read`, {})).status).toBe(404);
    expect((await me(session, `/${newest?.id}/read`, {})).body).toEqual({ unread: 2 });
    expect((await me(session, '/read', { up_to: second?.happened_at })).body).toEqual({ unread: 0 });
    // The claim is answered already.
    expect((await me(owner, '/unread')).body).toEqual({ unread: 2 });
    expect((await me(session, '/read', { up_to: '2026-02-31' })).body).toEqual({ error: 'up_to is invalid' });
    const page = (await me(session, '?limit=2')).body;
    const rest = (await me(session, `?limit=2&cursor=${page.next_cursor}`)).body;
    expect([...page.data, ...rest.data]).toEqual(await listOf(session));
  });

  test('of applications are read once all of them are decided, whoever decided, also before they are written', async () => {
    const opened = await open();
    const { program, team } = opened;
    const owner = await opened.inRole('owner');
    const apply = async () => {
      const { partnerId } = await seedPartner(service.pool, program, 'pending');
      await service.pool.query(
        `insert into events (workspace_id, program_id, type, test_mode, object_id) values ($1, $2, 'partner.applied', false, $3)`,
        [program.workspaceId, program.programId, partnerId],
      );
      return partnerId;
    };
    const decide = (partnerId: number, status: string) => team('PATCH', `/partners/${partnerId}`, { status });
    const unread = async () => (await me(owner, '/unread')).body.unread;
    const [iris, greta] = [await apply(), await apply()];
    await write();
    expect(await unread()).toBe(1);
    await decide(iris, 'approved');
    expect(await unread()).toBe(1);
    await decide(greta, 'rejected');
    expect(await unread()).toBe(0);
    await decide(await apply(), 'approved');
    await write();
    expect(await unread()).toBe(0);
  });

  test('are deleted after 90 days, and never told so late', async () => {
    const { program, jane } = await open();
    const session = await sessionOf(jane);
    await sale(service, program);
    await write();
    const age = `created_at - interval '91 days'`;
    await service.pool.query(`update events set created_at = ${age} where workspace_id = $1`, [
      program.workspaceId,
    ]);
    await service.pool.query(
      `update notifications set happened_at = happened_at - interval '91 days' where workspace_id = $1`,
      [program.workspaceId],
    );
    await deleteOldNotifications(service.pool, 1000);
    await service.pool.query('update notification_positions set position = 0 where workspace_id = $1', [
      program.workspaceId,
    ]);
    await write();
    expect(await listOf(session)).toEqual([]);
  });
});
