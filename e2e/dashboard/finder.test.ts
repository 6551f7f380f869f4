import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { openPayoutApplication, type PayoutApplication } from './support/paying.js';

const HEADER_HEIGHT = 56;
const WINDOW_HEIGHT = 900;

let paying: PayoutApplication;
beforeAll(async () => {
  paying = await openPayoutApplication();
  await paying.sell('order-1', 10_000);
  await paying.payable(2_000);
}, 600_000);
afterAll(() => paying?.close());

test('Ctrl-K finds a partner, an order and a page while one types, by the keyboard alone', async () => {
  const { programId } = paying;
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${programId}/overview`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const search = page.getByRole('textbox', { name: 'Find anything' });
  await page.keyboard.press('Control+k');
  await search.waitFor();
  await search.pressSequentially('jane');
  await page.getByRole('button', { name: /Jane Partner/ }).waitFor();
  await expectNoSeriousAxe(page);
  // What is found first is selected without a further key.
  await page
    .locator('[data-action][data-selected]')
    .filter({ hasText: /Jane Partner/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/partners\/\d+$/);
  await search.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await search.waitFor();
  expect(await search.inputValue()).toBe('');
  await search.pressSequentially('RDER-1');
  await page
    .locator('[data-action]')
    .filter({ hasText: /^order-1/ })
    .click();
  await page.waitForURL(/\/sales\?sale=\d+$/);
  await page.getByRole('dialog').getByText('× 20%').waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await search.waitFor();
  await search.pressSequentially('$20.00');
  await page.getByRole('button', { name: /^\$20\.00 .*order-1/ }).click();
  await page.waitForURL(/\/commissions\?explain=\d+$/);
  await page.getByRole('dialog').getByText('× 20%').waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await search.waitFor();
  await search.pressSequentially('jane 20.00');
  await page
    .locator('[data-action]')
    .filter({ hasText: /^\$20\.00/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Find anything' }).click();
  await search.waitFor();
  await search.pressSequentially('webhooks');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/webhooks$/);
});

test('a page that comes late takes the focus from nobody who writes', async () => {
  const { programId, partnerId } = paying;
  const page = await paying.openOwnerPage();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(new RegExp(`/api/programs/${programId}/partners/${partnerId}(\\?|$)`), async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`/p/${programId}/overview`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const search = page.getByRole('textbox', { name: 'Find anything' });
  await page.keyboard.press('Control+k');
  await search.fill('jane');
  await page.getByRole('button', { name: /Jane Partner/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/partners\/\d+$/);
  await search.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await search.pressSequentially('order');
  release();
  await page.getByRole('heading', { level: 1, name: 'Jane Partner', includeHidden: true }).waitFor();
  await page.keyboard.type('-1');
  expect(await search.inputValue()).toBe('order-1');
});

test('Enter opens what is found first for what was typed, however early it comes', async () => {
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${paying.programId}/overview`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const search = page.getByRole('textbox', { name: 'Find anything' });
  await page.keyboard.press('Control+k');
  await search.pressSequentially('jane');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/partners\/\d+$/);
  await page.getByRole('heading', { level: 1, name: 'Jane Partner' }).waitFor();
  await search.waitFor({ state: 'detached' });

  // What was found before stays in sight until this is found, and is not opened.
  await page.keyboard.press('Control+k');
  await search.pressSequentially('order-1');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/customers\/\d+$/);
  await search.waitFor({ state: 'detached' });
});

test('Ctrl-K opens the form of what is to be done, and Back closes it', async () => {
  const { programId } = paying;
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${programId}/overview`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Find anything' }).pressSequentially('invite');
  await page.getByRole('button', { name: 'Invite a partner' }).click();
  const form = page.getByRole('dialog', { name: 'Invite a partner' });
  await form.waitFor();
  await page.waitForURL(/\/partners\?new=true$/);
  await page.goBack();
  await form.waitFor({ state: 'detached' });
  await page.waitForURL(/\/overview$/);

  await page.goto(`/p/${programId}/links`);
  await page.getByRole('button', { name: 'Create a link' }).first().click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForURL(/\/links$/);
});

test('g and a letter go to a page, and not while one writes', async () => {
  const { programId } = paying;
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${programId}/overview`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.waitForURL(/\/customers$/);
  const field = page.getByRole('searchbox');
  await field.fill('');
  await field.pressSequentially('gs');
  await page.waitForURL(/\/customers\?q=gs$/);
  expect(await field.inputValue()).toBe('gs');
});

