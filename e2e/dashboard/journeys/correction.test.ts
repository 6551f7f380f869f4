import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectNoSeriousAxe } from '../support/checks.js';
import { type Journey, sellThrough, startJourney } from './journey.js';
import { acceptInvitation, button, field, goBy, setUp } from './steps.js';

const TOM = { email: 'tom@blog.test', name: 'Tom Berg', password: 'tom-has-a-password' };

let journey: Journey;
beforeEach(async () => {
  journey = await startJourney();
}, 600_000);
afterEach(() => journey?.close());

async function inviteTom(page: Page): Promise<void> {
  await button(page, 'Invite a partner').first().click();
  const form = page.getByRole('dialog', { name: 'Invite a partner' });
  await field(form, 'Name').fill(TOM.name);
  await field(form, 'Email').fill(TOM.email);
  await button(form, 'Invite').click();
}

test('a sale that was credited to the wrong partner is found from the claim of the right one, and corrected', async () => {
  const merchant = await journey.enter();
  const tom = await journey.enter();
  const { page } = merchant;
  const { programId, key, link } = await setUp(merchant);
  await page.goto(`/p/${programId}/partners`);
  await inviteTom(page);
  await acceptInvitation(journey, tom, TOM);
  await sellThrough(journey.application, { key, link, order: 'order-1', amountCents: 10_000 });

  await goBy(tom, 'Claims');
  await button(tom.page, 'Report a missing sale').click();
  await field(tom.page, 'Order number').fill('order-1');
  await button(tom.page, 'Check order').click();
  await button(tom.page, 'Submit claim').click();
  const submitted = tom.page.getByRole('dialog', { name: 'Claim' });
  await submitted.getByText('hasn’t answered yet').waitFor();
  await button(submitted, 'Close').click();

  await page.goto(`/p/${programId}/overview`);
  await page.getByRole('list', { name: 'Needs your attention' }).getByRole('link', { name: /claim/ }).click();
  await page.getByRole('table', { name: 'Claims' }).getByText('order-1').click();
  const claim = page.getByRole('dialog', { name: /^Claim for order/ });
  await claim.getByText('The sale is recorded for another partner').waitFor();
  await claim.getByRole('radio', { name: 'Yes, accept' }).check();
  await claim.getByRole('radio', { name: 'Assign the customer to this partner' }).check();
  const changes = claim.getByRole('table', { name: 'Changes to commissions' });
  await changes.getByText('-$25.00').waitFor();
  await changes.getByText('$25.00', { exact: true }).waitFor();
  await expectNoSeriousAxe(page);
  await field(claim, 'Message to the partner').fill('You are right: you introduced them.');
  await button(claim, 'Send answer').click();
  await claim.waitFor({ state: 'detached' });

  // The list of open claims, where it came from, has it no more.
  await goBy(merchant, 'Claims');
  await page.getByRole('table', { name: 'Claims' }).getByText('order-1').click();
  await claim.getByText(/^Assigned to Tom/).waitFor();
  await button(claim, 'View the sale and its commission').click();
  const inPlace = page.getByRole('dialog', { name: 'What this sale earned' });
  await inPlace.getByRole('link', { name: TOM.name }).waitFor();
  await page.keyboard.press('Escape');
  await inPlace.waitFor({ state: 'detached' });
  await claim.getByText('You are right: you introduced them.').waitFor();
  await page.keyboard.press('Escape');
  await claim.waitFor({ state: 'detached' });

  await goBy(merchant, 'Sales');
  await page.getByRole('table', { name: 'Sales' }).getByText('order-1', { exact: true }).click();
  const story = page.getByRole('dialog', { name: 'What this sale earned' });
  await story.getByRole('link', { name: TOM.name }).waitFor();
  await story.getByText('Claim for order order-1').waitFor();
  await goBy(tom, 'Commissions');
  await tom.page.getByRole('table', { name: 'Commissions' }).getByText('$25.00').first().waitFor();
  await tom.page.goto(`/partner/${programId}/claims`);
  await tom.page.getByRole('table', { name: 'Claims' }).getByText('Accepted').waitFor();
  await tom.page.getByRole('table', { name: 'Claims' }).getByText('order-1').click();
  await tom.page.getByText('The customer is now credited to you.').waitFor();
  expect(journey.noise()).toEqual([]);
});
