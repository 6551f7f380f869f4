import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme, personOf } from './support/acme.js';
import { signIn } from './support/session.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

/** What `Intl` of the browser reports: the truth, or a different number and seven digits for every currency. */
const LIE = `
  class LyingFormat {
    format() { return '42'; }
    formatToParts() { return [{ type: 'integer', value: '42' }]; }
    resolvedOptions() { return { minimumFractionDigits: 7, maximumFractionDigits: 7 }; }
  }
  Intl.NumberFormat = LyingFormat;
  Intl.supportedValuesOf = () => ['XXX'];
`;

async function openInLocale(locale: string, script: string): Promise<Page> {
  const context = await acme.browser.newContext({ baseURL: acme.application.baseUrl, locale });
  context.setDefaultTimeout(45_000);
  await context.addInitScript(script);
  await signIn(context, acme.application, personOf('owner'));
  return context.newPage();
}

async function createProgram(currency: string, minimum_payout_cents: number): Promise<number> {
  const { id } = await acme.owner.send('POST', `/api/workspaces/${acme.workspaceId}/programs`, {
    name: `In ${currency} ${Math.random()}`,
    domain: 'acme.test',
    currency,
    commission: { type: 'flat', amount_cents: 1_000_000 },
    minimum_payout_cents,
    minimum_payouts: [{ currency: 'USD', amount_cents: 5000 }],
  });
  return id;
}

/** Minimum payouts as they are stored, shown in the field, typed and stored then; and how a fixed rule of 1,000,000 is shown. */
const CASES = [
  {
    currency: 'HUF',
    cents: 1_000_000,
    field: '10000.00',
    typed: '25 000,50',
    stored: 2_500_050,
    rule: /10.000[.,]00/,
  },
  {
    currency: 'JPY',
    cents: 10_000,
    field: '10000',
    typed: '25,000',
    stored: 25_000,
    rule: /1.000.000(?![.,]\d)/,
  },
  { currency: 'KWD', cents: 10_000, field: '10.000', typed: '25.5', stored: 25_500, rule: /1.000[.,]000/ },
];

test.each([
  { locale: 'en-US', intl: 'an Intl that lies', script: LIE },
  { locale: 'fr-FR', intl: 'its own Intl', script: '' },
  { locale: 'ar-EG', intl: 'its own Intl', script: '' },
])(
  'amounts are typed and shown by the table of currencies in $locale with $intl',
  async ({ locale, script }) => {
    const page = await openInLocale(locale, script);
    for (const { currency, cents, field, typed, stored, rule } of CASES) {
      const programId = await createProgram(currency, cents);
      await page.goto(`/p/${programId}/settings/program`);
      const own = page.getByRole('textbox', { name: 'Minimum payout', exact: true });
      await own.waitFor();
      expect(await own.inputValue()).toBe(field);
      expect(await page.getByRole('textbox', { name: 'Minimum in USD' }).inputValue()).toBe('50.00');
      await own.fill(typed);
      await page.getByRole('combobox', { name: 'Add a currency' }).fill('TND');
      await page.getByRole('option', { name: /^TND/ }).click();
      const dinars = page.getByRole('textbox', { name: 'Minimum in TND' });
      await dinars.fill('1,234');
      await page.getByText('Enter an amount in TND, such as 25.000').waitFor();
      await dinars.fill('1,234.500');
      await page.getByRole('button', { name: 'Remove minimum in USD' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Settings saved').waitFor();
      expect(await acme.owner.send('GET', `/api/programs/${programId}`)).toMatchObject({
        minimum_payout_cents: stored,
        minimum_payouts: [{ currency: 'TND', amount_cents: 1_234_500 }],
      });
      await page.goto(`/p/${programId}/settings/rules`);
      await page.getByText(rule).first().waitFor();
    }
    await page.context().close();
  },
);
