import fs from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../packages/server/test/support/service-process.js';
import { expectNoSeriousAxe } from '../support/checks.js';
import { type Journey, sellThrough, startJourney } from './journey.js';
import {
  acceptInvitation,
  addPayoutDetails,
  button,
  createRun,
  field,
  goBy,
  markPaid,
  setUp,
} from './steps.js';

const JANE = { email: 'jane@blog.test', name: 'Jane Jansen', password: 'partner-password-1' };

/** Sales of a month, and what a quarter of them is: yen have no cents. */
const MONTH = [
  { currency: 'USD', sales: [12_000, 8_000], shown: '$50.00', inFile: '50.00,USD' },
  { currency: 'EUR', sales: [9_990], shown: '€24.98', inFile: '24.98,EUR' },
  { currency: 'JPY', sales: [20_000], shown: '¥5,000', inFile: '5000,JPY' },
] as const;

let journey: Journey;
beforeEach(async () => {
  journey = await startJourney();
}, 600_000);
afterEach(() => journey?.close());

test('a month of sales in three currencies is paid, each currency by itself', async () => {
  const merchant = await journey.enter();
  const partner = await journey.enter();
  const { page } = merchant;
  const { programId, key, link } = await setUp(merchant);
  await page.goto(`/p/${programId}/settings/program`);
  await field(page, 'Hold after payout details change').fill('0');
  await button(page, 'Save').click();
  await page.getByText('Settings saved').first().waitFor();
  await acceptInvitation(journey, partner, JANE);
  await addPayoutDetails(partner, JANE.name);
  for (const { currency, sales } of MONTH)
    for (const [index, amountCents] of sales.entries())
      await sellThrough(journey.application, {
        key,
        link,
        order: `${currency}-${index}`,
        amountCents,
        currency,
      });
  const session = await journey.merchant();
  const due = `/api/programs/${programId}/payouts/due`;
  await until(async () => {
    const { data } = await session.send('GET', due);
    return data.length === MONTH.length;
  });

  for (const { currency, shown, inFile } of MONTH) {
    await goBy(merchant, 'Payouts');
    // The last one is all that is left.
    if (currency !== MONTH.at(-1)?.currency)
      await page.getByRole('radiogroup', { name: 'Currency' }).getByText(currency, { exact: true }).click();
    await page.getByRole('table', { name: 'Ready to pay' }).getByText(shown).first().waitFor();
    await createRun(merchant);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('link', { name: /^Bank CSV/ })
        .first()
        .click(),
    ]);
    expect(fs.readFileSync(await file.path(), 'utf8')).toContain(inFile);
    await markPaid(merchant, `Transfer in ${currency}`);
  }
  await expectNoSeriousAxe(page);
  expect((await session.send('GET', due)).data).toEqual([]);

  await goBy(partner, 'Payouts');
  const payouts = partner.page.getByRole('table', { name: 'Payouts' });
  for (const { currency, shown } of MONTH)
    await payouts
      .getByRole('row')
      .filter({ hasText: `Transfer in ${currency}` })
      .getByText(shown)
      .waitFor();
  expect(journey.noise()).toEqual([]);
});
