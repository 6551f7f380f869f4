import { describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/database/transaction.js';
import { untilWaiting } from '../support/locks.js';
import { type Answer, ask, PASSWORD, post, signIn, signInAs } from '../support/management.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

/** Two people, or one person twice, at the same moment: which only a server can have. */
describe('joining at once', () => {
  const service = shared(() => startService('postgres'));

  /** What stands after the # of the address in each mail to somebody. */
  const tokensFor = (email: string) =>
    service.mails.filter(({ to }) => to === email).map(({ text }) => text.match(/#(\S+)/)?.[1] ?? '');

  const newcomer = () => `${uniqueName('guest')}@people.test`;

  /** Holds what a statement locks until all requests wait for it; gives their answers. */
  async function allBehind(
    lock: { readonly text: string; readonly values: readonly unknown[] },
    send: () => Promise<Answer>[],
  ): Promise<Answer[]> {
    const sent = await withTransaction(service.pool, async (client) => {
      await client.query(lock.text, [...lock.values]);
      const answers = send();
      await untilWaiting(service.pool, answers.length);
      return { answers };
    });
    return Promise.all(sent.answers);
  }

  test('of two invitations of one person at once the second ends the first', async () => {
    const { workspaceId } = await seedProgram(service.pool);
    const cookie = await signInAs(service, workspaceId, 'owner');
    const email = newcomer();
    const path = `/api/workspaces/${workspaceId}/invitations`;
    const invite = () => post(service, path, { email, role: 'admin' }, cookie);
    const lock = { text: 'select 1 from workspaces where id = $1 for update', values: [workspaceId] };
    const answers = await allBehind(lock, () => [invite(), invite()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body: list } = await ask(service, path, { cookie });
    expect(list.data.map((row: { status: string }) => row.status)).toEqual(['open', 'revoked']);
  });

  test('two open invitations of one person, accepted at once, make a member once and stay none', async () => {
    const { workspaceId } = await seedProgram(service.pool);
    const cookie = await signInAs(service, workspaceId, 'owner');
    const email = newcomer();
    const path = `/api/workspaces/${workspaceId}/invitations`;
    await post(service, path, { email, role: 'admin' }, cookie);
    await post(service, path, { email, role: 'admin' }, cookie);
    await service.pool.query('update invitations set revoked_at = null where email = $1', [email]);
    const accept = (token: string) =>
      post(service, '/api/invitation/accept', { token, name: 'Vic', password: PASSWORD });
    const lock = { text: 'select 1 from workspaces where id = $1 for update', values: [workspaceId] };
    const answers = await allBehind(lock, () => tokensFor(email).map(accept));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test('one person who accepts the invitations of two workspaces at once has one account and both', async () => {
    const email = newcomer();
    const workspaceIds: number[] = [];
    for (let count = 1; count <= 2; count += 1) {
      const { workspaceId } = await seedProgram(service.pool);
      const cookie = await signInAs(service, workspaceId, 'owner');
      await post(service, `/api/workspaces/${workspaceId}/invitations`, { email, role: 'admin' }, cookie);
      workspaceIds.push(workspaceId);
    }
    const accept = (token: string) =>
      post(service, '/api/invitation/accept', { token, name: 'Vic', password: PASSWORD });
    // An account may be read, and none be made.
    const lock = { text: 'lock table users in exclusive mode', values: [] };
    const answers = await allBehind(lock, () => tokensFor(email).map(accept));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.is_new_account).toSorted()).toEqual([false, true]);
    const { body: me } = await ask(service, '/api/me', { cookie: await signIn(service, email) });
    const mine = me.workspaces.map(({ id }: { id: number }) => id);
    expect(mine.toSorted((a: number, b: number) => a - b)).toEqual(workspaceIds);
  });

  test('two equal applications at once are both received, and one of them is kept', async () => {
    const program = await seedProgram(service.pool);
    await service.pool.query('update programs set accepts_applications = true where id = $1', [
      program.programId,
    ]);
    const email = newcomer();
    const path = `/api/public/programs/${program.programId}/application`;
    const applyOnce = () => post(service, path, { email, name: 'Petra', message: 'Hello.' });
    const lock = { text: 'lock table partners in exclusive mode', values: [] };
    const answers = await allBehind(lock, () => [applyOnce(), applyOnce()]);
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { received: true }]);
    const { rows } = await service.pool.query(
      `select a.message from partner_applications a join enrollments e on e.id = a.enrollment_id
         join partners p on p.id = e.partner_id where p.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ message: 'Hello.' }]);
  });
});
