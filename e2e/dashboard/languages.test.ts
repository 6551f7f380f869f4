import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';
import { expectNoSeriousAxe, expectNothingPastTheEdge } from './support/checks.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

test('somebody switches to German and back, and German pages fit a phone', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/overview`);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');

  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Übersicht', level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await expectNoSeriousAxe(page);

  await page.setViewportSize({ width: 390, height: 800 });
  for (const [path, heading] of [
    ['overview', 'Übersicht'],
    ['integration', 'Integration'],
    ['partners', 'Partner'],
    ['commissions', 'Provisionen'],
    ['payouts', 'Auszahlungen'],
    ['reports', 'Berichte'],
    ['settings/program', 'Einstellungen'],
    ['settings/rules', 'Einstellungen'],
  ] as const) {
    await page.goto(`/p/${acme.programId}/${path}`);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await expectNothingPastTheEdge(page);
  }

  await page.getByRole('button', { name: /^Kontomenü für/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});
