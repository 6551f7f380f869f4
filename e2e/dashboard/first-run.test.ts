import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.js';
import { type Application, startApplication } from './support/application.js';
import { watchForNoise } from './support/page.js';
import { openSession } from './support/session.js';

const SLOWEST_MS = 30_000;
const OWNER = { email: 'ada@acme.test', password: 'a-long-password' };

describe('from an empty service to the first commission', () => {
  let browser: Browser;
  let application: Application;
  beforeAll(async () => {
    browser = await startChromium();
    application = await startApplication();
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await application?.stop();
  });

  async function openWatchedPage(): Promise<{ page: Page; noise: string[] }> {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    context.setDefaultTimeout(SLOWEST_MS);
    const page = await context.newPage();
    // Whether somebody is signed in is asked before anybody is.
    return { page, noise: watchForNoise(page, [401]) };
  }

  test('somebody sets everything up in the browser, and the first sale shows as a commission', async () => {
    const { page, noise } = await openWatchedPage();
    await page.goto(`${application.baseUrl}/`);
    await makeAccount(page);
    await makeProgram(page);
    await page.getByRole('heading', { name: 'Your sites' }).waitFor();
    expect(await page.getByLabel('Your site’s URLs').inputValue()).toBe(
      'https://acme.test\nhttps://www.acme.test',
    );
    await page.getByRole('button', { name: 'Continue' }).click();
    await inviteFirstPartner(page);
    await page.getByRole('heading', { name: 'Acme is set up' }).waitFor();
    await page.getByText('https://acme.test/?aff=jane').waitFor();
    await page.getByRole('button', { name: 'Create API key' }).click();
    const command = (await page.getByRole('region', { name: 'Command' }).textContent()) ?? '';
    const key = /--api-key (\S+)/.exec(command)?.[1] ?? '';
    expect(await page.getByRole('region', { name: 'API key' }).textContent()).toBe(key);
    const programId = /--program-id (\d+)/.exec(command)?.[1];
    await page.getByText(`data-svc-program-id="${programId}"`).waitFor();
    expect(command).toContain(`svc init --yes --base-url ${new URL(page.url()).origin} `);
    await page.getByRole('link', { name: 'Connect your site' }).click();
    await page.getByRole('heading', { name: 'Integration', level: 1 }).waitFor();
    expect((await application.readMail('jane@blog.test')).link).toContain('/invitation#');

    await buyByApi(application, key);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('row', { name: /Jane Jansen.*\$100\.00.*\$25\.00/ }).waitFor();
    await page.getByRole('link', { name: 'Jane Jansen' }).click();
    await page.getByRole('heading', { name: 'Jane Jansen', level: 1 }).waitFor();
    await page.getByRole('table', { name: 'Recent commissions' }).getByText('$25.00').click();
    await page.getByRole('dialog').getByText('× 25%').waitFor();
    await page.keyboard.press('Escape');
    const owner = await openSession(application, OWNER);
    const { data } = await owner.send('GET', `/api/programs/${programInUrl(page)}/commissions`);
    expect(data).toMatchObject([{ amount_cents: 2_500, currency: 'USD', status: 'pending' }]);
    expect(noise).toEqual([]);
  });

  test('setup continues at the same step in another browser', async () => {
    const owner = await openSession(application, OWNER);
    const { workspaces } = await owner.send('GET', '/api/me');
    const workspace = `/api/workspaces/${workspaces[0].id}/programs`;
    const { id } = await owner.send('POST', workspace, {
      name: 'Second',
      domain: 'second.test',
      commission: { type: 'flat', amount_cents: 500 },
    });
    const { page, noise } = await openWatchedPage();
    await page.goto(`${application.baseUrl}/setup?program=${id}`);
    await page.getByLabel('Email').fill(OWNER.email);
    await page.locator('input[type="password"]').fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Your sites' }).waitFor();
    await page.getByLabel('Your site’s URLs').fill('not an address');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('not an address is not a valid URL').waitFor();
    await page.getByLabel('Your site’s URLs').fill('second.test/shop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Your first partner' }).waitFor();
    expect(await owner.send('GET', `/api/programs/${id}`)).toMatchObject({
      allowed_origins: ['https://second.test'],
    });
    expect(noise).toEqual([]);
  });

  test('the first run is over once there is an account', async () => {
    const { page } = await openWatchedPage();
    await page.goto(`${application.baseUrl}/setup`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

describe('from another machine', () => {
  const TOKEN = 'chosen-by-the-operator';
  let browser: Browser;
  let application: Application;
  beforeAll(async () => {
    browser = await startChromium();
    application = await startApplication({ environment: { SVC_SETUP_TOKEN: TOKEN, SVC_HOSTS: 'svc.test' } });
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await application?.stop();
  });

  test('the first account takes the token, which the printed address carries', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    context.setDefaultTimeout(SLOWEST_MS);
    const page = await context.newPage();
    const elsewhere = application.baseUrl.replace('127.0.0.1', 'svc.test');
    await page.goto(`${elsewhere}/`);
    await page.getByRole('heading', { name: 'Welcome to svc' }).waitFor();
    await fillAccount(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Enter the setup token').waitFor();
    await page.getByLabel('Setup token').fill('a-wrong-token');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('The setup token is missing or wrong').waitFor();
    await page.goto('about:blank');
    await page.goto(`${elsewhere}/setup#${TOKEN}`);
    await page.getByRole('heading', { name: 'Welcome to svc' }).waitFor();
    expect(await page.getByLabel('Setup token').inputValue()).toBe(TOKEN);
    expect(page.url()).toBe(`${elsewhere}/setup`);
    await fillAccount(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Your program' }).waitFor();
  });
});

async function makeAccount(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Welcome to svc' }).waitFor();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Enter your name').waitFor();
  expect(await page.getByLabel('Setup token').count()).toBe(0);
  await fillAccount(page);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function fillAccount(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Acme');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.locator('input[type="password"]').fill(OWNER.password);
  await page.getByLabel('Company').fill('Acme Inc.');
}

async function makeProgram(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Your program' }).waitFor();
  // The start page leads back here for as long as there is no program.
  await page.goto(new URL('/', page.url()).href);
  await page.getByRole('heading', { name: 'Your program' }).waitFor();
  await page.getByLabel('Name').fill('Acme');
  await page.getByLabel('Domain').fill('https://Acme.test/');
  await page.getByRole('textbox', { name: 'Percentage' }).fill('25');
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function inviteFirstPartner(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Your first partner' }).waitFor();
  await page.getByLabel('Name').fill('Jane Jansen');
  await page.getByLabel('Email').fill('jane@blog.test');
  await page.getByLabel('First link').fill('jane');
  await page.getByRole('button', { name: 'Invite' }).click();
}

/** A visitor of the link signs up and pays, as a site and its server report it. */
async function buyByApi({ baseUrl }: Application, key: string): Promise<void> {
  const click = await postJson(`${baseUrl}/track/click`, {
    headers: { origin: 'https://acme.test' },
    body: { affiliate_url: 'https://acme.test/?aff=jane' },
  });
  const headers = { authorization: `Bearer ${key}` };
  await postJson(`${baseUrl}/api/v1/track/lead`, {
    headers,
    body: { click_id: click.click_id, customer_key: 'user-1' },
  });
  await postJson(`${baseUrl}/api/v1/track/sale`, {
    headers,
    body: { transaction_id: 'order-1', customer_key: 'user-1', amount_cents: 10_000 },
  });
}

async function postJson(
  url: string,
  { headers, body }: { readonly headers: Record<string, string>; readonly body: object },
): Promise<{ readonly click_id?: string }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { readonly click_id?: string };
}

function programInUrl(page: Page): string {
  return /\/p\/(\d+)\//.exec(page.url())?.[1] ?? '';
}
