import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

test('a bonus is added with a reason, shown with the balance, and reversed by a deduction', async () => {
  const { data } = await acme.owner.send('GET', `/api/programs/${acme.programId}/partners`);
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/partners/${data[0].id}`);
  await page.getByRole('button', { name: 'Add adjustment' }).click();
  const form = page.getByRole('dialog', { name: 'Add an adjustment for Jane' });
  await form.getByRole('button', { name: 'Add adjustment' }).click();
  await form.getByText('Enter an amount above zero').waitFor();
  await form.getByRole('textbox', { name: 'Amount' }).fill('25');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Best review of the year');
  await form.getByRole('button', { name: 'Add adjustment' }).click();
  const table = page.getByRole('table', { name: 'Adjustments' });
  await table.getByText('Best review of the year').waitFor();
  await page.getByRole('table', { name: 'Balance by currency' }).getByText('$25.00').waitFor();

  await table.getByRole('button', { name: 'Reverse “Best review of the year”' }).click();
  const reversal = page.getByRole('dialog', { name: 'Reverse this adjustment' });
  await reversal.getByText('This adds a second adjustment of -$25.00.').waitFor();
  await reversal.getByRole('textbox', { name: 'Reason' }).fill('Meant for someone else');
  await reversal.getByRole('button', { name: 'Reverse' }).click();
  await table.getByText('Meant for someone else').waitFor();
  expect(await table.getByText('−$25.00').or(table.getByText('-$25.00')).count()).toBe(1);
  await table.getByText('Reversed', { exact: true }).waitFor();
});
