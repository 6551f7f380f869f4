import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectNoSeriousAxe } from '../support/checks.js';
import { type Journey, MERCHANT, sellThrough, startJourney } from './journey.js';
import { button, field, heading, passwordField, setUp } from './steps.js';

let journey: Journey;
beforeEach(async () => {
  journey = await startJourney();
}, 600_000);
afterEach(() => journey?.close());

test('a merchant sets svc up in German, has German in every browser, and switches to English and back', async () => {
  const merchant = await journey.enter({ locale: 'de-DE' });
  const { page } = merchant;
  const { programId, key, link } = await setUp(merchant, 'de');
  await sellThrough(journey.application, { key, link, order: 'order-1', amountCents: 30_000 });
  await page.getByRole('link', { name: 'Website verbinden' }).click();
  await heading(page, 'Integration').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Übersicht' }).click();
  await heading(page, 'Übersicht').waitFor();
  await page
    .getByText(/75,00\s\$/)
    .first()
    .waitFor();
  await expectNoSeriousAxe(page);

  const elsewhere = await journey.enter({ locale: 'en-US' });
  await elsewhere.page.goto(`/p/${programId}/overview`);
  await field(elsewhere.page, 'Email').fill(MERCHANT.email);
  await passwordField(elsewhere.page).fill(MERCHANT.password);
  await button(elsewhere.page, 'Sign in').click();
  await heading(elsewhere.page, 'Übersicht').waitFor();

  await button(page, /^Kontomenü für/).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await heading(page, 'Overview').waitFor();
  await page.getByText('$75.00').first().waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await elsewhere.page.reload();
  await heading(elsewhere.page, 'Overview').waitFor();

  await button(page, /^Account menu for/).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await heading(page, 'Übersicht').waitFor();
  expect(journey.noise()).toEqual([]);
});
