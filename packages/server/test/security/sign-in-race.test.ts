import type { ClientBase } from 'pg';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/crypto/passwords.js';
import { withTransaction } from '../../src/database/transaction.js';
import { handOverAccount, lockAccount } from '../../src/features/people/create-account.js';
import { engines } from '../support/engines.js';
import { cookieOf, PASSWORD, post, seedUser, signIn } from '../support/management.js';
import { startService } from '../support/service.js';
import { until } from '../support/service-process.js';
import { shared } from '../support/shared.js';
import { codeOf } from '../support/totp.js';
import { turnOnTwoFactor, waitForNextCode } from './two-factor-support.js';

const SIGN_IN = '/api/auth/sign-in/email';
const NEW_PASSWORD = 'brand-new-horse-7';

// One session has the embedded database at a time, so nothing comes between the statements of a takeover there.
describe.skipIf(!engines.includes('postgres'))('a sign-in while the account changes hands', () => {
  const service = shared(() => startService('postgres'));

  /** Lets a request go on until its new session waits for the takeover, which `change` does, and returns its answer. */
  async function during<Answer>(
    email: string,
    request: () => Promise<Answer>,
    change: (client: ClientBase, userId: string) => Promise<unknown>,
  ): Promise<Answer> {
    let answer: Promise<Answer> | undefined;
    await withTransaction(service.pool, async (client) => {
      const known = await lockAccount(client, email);
      answer = request();
      await until(async () => {
        const { rows } = await service.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and query ilike 'insert into "sessions"%'`,
        );
        return rows.length > 0;
      });
      await change(client, known?.userId ?? '');
    });
    if (answer === undefined) throw new Error('the request was not sent');
    return answer;
  }

  const takeOver = async (client: ClientBase, userId: string) =>
    handOverAccount(client, { userId, name: 'Carol', passwordHash: await hashPassword(NEW_PASSWORD) });
  const changePassword = async (client: ClientBase, userId: string) => {
    await client.query('update accounts set password = $2 where user_id = $1', [
      userId,
      await hashPassword(NEW_PASSWORD),
    ]);
    await client.query('delete from sessions where user_id = $1', [userId]);
  };
  const sessionsOf = async (email: string) => {
    const { rows } = await service.pool.query(
      'select 1 from sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    );
    return rows.length;
  };

  test.each([
    ['an invitation takes the account over', takeOver],
    ['the password is chosen anew', changePassword],
  ])('leaves no session by the old password when %s', async (_, change) => {
    const { email } = await seedUser(service.pool);
    const enter = () => post(service, SIGN_IN, { email, password: PASSWORD });
    const answer = await during(email, enter, change);
    expect([
      answer.status,
      answer.headers.getSetCookie().some((line) => /session_token=[^;]/.test(line)),
    ]).toEqual([401, false]);
    expect(await sessionsOf(email)).toBe(0);
    expect((await post(service, SIGN_IN, { email, password: NEW_PASSWORD })).status).toBe(200);
  });

  test('leaves no session by a code of the old second factor', async () => {
    const { email } = await seedUser(service.pool);
    const { secret } = await turnOnTwoFactor(service, await signIn(service, email));
    await waitForNextCode(service);
    await service.pool.query('delete from sessions');
    const waiting = await post(service, SIGN_IN, { email, password: PASSWORD });
    const enter = () =>
      post(service, '/api/auth/two-factor/verify-totp', { code: codeOf(secret) }, cookieOf(waiting));
    expect((await during(email, enter, takeOver)).status).toBe(401);
    expect(await sessionsOf(email)).toBe(0);
  });

  test('keeps its session when only the name changes', async () => {
    const { email } = await seedUser(service.pool);
    const enter = () => post(service, SIGN_IN, { email, password: PASSWORD });
    const rename = (client: ClientBase, userId: string) =>
      client.query(`update users set name = 'Carol' where id = $1`, [userId]);
    expect((await during(email, enter, rename)).status).toBe(200);
    expect(await sessionsOf(email)).toBe(1);
  });
});
