import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.js';
import { type Application, startApplication } from './support/application.js';
import { watchForNoise } from './support/page.js';
import { openSession, type Session, sessionOf, signIn } from './support/session.js';

const SLOWEST_MS = 30_000;
const OWNER = { email: 'ada@acme.test', password: 'a-long-password' };

describe('somebody applies and becomes a partner', () => {
  let browser: Browser;
  let application: Application;
  let owner: Session;
  let programId: number;
  beforeAll(async () => {
    browser = await startChromium();
    application = await startApplication();
    const account = { name: 'Ada Acme', workspace: 'Acme Inc.', ...OWNER };
    const { workspace_id: workspaceId } = await sessionOf(application).send('POST', '/api/setup', account);
    owner = await openSession(application, OWNER);
    const program = await owner.send('POST', `/api/workspaces/${workspaceId}/programs`, {
      name: 'Acme',
      domain: 'acme.test',
      commission: { type: 'percent', basis_points: 2500, duration_months: 12 },
      accepts_applications: true,
      application_text: 'We look for people who write about gardens.',
    });
    programId = program.id;
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await application?.stop();
  });

  async function newContext(): Promise<BrowserContext> {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    context.setDefaultTimeout(SLOWEST_MS);
    return context;
  }

  async function openAsOwner(path: string): Promise<{ page: Page; noise: string[] }> {
    const context = await newContext();
    await signIn(context, application, OWNER);
    const page = await context.newPage();
    const noise = watchForNoise(page);
    await page.goto(application.baseUrl + path);
    return { page, noise };
  }

  test('on the public page; the owner approves; the mail leads to the account and has the first link', async () => {
    const guest = await (await newContext()).newPage();
    const noise = watchForNoise(guest, [401]);
    await guest.goto(`${application.baseUrl}/apply/${programId}`);
    await fillApplication(guest);

    const { page, noise: ownersNoise } = await openAsOwner(`/p/${programId}/partners`);
    await page.getByRole('button', { name: 'Applications 1' }).click();
    await page.getByRole('link', { name: /Iris Novak/ }).click();
    await page.getByRole('heading', { name: 'Iris Novak', level: 1 }).waitFor();
    await page.getByText('I review watering cans.').waitFor();
    await page.getByRole('button', { name: 'Approve…', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Approve Iris Novak' });
    await drawer.getByLabel('Custom rate').check();
    await drawer.getByRole('textbox', { name: 'Percentage' }).fill('25');
    await drawer.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('25% of every sale').first().waitFor();
    await page.getByText('Iris Novak has not signed in yet').waitFor();
    await openFirstLink(page);

    const { text } = await application.readMail('iris@readers.test');
    expect(text).toContain('https://acme.test/?aff=iris-novak');
    await guest.goto(text.match(/\S+\/invitation\S*/)?.[0] ?? '');
    await guest.getByRole('heading', { name: 'Become a partner of Acme Inc.' }).waitFor();
    await guest.getByLabel('Your name').fill('Iris Novak');
    await guest.locator('input[type="password"]').fill('iris-has-a-password');
    await guest.getByRole('button', { name: 'Create account' }).click();
    await guest.waitForURL(`**/partner/${programId}/overview`);
    await guest.getByRole('link', { name: 'Links', exact: true }).click();
    await guest.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
    await guest.getByRole('row', { name: /iris/ }).waitFor();
    expect([noise, ownersNoise]).toEqual([[], []]);
  });

  test('keeps a rejected applicant, who gets no email', async () => {
    await sessionOf(application).send('POST', `/api/public/programs/${programId}/application`, {
      email: 'spam@coupons.test',
      name: 'Coupon Corner',
    });
    const { page, noise } = await openAsOwner(`/p/${programId}/partners?status=pending`);
    await page.getByRole('link', { name: /Coupon Corner/ }).click();
    await page.getByRole('heading', { name: 'Coupon Corner', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByRole('region', { name: 'History' }).getByText('Rejected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    const counts = await owner.send('GET', `/api/programs/${programId}/partner-counts`);
    expect(counts).toMatchObject({ pending: 0, rejected: 1 });
    expect(noise).toEqual([]);
  });

  test('a custom rate is previewed, set, shown in the history, and removed', async () => {
    const { partner } = await owner.send('POST', `/api/programs/${programId}/partners`, {
      email: 'jane@blog.test',
      name: 'Jane Jansen',
    });
    const { page, noise } = await openAsOwner(`/p/${programId}/partners/${partner.id}`);
    await page.getByRole('button', { name: 'Set custom rate' }).click();
    await page.getByRole('textbox', { name: 'Percentage' }).fill('30');
    await page.getByText('No sales in the last 90 days').waitFor();
    await page.getByRole('button', { name: 'Apply to new sales' }).click();
    await page.getByText(/Set a custom rate: 30%/).waitFor();
    await page.getByRole('button', { name: 'Use program rate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use program rate' }).click();
    await page.getByText('The program’s standard rate.').waitFor();
    await page.getByText(/Removed the custom rate/).waitFor();
    const detail = await owner.send('GET', `/api/programs/${programId}/partners/${partner.id}`);
    expect(detail.commission).toBeNull();
    expect(noise).toEqual([]);
  });

  test('a program that takes no applications says so', async () => {
    await owner.send('PATCH', `/api/programs/${programId}`, { accepts_applications: false });
    const guest = await (await newContext()).newPage();
    await guest.goto(`${application.baseUrl}/apply/${programId}`);
    await guest.getByText('This program isn’t accepting new partners').waitFor();
  });
});

async function fillApplication(guest: Page): Promise<void> {
  await guest.getByText('We look for people who write about gardens.').waitFor();
  await guest.getByText('You earn 25% of every sale in a customer’s first 12 months.').waitFor();
  await guest.getByRole('button', { name: 'Apply' }).click();
  await guest.getByText('Enter your email address').waitFor();
  await guest.getByLabel('Your name').fill('Iris Novak');
  await guest.getByLabel('Email').fill('iris@readers.test');
  await guest.getByLabel('Website or profile').fill('readers.test');
  await guest.getByLabel('How will you promote us?').fill('I review watering cans.');
  await guest.getByRole('button', { name: 'Apply' }).click();
  await guest.getByRole('heading', { name: 'Thanks for applying' }).waitFor();
}

async function openFirstLink(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'iris-novak', exact: true }).click();
  await page.getByRole('heading', { name: 'iris-novak', level: 1 }).waitFor();
  await page.getByText('https://acme.test/?aff=iris-novak').waitFor();
  await page.getByRole('button', { name: 'Edit link' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as PNG' }).click();
  expect((await download).suggestedFilename()).toBe('qr-iris-novak.png');
  await page.keyboard.press('Escape');
}