/** Finds something and follows it. */
async function follow(page: Page, typed: string, found: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: 'Find anything' });
  await search.waitFor();
  await search.pressSequentially(typed);
  await page.locator('[data-action]').filter({ hasText: found }).click();
  await search.waitFor({ state: 'detached' });
}

/** Waits until a part of a page has the focus and is in view, below the header. */
async function untilAt(page: Page, title: string): Promise<void> {
  const heading = page.locator('h2:focus').filter({ hasText: title });
  await heading.waitFor();
  await expect
    .poll(async () => {
      const top = (await heading.boundingBox())?.y ?? 0;
      return top > HEADER_HEIGHT && top < WINDOW_HEIGHT;
    })
    .toBe(true);
}

test('Ctrl-K finds settings by their names and by other words, and leads to their part of the page', async () => {
  const { programId } = paying;
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${programId}/overview`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await follow(page, 'hold period', /^Refund periodSettings/);
  await page.waitForURL(/\/settings\/program#terms$/);
  await untilAt(page, 'Terms');
  await follow(page, 'suspicious', /^Fraud checks/);
  await untilAt(page, 'Fraud checks');
  // The same one again, after scrolling away.
  await page.evaluate('scrollTo(0, 0)');
  await follow(page, 'suspicious', /^Fraud checks/);
  await untilAt(page, 'Fraud checks');
  await follow(page, 'timezone', /^Time zone/);
  await page.waitForURL(/\/w\/\d+\/settings#time-zone$/);
  await untilAt(page, 'Time zone');
  // Opened by its address, what is above it comes later.
  await page.goto(page.url().replace('#time-zone', '#two-factor'));
  await page.reload();
  await untilAt(page, 'Two-factor authentication');
  await follow(page, 'backup codes', /^Two-factor authentication/);
  await page.waitForURL(/\/account#two-factor$/);
  await untilAt(page, 'Two-factor authentication');
});

test('Ctrl-K on a page of the workspace finds the pages and actions of a program', async () => {
  const { owner, programId } = paying;
  const { workspace_id: workspaceId } = await owner.send('GET', `/api/programs/${programId}`);
  const page = await paying.openOwnerPage();
  await page.goto(`/w/${workspaceId}/members`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Find anything' }).pressSequentially('owe');
  for (const found of [/^ProgramsWorkspace/, /^PayoutsPaying/, /^Pay partnersPaying/]) {
    await page.locator('[data-action]').filter({ hasText: found }).waitFor();
  }
  await page.keyboard.press('Escape');
  await follow(page, 'pay', /^Pay partnersPaying/);
  await page.waitForURL(new RegExp(`/p/${programId}/payouts$`));
  await page.getByRole('link', { name: 'Set a schedule' }).click();
  await page.waitForURL(/\/settings\/program#payout-schedule$/);
  await untilAt(page, 'Payout schedule');
});

test('what another program has is found from this one, and leads there', async () => {
  const { owner, programId } = paying;
  const { workspace_id: workspaceId } = await owner.send('GET', `/api/programs/${programId}`);
  const { id: otherId } = await owner.send('POST', `/api/workspaces/${workspaceId}/programs`, {
    name: 'Oak and Linen',
    domain: 'oak.test',
    currency: 'EUR',
    cookie_window_days: 60,
    hold_days: 0,
    commission: { type: 'percent', basis_points: 1000, duration_months: null },
  });
  const page = await paying.openOwnerPage();
  async function findOrderFrom(path: string): Promise<Locator> {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Find anything' }).pressSequentially('order-1');
    return page.locator('[data-action]').filter({ hasText: /^order-1Paying/ });
  }
  await (await findOrderFrom(`/p/${otherId}/overview`)).click();
  await page.waitForURL(new RegExp(`/p/${programId}/sales\\?sale=\\d+$`));
  await page.getByRole('dialog').getByText('× 20%').waitFor();
  // A page of the workspace belongs to no program.
  await (await findOrderFrom(`/w/${workspaceId}/members`)).waitFor();
});
