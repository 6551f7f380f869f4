import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';
import { expectNoSeriousAxe } from './support/checks.js';
import { untilNothingIsBusy } from './support/page.js';

describe('breakdowns', () => {
  let acme: Acme;
  beforeAll(async () => {
    acme = await openAcme();
    const visit = async (query: string) =>
      (await acme.track('click', { affiliate_url: `https://acme.test/pricing?aff=jane&${query}` })).body
        .click_id;
    const clickId = await visit('sub1=newsletter&utm_source=mail');
    await visit('sub1=podcast');
    await acme.track('lead', { click_id: clickId, customer_key: 'ann' });
    await acme.track('sale', { customer_key: 'ann', transaction_id: 'acme-1', amount_cents: 5_000 });
  }, 600_000);
  afterAll(() => acme?.close());

  const table = (page: Page) => page.getByRole('table', { name: 'Breakdown' });
  const row = (page: Page, value: string) => table(page).getByRole('row').filter({ hasText: value });

  /** It is read once it is in view. */
  async function scrollThere(page: Page): Promise<Locator> {
    const choice = page.getByRole('combobox', { name: 'Break down by' });
    await choice.scrollIntoViewIfNeeded();
    return choice;
  }

  async function breakDownBy(page: Page, option: string): Promise<void> {
    const choice = await scrollThere(page);
    // What is read now moves what is below it, and with it the options.
    await table(page).waitFor();
    await untilNothingIsBusy(page);
    await choice.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  test('the team chooses what a program, a partner, links and codes are broken down by', async () => {
    const page = await acme.openPage('viewer');
    await page.goto(`/p/${acme.programId}/overview`);
    await scrollThere(page);
    await row(page, 'No website known').waitFor();
    await breakDownBy(page, 'Campaign (utm_campaign) – no values');
    await page.getByText('had utm_campaign in its address').waitFor();
    await breakDownBy(page, 'Sub-ID 1 (sub1)');
    await row(page, 'newsletter').getByText('$50.00').waitFor();
    await row(page, 'podcast').waitFor();
    await row(page, 'Total').getByText('$50.00').waitFor();
    const sortedBy = (header: string) => page.locator('th[aria-sort="descending"]', { hasText: header });
    await sortedBy('Gross revenue').waitFor();
    await table(page).getByRole('button', { name: 'Leads' }).click();
    const sorted = sortedBy('Leads');
    await sorted.waitFor();
    // The choice is in the address.
    await page.reload();
    await scrollThere(page);
    await row(page, 'newsletter').waitFor();
    await sorted.waitFor();
    await expectNoSeriousAxe(page);

    const { data } = await acme.owner.send('GET', `/api/programs/${acme.programId}/partners`);
    await page.goto(`/p/${acme.programId}/partners/${data[0].id}?split=utm_source`);
    await scrollThere(page);
    await row(page, 'mail').getByText('$10.00').first().waitFor();
    await page.goto(`/p/${acme.programId}/links`);
    await scrollThere(page);
    await row(page, 'jane').getByText('$50.00').waitFor();
    await page.goto(`/p/${acme.programId}/codes`);
    await scrollThere(page);
    await row(page, 'Without a code').getByText('$50.00').waitFor();
  });

  test('cohorts show what customers brought by the month of their first sale, and add up to the report', async () => {
    const page = await acme.openPage('viewer');
    await page.goto(`/p/${acme.programId}/reports?by=partner`);
    const report = page.getByRole('table', { name: /^Report/ });
    await report.getByRole('row').filter({ hasText: 'Jane' }).getByText('50%').waitFor();
    await report.getByRole('row').filter({ hasText: 'Total' }).getByText('$50.00').waitFor();
    await page.getByRole('link', { name: 'Cohorts', exact: true }).click();
    const cohorts = page.getByRole('table', { name: 'Cohorts' });
    await cohorts.getByRole('row').filter({ hasText: 'Total' }).getByText('$50.00').first().waitFor();
    await page.getByText('Commission', { exact: true }).click();
    await cohorts.getByRole('row').filter({ hasText: 'Total' }).getByText('$10.00').first().waitFor();
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('Customers').click();
    await cohorts.getByText('100%').waitFor();
    await expectNoSeriousAxe(page);
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Spreadsheet', exact: true }).click();
    expect((await file).suggestedFilename()).toMatch(/^cohorts-.*\.xlsx$/);
  });

  test('a link has a page with its figures, where they came from and its newest sales', async () => {
    const page = await acme.openPage('viewer');
    await page.goto(`/p/${acme.programId}/links`);
    await page.getByRole('table', { name: 'Links' }).getByText('jane', { exact: true }).click();
    await page.getByRole('heading', { name: 'jane', level: 1 }).waitFor();
    // One sale of two clicks, and ten dollars of commission.
    for (const figure of ['50%', '$5.00', '$10.00']) await page.getByText(figure).first().waitFor();
    await breakDownBy(page, 'Sub-ID 1 (sub1)');
    await row(page, 'newsletter').getByText('$50.00').waitFor();
    await row(page, 'podcast').waitFor();
    await row(page, 'Total').getByText('50%').waitFor();
    await expectNoSeriousAxe(page);
    await page.getByRole('table', { name: 'Newest sales' }).getByText('acme-1').click();
    await page.getByRole('dialog', { name: 'What this sale earned' }).getByText('× 20%').waitFor();

    await page.goto(`/p/${acme.programId}/overview`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Find anything' }).pressSequentially('jane');
    await page.getByRole('button', { name: /^jane/ }).last().click();
    await page.waitForURL(/\/links\/\d+$/);
    await page.goto(`/p/${acme.programId}/links/999999`);
    await page.getByText('This link does not exist').waitFor();
  });
});
