import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatMoney } from '../../packages/dashboard/src/format/money.js';
import { type Acme, openAcme } from './support/acme.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
  await acme.sell({ customer: 'ada', transaction: 'order-1', amountCents: 10_000 });
  await acme.sell({ customer: 'ben', transaction: 'order-2', amountCents: 20_000 });
  await acme.sell({ customer: 'cleo', transaction: 'order-3', amountCents: 5_000, currency: 'JPY' });
}, 600_000);
afterAll(() => acme?.close());

interface PreviewRow {
  readonly currency: string;
  readonly commission_cents: number;
  readonly preview_cents: number;
  readonly difference_cents: number;
}

async function shownCommission(transaction: string): Promise<number> {
  const program = `/api/programs/${acme.programId}`;
  const { data: sales } = await acme.owner.send('GET', `${program}/sales?transaction_id=${transaction}`);
  const { data } = await acme.owner.send('GET', `${program}/commissions`);
  return data.find((one: { sale_id: number }) => one.sale_id === sales[0].id).amount_cents;
}

test('a rule change shows what it would have cost, counts for the next sale, and leaves what was earned alone', async () => {
  const page = await acme.openPage('admin');
  await page.goto(`/p/${acme.programId}/settings/rules`);
  await page.getByRole('button', { name: 'Change rule' }).click();
  await page.getByRole('textbox', { name: 'Percentage' }).fill('32.5');
  const table = page.getByRole('table', { name: 'Commission by currency' });
  await table.getByText('$97.50').waitFor();

  const query = 'type=percent&basis_points=3250';
  const preview = await acme.owner.send('GET', `/api/programs/${acme.programId}/rules/preview?${query}`);
  expect(preview.currencies).toMatchObject([
    { currency: 'JPY', commission_cents: 1_000, preview_cents: 1_625, difference_cents: 625 },
    { currency: 'USD', commission_cents: 6_000, preview_cents: 9_750, difference_cents: 3_750 },
  ]);
  for (const row of preview.currencies as readonly PreviewRow[]) {
    const amounts = [row.commission_cents, row.preview_cents, row.difference_cents].map((cents) =>
      formatMoney(cents, row.currency, 'en-US'),
    );
    const shown = table.getByRole('row').filter({ hasText: row.currency }).getByRole('cell');
    expect(await shown.allInnerTexts()).toEqual([amounts[0], amounts[1], `+${amounts[2]}`]);
  }

  await page.getByRole('button', { name: 'Apply to new sales' }).click();
  const versions = page.getByRole('table', { name: 'Versions of the commission rule' });
  const second = versions.getByRole('row').filter({ hasText: 'Version 2' });
  await second.getByText('32.5% of every sale').waitFor();
  await second.getByText('admin@acme.test').waitFor();

  await acme.sell({ customer: 'dora', transaction: 'order-4', amountCents: 10_000 });
  expect(await shownCommission('order-4')).toBe(3_250);
  expect(await shownCommission('order-1')).toBe(2_000);
});

test('a rule that cannot be is refused before it is sent', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/settings/rules`);
  await page.getByRole('button', { name: 'Change rule' }).click();
  await page.getByRole('textbox', { name: 'Percentage' }).fill('120');
  await page.getByText('Complete the rule').waitFor();
  await page.getByRole('button', { name: 'Apply to new sales' }).click();
  await page.getByText('Enter a number from 0 to 100').waitFor();
  await page.keyboard.press('Escape');
  await page.locator(':focus', { hasText: 'Change rule' }).waitFor();
});

test('clauses are entered, previewed by clause, and pay each item of the next sale', async () => {
  const page = await acme.openPage('admin');
  await page.goto(`/p/${acme.programId}/settings/rules`);
  await page.getByRole('button', { name: 'Change rule' }).click();
  await page.getByRole('radio', { name: 'By product, code or tier' }).check();
  const clause = (number: number) => page.getByRole('region', { name: `Clause ${number}`, exact: true });
  await page.getByRole('button', { name: 'Add clause' }).click();
  await clause(2).getByRole('button', { name: 'Remove condition: Products' }).click();
  await clause(2).getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: 'Minimum sale amount' }).click();
  await clause(2).getByRole('textbox', { name: 'Minimum sale amount' }).fill('150');
  await clause(2).getByText('Fixed amount').click();
  await clause(2).getByRole('textbox', { name: 'Amount', exact: true }).fill('7');
  await page.getByRole('region', { name: 'If no clause holds' }).getByText('Nothing').click();

  await page.getByRole('button', { name: 'Apply to new sales' }).click();
  await clause(1).getByText('Enter at least one product').waitFor();
  await clause(1).getByRole('combobox', { name: 'Products' }).fill('pro');
  await page.keyboard.press('Enter');
  await clause(1).getByRole('textbox', { name: 'Percentage' }).fill('50');
  const rate = '50% for the product pro; $7.00 if the sale is at least $150.00; otherwise nothing';
  await page.getByText(`${rate}.`).waitFor();
  const clauses = page.getByRole('table', { name: 'By clause' });
  await clauses.getByRole('row').filter({ hasText: 'Clause 2' }).getByText('$7.00').waitFor();

  await page.getByRole('button', { name: 'Apply to new sales' }).click();
  await page.getByRole('table', { name: 'Versions of the commission rule' }).getByText(rate).waitFor();
  const items = [{ product: 'pro', amount_cents: 2_000 }];
  const sale = { customer_key: 'ada', transaction_id: 'order-5', amount_cents: 20_000, items };
  expect((await acme.track('sale', sale)).status).toBe(200);
  expect(await shownCommission('order-5')).toBe(1_000 + 700);
});
