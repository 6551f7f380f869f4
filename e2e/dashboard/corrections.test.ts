import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';

let acme: Acme;
let joe: { readonly id: number };
beforeAll(async () => {
  acme = await openAcme();
  const invitation = { email: 'joe@blog.test', name: 'Joe' };
  const { partner } = await acme.owner.send('POST', `/api/programs/${acme.programId}/partners`, invitation);
  joe = partner;
}, 600_000);
afterAll(() => acme?.close());

test('a customer is assigned to another partner with the sales so far, which are shown first', async () => {
  await acme.sell({ customer: 'ann', transaction: 'acme-1', amountCents: 10_000 });
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/customers`);
  await page.getByRole('table', { name: 'Customers' }).getByText('ann').click();
  await page.getByRole('button', { name: 'Assign to another partner' }).click();
  const form = page.getByRole('dialog', { name: 'Assign to another partner' });
  await form.getByLabel('Partner').first().click();
  await page.getByRole('option', { name: /Joe/ }).click();
  await form.getByRole('radio', { name: 'All sales, from the first' }).check();
  await form.getByRole('textbox', { name: 'Reason' }).fill('Joe made the introduction');
  await form.getByRole('button', { name: 'Preview changes' }).click();
  const changes = form.getByRole('table', { name: 'Changes to commissions' });
  await changes.getByText('-$20.00').waitFor();
  const credited = page.getByRole('region', { name: 'Credited to' });
  expect(await credited.getByText('Jane').count()).toBe(1);
  await form.getByRole('button', { name: 'Assign', exact: true }).click();
  await credited.getByText('Joe').waitFor();
});

test('a sale that nobody reported is entered, and its story says who did and why', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/sales`);
  await page.getByRole('button', { name: 'Enter a sale' }).click();
  const form = page.getByRole('dialog', { name: 'Enter a sale' });
  await form.getByLabel('Partner').first().click();
  await page.getByRole('option', { name: /Joe/ }).click();
  await form.getByRole('textbox', { name: 'Order number' }).fill('wire-77');
  await form.getByRole('textbox', { name: 'Customer ID' }).fill('wanda');
  await form.getByRole('textbox', { name: 'Amount' }).fill('50');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Paid by bank transfer');
  await form.getByRole('button', { name: 'Enter sale' }).click();
  await page.getByRole('table', { name: 'Sales' }).getByText('wire-77').click();
  const story = page.getByRole('dialog', { name: 'What this sale earned' });
  await story.getByText(/was entered by hand by owner@acme.test\. Reason: Paid by bank transfer/).waitFor();
  const { balances } = await acme.owner.send('GET', `/api/programs/${acme.programId}/partners/${joe.id}`);
  expect(balances).toMatchObject([{ currency: 'USD', pending_cents: 3_000 }]);
});

test('personal data of a customer is erased from their page, and their sale stays', async () => {
  await acme.sell({ customer: 'forget-me', transaction: 'acme-9', amountCents: 10_000 });
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/customers`);
  await page.getByRole('table', { name: 'Customers' }).getByText('forget-me').click();
  await page.getByRole('heading', { name: 'forget-me' }).waitFor();
  await page.getByRole('button', { name: 'Erase personal data' }).click();
  const form = page.getByRole('dialog', { name: 'Erase personal data' });
  await form.getByRole('button', { name: 'Erase for good' }).click();
  await form.getByText('Enter a reason').waitFor();
  await form.getByRole('textbox', { name: 'Reason' }).fill('They asked for it');
  await form.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByRole('heading', { name: /^erased-[0-9a-f]{16}$/ }).waitFor();
  expect(await page.getByText('forget-me').count()).toBe(0);
  await page.getByText('acme-9').first().waitFor();
});
