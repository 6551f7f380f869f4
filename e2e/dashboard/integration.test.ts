import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.js';
import { type Application, startApplication } from './support/application.js';
import { openAndWait, watchForNoise } from './support/page.js';
import { openSession, type Session, signIn } from './support/session.js';

const OWNER = { email: 'olive@acme.test', password: 'correct-horse-1' };
const PARTNER = {
  email: 'jane@blog.test',
  name: 'Jane',
  status: 'approved',
  links: [{ short_link: 'jane' }],
};
const RULE = { type: 'percent', basis_points: 2000, duration_months: null };
const keyOf = (name: string) => `svc_test_${name.toLowerCase()}_1234567`;
const program = (name: string, partners: readonly object[]) => ({
  name,
  domain: `${name.toLowerCase()}.test`,
  commission: RULE,
  api_token: keyOf(name),
  allowed_origins: [`https://${name.toLowerCase()}.test`],
  partners,
});
const PROVISION = {
  workspaces: [
    {
      name: 'Acme',
      members: [
        { ...OWNER, name: 'Olive', role: 'owner' },
        { ...OWNER, email: 'vic@acme.test', name: 'Vic', role: 'viewer' },
      ],
      programs: [program('Fresh', [PARTNER]), program('Lonely', [])],
    },
  ],
};

