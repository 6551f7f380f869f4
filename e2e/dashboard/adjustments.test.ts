import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';
import { expectNoSeriousAxe } from './support/checks.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

test('a bonus is added with a reason, shown with the balance, and reversed by a deduction', async () => {
  const { data } = await acme.owner.send('GET', `/api/programs/${acme.programId}/partners`);
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/partners/${data[0].id}`);
  await page.getByRole('button', { name: 'Add bonus or deduction' }).click();
  const form = page.getByRole('dialog', { name: 'Add bonus or deduction for Jane' });
  await form.getByRole('button', { name: 'Add bonus', exact: true }).click();
  await form.getByText('Enter an amount above zero').waitFor();
  await form.getByRole('textbox', { name: 'Amount' }).fill('25');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Best review of the year');
  await form.getByRole('button', { name: 'Add bonus', exact: true }).click();
  const table = page.getByRole('table', { name: 'Adjustments' });
  await table.getByText('Best review of the year').waitFor();
  await page
    .getByRole('table', { name: 'Balance by currency' })
    .getByText('$25.00', { exact: true })
    .waitFor();

  await table.getByRole('button', { name: 'Reverse “Best review of the year”' }).click();
  const reversal = page.getByRole('dialog', { name: 'Reverse this adjustment' });
  await reversal.getByText('This adds a second adjustment of -$25.00.').waitFor();
  await reversal.getByRole('textbox', { name: 'Reason' }).fill('Meant for someone else');
  await reversal.getByRole('button', { name: 'Reverse' }).click();
  await table.getByText('Meant for someone else').waitFor();
  expect(await table.getByText('−$25.00').or(table.getByText('-$25.00')).count()).toBe(1);
  await table.getByText('Reversed', { exact: true }).waitFor();
});

test('an adjustment is found by its name, and given to a partner chosen there', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/overview`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Find anything' }).pressSequentially('bonus');
  await page.getByRole('button', { name: /^Add a bonus or deduction/ }).click();
  const form = page.getByRole('dialog', { name: 'Add bonus or deduction' });
  await form.getByRole('textbox', { name: 'Amount' }).fill('30');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Spoke at our conference');
  await form.getByRole('button', { name: 'Add bonus', exact: true }).click();
  await form.getByText('Choose a partner').last().waitFor();
  await form.getByRole('combobox', { name: 'Partner' }).click();
  await page.getByRole('option', { name: 'Jane' }).click();
  await form.getByText('Payable to Jane: ').waitFor();
  await expectNoSeriousAxe(page);
  await form.getByRole('button', { name: 'Add bonus', exact: true }).click();
  await page.waitForURL(/\/partners\/\d+$/);
  await page.getByRole('table', { name: 'Adjustments' }).getByText('Spoke at our conference').waitFor();
});
