import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, startApplication } from './support/application.js';
import { openAndWait, setScheme } from './support/page.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemoStage();
}, 600_000);
afterAll(() => stage?.close());

describe('signing out', () => {
  test.each(['/p/PROGRAM/overview', '/p/PROGRAM/events', '/account'])(
    'leads from %s to the sign-in page at once, without a request after it',
    async (path) => {
      const address = path.replace('PROGRAM', String(stage.demo.places.programId));
      const page = await stage.openPage('owner', { path: address });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const requests: string[] = [];
      const addresses: string[] = [];
      const refused: string[] = [];
      let hasLeft = false;
      page.on('request', (request) => {
        if (request.url().endsWith('/api/auth/sign-out')) hasLeft = true;
        else if (hasLeft && request.frame().url().includes(address)) requests.push(request.url());
      });
      page.on('response', (response) => {
        if (hasLeft && response.status() === 401) refused.push(response.url());
      });
      page.on('framenavigated', (frame) =>
        addresses.push(new URL(frame.url()).pathname + new URL(frame.url()).search),
      );
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(requests.filter((url) => url.includes('/api/'))).toEqual([]);
      expect(refused).toEqual([]);
      expect([...new Set(addresses)]).toEqual(['/sign-in']);
      // The page before is not shown again.
      await page.goBack();
      await expect.poll(() => new URL(page.url()).pathname).not.toContain('/p/');
      await page.context().close();
    },
  );
});

describe('a session that the browser does not keep', () => {
  const OWNER = { email: 'ada@acme.test', password: 'a-long-password' };
  let application: Application;
  beforeAll(async () => {
    application = await startApplication({
      environment: { SVC_BASE_URL: 'https://svc.example', SVC_HOSTS: 'svc.test' },
      provision: { workspaces: [{ name: 'Acme', members: [{ ...OWNER, name: 'Ada', role: 'owner' }] }] },
    });
  }, 600_000);
  afterAll(() => application?.stop());

  test('is named on the sign-in page, with the base address', async () => {
    const context = await stage.browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    // Over plain http, the browser drops the cookie, which is for https only.
    await page.goto(`${application.baseUrl.replace('127.0.0.1', 'svc.test')}/sign-in`);
    await page.getByLabel('Email').fill(OWNER.email);
    await page.locator('input[type="password"]').fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain(
      'your browser did not keep the session. Open https://svc.example',
    );
    expect(await page.getByLabel('Email').inputValue()).toBe(OWNER.email);
    await context.close();
  });
});

describe('a page on paper', () => {
  test.each(['sales', 'overview'])('shows only its content, in light colors: %s', async (name) => {
    const context = await stage.contextOf('owner', { viewport: { width: 1280, height: 900 } });
    await setScheme(context, 'dark');
    const page = await context.newPage();
    await openAndWait(page, `${stage.demo.application.baseUrl}/p/${stage.demo.places.programId}/${name}`);
    const look = () =>
      page.evaluate<{ scheme: string; buttons: number; isNavigationShown: boolean }>(`({
        scheme: document.documentElement.getAttribute('data-mantine-color-scheme'),
        buttons: [...document.querySelectorAll('button')].filter((one) => one.checkVisibility() && !one.closest('th')).length,
        isNavigationShown: [...document.querySelectorAll('nav, header.mantine-AppShell-header, [role=search]')].some((one) => one.checkVisibility()),
      })`);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(look).toEqual({ scheme: 'light', buttons: 0, isNavigationShown: false });
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(async () => (await look()).scheme).toBe('dark');
    expect(await look()).toMatchObject({ isNavigationShown: true });
    await context.close();
  });
});

test('fields have at least 16 pixels on a phone, where Safari would enlarge the page', async () => {
  const page = await stage.openPage('owner', {
    path: `/p/${stage.demo.places.programId}/sales`,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const field = page.getByRole('searchbox').first();
  await field.waitFor();
  const sizes = await page.evaluate<number[]>(
    `[...document.querySelectorAll('input, select, textarea')].map((one) => parseFloat(getComputedStyle(one).fontSize))`,
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  await page.context().close();
});

test('a browser that cannot run the application reads which versions can', async () => {
  const context = await stage.browser.newContext({});
  const page = await context.newPage();
  // As in a browser that stops at the first unknown syntax.
  await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'let = ;' }));
  await page.clock.install();
  await page.goto(`${stage.demo.application.baseUrl}/sign-in`);
  const sentence = page.getByText('This page needs a newer browser: Chrome 120, Firefox 115, Safari 17');
  await sentence.waitFor({ state: 'attached' });
  await page.evaluate('for (const one of document.getAnimations()) one.finish()');
  await sentence.waitFor({ state: 'visible' });
  await context.close();
});