describe('the integration steps complete before your eyes', () => {
  let application: Application;
  let browser: Browser;
  let session: Session;
  const programIds = new Map<string, number>();

  beforeAll(async () => {
    browser = await startChromium();
    application = await startApplication({ provision: PROVISION });
    session = await openSession(application, OWNER);
    const [workspace] = (await session.send('GET', '/api/me')).workspaces;
    const { data } = await session.send('GET', `/api/workspaces/${workspace.id}/programs`);
    for (const { id, name } of data) programIds.set(name, id);
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await application?.stop();
  });

  async function openPage(name: string, path: string, who = OWNER): Promise<{ page: Page; noise: string[] }> {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    await signIn(context, application, who);
    const page = await context.newPage();
    const noise = watchForNoise(page);
    await openAndWait(page, `${application.baseUrl}/p/${programIds.get(name)}${path}`);
    return { page, noise };
  }

  const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  test('test events turn two steps tested, none live, and the feed shows all of them', async () => {
    const events = await openPage('Fresh', '/events');
    await events.page.getByText('No events yet').waitFor();
    const { page, noise } = await openPage('Fresh', '/integration');
    await page.getByText('0 of 3 steps live').waitFor();
    const snippet = `<script async src="${application.baseUrl}/js/svc-tracker.js" data-svc-program-id="${programIds.get('Fresh')}"></script>`;
    await page.getByText(snippet).waitFor();

    await page.getByRole('button', { name: 'Send test click' }).click();
    await step(page, 'Track visits').getByText('Tested', { exact: true }).waitFor();
    await step(page, 'Track visits').getByText('No real clicks in the last 7 days.').waitFor();
    await step(page, 'Track visits').getByText('https://fresh.test/?aff=jane').waitFor();

    await page.getByRole('button', { name: 'Send test lead' }).click();
    await step(page, 'Report sign-ups').getByText('Tested', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Send test sale' }).click();
    const payments = step(page, 'Report payments');
    await payments.getByText(/Test sales earn no commission/).waitFor();
    await payments.getByText('Pending', { exact: true }).waitFor();
    await payments
      .getByText('This step goes live with the first payment that your server reports.')
      .waitFor();
    expect(await page.getByText('0 of 3 steps live').count()).toBe(1);

    // The feed was open all along, and nobody has reloaded it.
    const table = events.page.getByRole('table', { name: 'Events' });
    const sale = table.getByRole('row').filter({ hasText: '$49.00' });
    await sale.waitFor();
    expect(await table.getByRole('row').count()).toBe(1 + 6);
    await events.page.getByText('Live, 6 new events').waitFor();

    await sale.getByRole('link', { name: /^svc-test-/ }).click();
    const timeline = step(events.page, 'Activity');
    await timeline.getByText(/^Clicked a referral link/).waitFor();
    expect(await timeline.textContent()).toMatch(/Clicked a referral link.*Signed up.*Bought: \$49\.00/);
    await step(events.page, 'Credited to').getByRole('link', { name: 'Jane' }).waitFor();
    expect([...noise, ...events.noise]).toEqual([]);

    const { data } = (await session.send('GET', `/api/tracking/status/${programIds.get('Fresh')}`)) as {
      data: { stepStatuses: object };
    };
    expect(data.stepStatuses).toEqual({ pageview: 'complete', referrals: 'complete', payments: 'pending' });
    const report = await session.send('GET', `/api/programs/${programIds.get('Fresh')}/report`);
    expect(report.totals.filter((row: { sales: number }) => row.sales > 0)).toEqual([]);
  }, 60_000);

  test('real visitors, sign-ups and payments turn every step live, and what was refused is named', async () => {
    const { page, noise } = await openPage('Fresh', '/integration');
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${keyOf('Fresh')}` };
    const track = async (path: string, body: object, origin?: string) => {
      const request = { method: 'POST', body: JSON.stringify(body) };
      const answer = await fetch(application.baseUrl + path, {
        ...request,
        headers: origin === undefined ? headers : { 'content-type': 'application/json', origin },
      });
      return { status: answer.status, body: (await answer.json()) as { readonly click_id?: string } };
    };
    const visit = { affiliate_url: 'https://fresh.test/?aff=jane', program_id: programIds.get('Fresh') };
    const click = await track('/track/click', visit, 'https://fresh.test');
    await step(page, 'Track visits').getByText('1 real click in the last 7 days.').waitFor();
    await page.getByText('1 of 3 steps live').waitFor();
    await track('/api/v1/track/lead', { click_id: click.body.click_id, customer_key: 'user-1' });
    await page.getByText('2 of 3 steps live').waitFor();
    await track('/api/v1/track/sale', {
      customer_key: 'user-1',
      transaction_id: 'order-1',
      amount_cents: 4_900,
      currency: 'USD',
    });
    await page.getByText('Everything is live').waitFor();
    await step(page, 'Report payments').getByText('1 real sale in the last 7 days.').waitFor();

    expect((await track('/track/click', visit, 'https://other.test')).status).toBe(403);
    const refused = step(page, 'Track visits').getByRole('alert');
    await refused.getByText('https://other.test').waitFor();
    expect(await refused.textContent()).toContain('1 request from https://other.test, which is not one of');
    expect(noise).toEqual([]);
  }, 60_000);

  test('events that arrive while the feed is paused appear when it goes on', async () => {
    const { page } = await openPage('Fresh', '/events?type=sale');
    const rows = page.getByRole('table', { name: 'Events' }).getByRole('row');
    await rows.filter({ hasText: '$49.00' }).first().waitFor();
    const before = await rows.count();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await session.send('POST', `/api/programs/${programIds.get('Fresh')}/test-events`, { type: 'sale' });
    expect(await rows.count()).toBe(before);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Live, 1 new event').waitFor();
    await expect.poll(() => rows.count()).toBe(before + 1);
  }, 60_000);

  test('a sale opens the story of why it earned nothing, and gives the focus back', async () => {
    const { page, noise } = await openPage('Fresh', '/sales');
    const sale = page.getByRole('button', { name: /^test_txn_/ }).first();
    await sale.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'What this sale earned' });
    await drawer.getByText(/^No commission was earned/).waitFor();
    await drawer.getByText('No commission', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.locator(':focus', { hasText: /^test_txn_/ }).waitFor();
    expect(noise).toEqual([]);
  }, 60_000);

  test('without a partner the page says what comes first, and a viewer is shown no button', async () => {
    const { page } = await openPage('Lonely', '/integration');
    await page.getByRole('link', { name: 'Invite a partner' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send test click' }).isDisabled()).toBe(true);
    const viewer = await openPage('Fresh', '/integration', { ...OWNER, email: 'vic@acme.test' });
    await viewer.page.getByText('Everything is live').waitFor();
    expect(await viewer.page.getByRole('button', { name: /^Send test/ }).count()).toBe(0);
    expect(await viewer.page.getByRole('link', { name: 'Get a key' }).count()).toBe(0);
  }, 60_000);

  test('a program set to servers only says so where sign-ups are set up, and hides the way of the page', async () => {
    const { page, noise } = await openPage('Lonely', '/settings/program');
    expect(await page.getByRole('radio', { name: 'Pages and servers' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Servers only' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved', { exact: true }).waitFor();
    const stored = await session.send('GET', `/api/programs/${programIds.get('Lonely')}`);
    expect(stored.lead_source).toBe('server');
    await openAndWait(page, `${application.baseUrl}/p/${programIds.get('Lonely')}/integration`);
    const signups = step(page, 'Report sign-ups');
    await signups.getByText('This program accepts sign-ups from servers only.').waitFor();
    expect(await signups.getByRole('tab').allTextContents()).toEqual(['Node.js', 'HTTP']);
    expect(noise).toEqual([]);
  }, 60_000);
});
