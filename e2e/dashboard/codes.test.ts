import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

async function sell(transactionId: string, customerKey: string): Promise<number> {
  const sale = { transaction_id: transactionId, amount_cents: 5_000, customer_key: customerKey };
  return (await acme.track('sale', { ...sale, code: 'podcast20' })).status;
}

test('a code is created, credits a sale whose story names it, and credits none while it is off', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/codes`);
  await page.getByRole('button', { name: 'Create a code' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a code' });
  await form.getByRole('textbox', { name: 'Code', exact: true }).fill('x');
  await form.getByLabel('Partner').first().click();
  await page.getByRole('option', { name: /Jane/ }).click();
  await form.getByRole('button', { name: 'Create code' }).click();
  await form.getByText('Enter 2 to 64 letters').waitFor();
  await form.getByRole('textbox', { name: 'Code', exact: true }).fill('PODCAST20');
  await form.getByRole('button', { name: 'Create code' }).click();
  const code = page.getByRole('table', { name: 'Codes' }).getByText('PODCAST20');
  await code.waitFor();
  expect(await sell('acme-1', 'ann')).toBe(200);

  await page.goto(`/p/${acme.programId}/sales`);
  await page.getByText('acme-1').first().click();
  const earned = page.getByRole('dialog', { name: 'What this sale earned' });
  await earned.getByText('The customer was credited to Jane by the code "PODCAST20".').waitFor();

  await page.goto(`/p/${acme.programId}/codes`);
  await code.click();
  await page.getByRole('heading', { name: 'Code PODCAST20' }).waitFor();
  await page.getByRole('table', { name: 'Newest sales' }).getByText('acme-1').waitFor();
  await page.getByRole('button', { name: 'Edit code' }).click();
  const drawer = page.getByRole('dialog', { name: 'Code PODCAST20' });
  await drawer.getByRole('button', { name: 'Turn off' }).click();
  await page
    .getByRole('dialog', { name: 'Turn off PODCAST20?' })
    .getByRole('button', { name: 'Turn off' })
    .click();
  await drawer.getByText('This code is off.').waitFor();
  expect(await sell('acme-2', 'bob')).toBe(400);
  expect(await sell('acme-3', 'ann')).toBe(200);
});
