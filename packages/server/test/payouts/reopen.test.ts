import { describe, expect, test } from 'vitest';
import { sendNotificationMails } from '../../src/features/notifications/send-mails.js';
import { writeNotifications } from '../../src/features/notifications/write-notifications.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { ask, signIn, signInAs } from '../support/management.js';
import { createSender } from '../support/open-program.js';
import { openProgramWithPayee } from '../support/paying.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

interface Payout {
  readonly id: number;
  readonly partner_id: number;
  readonly status: string;
  readonly reference: string | null;
  readonly settled_at: string | null;
}

describe.each(engines)('undoing that payouts were marked as paid on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  /** A run that pays Jane and Joe. */
  async function open() {
    const opened = await openProgramWithPayee(service);
    const joe = await opened.addPayee();
    await opened.jane.sell();
    await joe.sell();
    const run = (await opened.run()).body;
    const path = `/payout-runs/${run.id}`;
    const { team, jane } = opened;
    const payouts = async (): Promise<readonly Payout[]> => (await team('GET', path)).body.payouts;
    return {
      ...opened,
      joe,
      path,
      ids: run.payouts.map(({ id }: Payout) => id) as readonly number[],
      janes: run.payouts.find(({ partner_id }: Payout) => partner_id === jane.partnerId).id as number,
      joes: run.payouts.find(({ partner_id }: Payout) => partner_id === joe.partnerId).id as number,
      undo: (at: string | null) => team('POST', `${path}/reopen`, { settled_at: at }),
      settledAt: async (payoutId: number) =>
        (await payouts()).find(({ id }) => id === payoutId)?.settled_at ?? null,
      // By id, as Jane's was created first.
      states: async () =>
        (await payouts()).toSorted((a, b) => a.id - b.id).map(({ status, reference }) => [status, reference]),
    };
  }

  const age = (ids: readonly number[], seconds: number) =>
    service.pool.query(
      'update payouts set settled_at = settled_at - make_interval(secs => $2) where id = any($1::bigint[])',
      [ids, seconds],
    );

  test('one is open again, can be paid or cancelled, and log, events and books agree', async () => {
    const { team, workspace, janes, states, program } = await open();
    expect((await team('POST', `/payouts/${janes}/reopen`, {})).body).toEqual({
      error: 'Not possible for a payout that is open',
    });
    await team('POST', `/payouts/${janes}/pay`, { reference: 'Transfer 1' });
    const undone = await team('POST', `/payouts/${janes}/reopen`, {});
    expect([undone.status, undone.body]).toMatchObject([
      200,
      { id: janes, status: 'open', reference: null, settled_at: null },
    ]);
    expect(await states()).toEqual([
      ['open', null],
      ['open', null],
    ]);
    const { data } = (await workspace('GET', `/audit?action=payout.reopen`)).body;
    expect(data).toMatchObject([
      {
        target_id: String(janes),
        before: { status: 'paid', reference: 'Transfer 1' },
        after: { status: 'open' },
      },
    ]);
    const { rows } = await service.pool.query(
      `select type from events where program_id = $1 and object_id = $2 order by id`,
      [program.programId, janes],
    );
    expect(rows.map(({ type }) => type)).toEqual(['payout.created', 'payout.paid', 'payout.reopened']);
    expect((await team('POST', `/payouts/${janes}/pay`, { reference: 'Transfer 2' })).status).toBe(200);
    expect((await team('POST', `/payouts/${janes}/reopen`, {})).status).toBe(200);
    expect((await team('POST', `/payouts/${janes}/cancel`, {})).body.status).toBe('cancelled');
    expect((await team('POST', `/payouts/${janes}/reopen`, {})).status).toBe(409);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('of a run, those that were marked together last; at the same moment only once', async () => {
    const { team, path, janes, joes, ids, states, undo, settledAt } = await open();
    expect((await team('POST', `${path}/reopen`, {})).status).toBe(400);
    expect((await team('POST', `${path}/reopen`, { settled_at: 'now' })).status).toBe(400);
    await team('POST', `/payouts/${janes}/pay`, { reference: 'Before' });
    await age([janes], 5);
    await team('POST', `${path}/pay`, { reference: 'Together' });
    const marked = await settledAt(joes);
    const answers = await Promise.all([1, 2, 3].map(() => undo(marked)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.reopened).toSorted()).toEqual([0, 0, 1]);
    expect((await undo(marked)).body).toEqual({ reopened: 0 });
    expect(await states()).toEqual([
      ['paid', 'Before'],
      ['open', null],
    ]);
    await team('POST', `${path}/pay`, { reference: 'Again' });
    expect((await states()).map(([status]) => status)).toEqual(ids.map(() => 'paid'));
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('not after a minute, and not by somebody who may not pay', async () => {
    const { team, path, ids, program, states, janes, undo, settledAt } = await open();
    await team('POST', `${path}/pay`, { reference: 'Transfer 1' });
    const body = { settled_at: await settledAt(janes) };
    const viewer = await signInAs(service, program.workspaceId, 'viewer');
    const look = createSender(service, viewer, `/api/programs/${program.programId}`);
    expect((await look('POST', `${path}/reopen`, body)).status).toBe(404);
    const other = await openProgramWithPayee(service);
    expect((await other.team('POST', `${path}/reopen`, body)).status).toBe(404);
    expect((await other.team('POST', `/payouts/${janes}/reopen`, {})).status).toBe(404);
    await age(ids, 61);
    const late = { error: 'This payout was marked as paid more than a minute ago' };
    expect((await undo(await settledAt(janes))).body).toEqual(late);
    expect((await team('POST', `/payouts/${janes}/reopen`, {})).body).toEqual(late);
    expect(await states()).toEqual(ids.map(() => ['paid', 'Transfer 1']));
  });

  test('the partner is told once, by the payment that counts', async () => {
    const { team, jane, janes } = await open();
    const cookie = await signIn(service, jane.userEmail);
    const tell = async () => {
      await numberAllEvents(service.pool);
      await writeNotifications(service.pool);
      const { mailer, stopLinks } = service;
      await sendNotificationMails(service.pool, { mailer, stopLinks, baseUrl: 'http://service.test' }, 100);
    };
    const told = async () => {
      const { body } = await ask(service, '/api/me/notifications', { cookie });
      return body.data.filter(({ kind }: { readonly kind: string }) => kind === 'payout_paid').length;
    };
    const mails = () =>
      service.mails.filter(({ to, subject }) => to === jane.userEmail && subject.includes('paid you'));
    await team('POST', `/payouts/${janes}/pay`, { reference: 'Wrong' });
    await tell();
    expect([await told(), mails()]).toEqual([1, []]);
    await team('POST', `/payouts/${janes}/reopen`, {});
    await tell();
    expect([await told(), mails()]).toEqual([0, []]);
    for (const reference of ['Wrong again', 'Right']) {
      if (reference === 'Right') await team('POST', `/payouts/${janes}/reopen`, {});
      await team('POST', `/payouts/${janes}/pay`, { reference });
    }
    await tell();
    await service.pool.query(`update notifications set mail_at = now() where mail_at is not null`);
    await tell();
    expect([await told(), mails().length]).toEqual([1, 1]);
  });
});
