import { describe, expect, test } from 'vitest';
import { findPasswordFault } from '../../src/crypto/password-rules.js';
import { hashPassword } from '../../src/crypto/passwords.js';
import { exampleFile, newNames, provision } from '../provision/provision-support.js';
import { engines } from '../support/engines.js';
import { ask, PASSWORD, post, seedUser, signIn, signInAs } from '../support/management.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const EMAIL = 'Olive.Oilsworth+svc@Acme.test';

test.each([
  ['short horse', 'password_too_short'],
  ['😀'.repeat(11), 'password_too_short'],
  ['x'.repeat(129), 'password_too_long'],
  ['qwerty123456', 'password_common'],
  ['Administrator', 'password_common'],
  ['1Q2W3E4R5T6Y', 'password_common'],
  ['olive.oilsworth+svc@acme.test', 'password_is_address'],
  [' OLIVE.oilsworth+svc@acme.test ', 'password_is_address'],
  ['olive.oilsworth+svc', 'password_is_address'],
  ['Olive.Oilsworth', 'password_is_address'],
  ['ｏｌｉｖｅ.oilsworth', 'password_is_address'],
  ['correct-horse-1', null],
  ['demo-password', null],
  ['😀'.repeat(12), null],
  ['olive.oilsworth@elsewhere.test', null],
  ['x'.repeat(128), null],
])('%j: %s', async (password, fault) => {
  expect(await findPasswordFault(password, EMAIL)).toBe(fault);
});

describe.each(engines)('choosing a password on %s', (engine) => {
  const service = shared(() => startService(engine));

  const tokenFor = (email: string) =>
    service.mails.findLast(({ to }) => to === email)?.text.match(/#(\S+)/)?.[1] ?? '';

  /** Ways to set a password, each with the name of its field. */
  const WAYS = {
    async change() {
      const { email } = await seedUser(service.pool);
      const cookie = await signIn(service, email);
      const set = (newPassword: string) =>
        post(service, '/api/auth/change-password', { currentPassword: PASSWORD, newPassword }, cookie);
      return { email, field: 'newPassword', set };
    },
    async reset() {
      const { email } = await seedUser(service.pool);
      await post(service, '/api/auth/request-password-reset', { email });
      const token = tokenFor(email);
      const set = (newPassword: string) => post(service, '/api/auth/reset-password', { token, newPassword });
      return { email, field: 'newPassword', set };
    },
    async invitation() {
      const program = await seedProgram(service.pool);
      const cookie = await signInAs(service, program.workspaceId, 'owner');
      const email = `${uniqueName('guest')}@people.test`;
      await post(
        service,
        `/api/workspaces/${program.workspaceId}/invitations`,
        { email, role: 'viewer' },
        cookie,
      );
      const token = tokenFor(email);
      const set = (password: string) =>
        post(service, '/api/invitation/accept', { token, name: 'Vic', password });
      return { email, field: 'password', set };
    },
  } as const;

  test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
    '%s refuses one that is too short, common or the address, and takes another afterwards',
    async (way) => {
      const { email, field, set } = await WAYS[way]();
      for (const [password, code] of [
        ['short-horse', 'password_too_short'],
        ['qwerty123456', 'password_common'],
        [email.toUpperCase(), 'password_is_address'],
        [email.split('@')[0] ?? '', 'password_is_address'],
      ] as const) {
        const answer = await set(password);
        expect([answer.status, answer.body], password).toEqual([400, { error: `${field} is invalid` }]);
        expect(answer.headers.get('svc-error-code')).toBe(code);
      }
      expect((await set('another-horse-1')).status).toBe(200);
      const signedIn = await post(service, '/api/auth/sign-in/email', { email, password: 'another-horse-1' });
      expect(signedIn.status).toBe(200);
    },
  );

  test('the first set-up refuses the same', async () => {
    const empty = await startService(engine);
    const set = (password: string) =>
      ask(empty, '/api/setup', {
        method: 'POST',
        body: { name: 'Olive', email: 'olive.oilsworth@acme.test', password, workspace: 'Acme' },
      });
    for (const [password, code] of [
      ['short-horse', 'password_too_short'],
      ['qwerty123456', 'password_common'],
      ['Olive.Oilsworth', 'password_is_address'],
    ] as const) {
      const answer = await set(password);
      expect([answer.status, answer.body]).toEqual([400, { error: 'password is invalid' }]);
      expect(answer.headers.get('svc-error-code')).toBe(code);
    }
    expect((await set(PASSWORD)).status).toBe(200);
    await empty.close();
  });

  test('provisioning refuses the same for a new account, and applies nothing', async () => {
    for (const [password, rule] of [
      ['short-horse', 'must have at least 12 characters'],
      ['qwerty123456', 'must not be one of the most common passwords'],
    ] as const) {
      const names = newNames();
      const file = exampleFile(names);
      file.workspaces[0].members[0].password = password;
      await expect(provision(service.pool, file)).rejects.toThrow(
        `workspaces[0].members[0].password: ${rule}`,
      );
      const { rows } = await service.pool.query('select 1 from workspaces where name = $1', [
        names.workspace,
      ]);
      expect(rows).toEqual([]);
    }
    for (const password of ['correct-horse-1', 'demo-password']) {
      const file = exampleFile(newNames());
      file.workspaces[0].members[0].password = password;
      await provision(service.pool, file);
    }
  });

  test('an account that has a shorter password already signs in with it', async () => {
    const { userId, email } = await seedUser(service.pool);
    await service.pool.query('update accounts set password = $2 where user_id = $1', [
      userId,
      await hashPassword('eightchr'),
    ]);
    const signedIn = await post(service, '/api/auth/sign-in/email', { email, password: 'eightchr' });
    expect(signedIn.status).toBe(200);
  });
});
