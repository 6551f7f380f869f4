import { expect, test } from 'vitest';
import { shared } from '../../packages/server/test/support/shared.js';
import { startApplication } from '../dashboard/support/application.js';
import { describeBrowsers, openWindow, sharedProxy, type Window } from './support.js';

const OWNER = { email: 'ada@acme.test', password: 'a-long-password' };
const PASSWORD = 'input[type="password"]';

async function signIn(window: Window, name = 'Sign in'): Promise<void> {
  await window.see(name);
  await window.fill('Email', OWNER.email);
  await window.type(PASSWORD, OWNER.password);
  await window.press('Sign in');
}

describeBrowsers('the application', (kind) => {
  const proxy = sharedProxy();
  const fresh = shared(async () => {
    const application = await startApplication({
      environment: { SVC_HOSTS: 'svc.test', SVC_SETUP_TOKEN: 'chosen-by-the-operator' },
    });
    return { application, close: () => application.stop() };
  }, 600_000);
  const behindProxy = shared(async () => {
    const application = await startApplication({
      environment: { SVC_BASE_URL: 'https://svc.example' },
      provision: { workspaces: [{ name: 'Acme', members: [{ ...OWNER, name: 'Ada', role: 'owner' }] }] },
    });
    return { application, close: () => application.stop() };
  }, 600_000);

  test('sets up a program, signs out without a further request, and signs in again', async () => {
    const window = await openWindow(kind, proxy);
    const address = fresh.application.baseUrl.replace('127.0.0.1', 'svc.test');
    await window.open(`${address}/setup#chosen-by-the-operator`);
    await window.see('Welcome to svc');
    await window.fill('Your name', 'Ada Acme');
    await window.fill('Email', OWNER.email);
    await window.type(PASSWORD, OWNER.password);
    await window.fill('Company', 'Acme Inc.');
    await window.press('Create account');
    await window.see('Your program');
    await window.fill('Name', 'Acme');
    await window.fill('Domain', 'acme.test');
    await window.fill('Percentage', '25');
    await window.press('Continue');
    await window.see('Your sites');
    await window.press('Continue');
    await window.see('Your first partner');
    await window.fill('Name', 'Jane Jansen');
    await window.fill('Email', 'jane@blog.test');
    await window.fill('First link', 'jane');
    await window.press('Invite');
    await window.see('Acme is set up');
    await window.open(`${address}/`);
    await window.see('Overview');

    await window.press('Account menu');
    proxy.seen.length = 0;
    await window.press('Sign out');
    await window.see('Sign in');
    expect(await window.place()).toBe('/sign-in');
    const afterwards = proxy.seen.slice(
      proxy.seen.findIndex((line) => line.endsWith('/api/auth/sign-out')) + 1,
    );
    expect(afterwards.filter((line) => line.includes('/p/'))).toEqual([]);
    expect(
      afterwards.filter((line) => line.includes('/api/') && !/\/api\/(public|setup|me)/.test(line)),
    ).toEqual([]);
    await signIn(window);
    await window.see('Overview');
  });

  test('keeps a session at http://localhost, or says that the browser does not', async () => {
    const window = await openWindow(kind, proxy);
    await window.open(`${behindProxy.application.baseUrl.replace('127.0.0.1', 'localhost')}/sign-in`);
    await signIn(window);
    if (kind.name === 'Firefox') await window.see('Your program');
    else await window.see('your browser did not keep the session. Open https://svc.example');
  });
});
