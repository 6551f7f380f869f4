import { type StandIn, startStandIn } from '@svc/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';
import { expectNoSeriousAxe } from './support/checks.js';

let standIn: StandIn;
let acme: Acme;
beforeAll(async () => {
  standIn = await startStandIn({});
  acme = await openAcme({ PROCESSOR_API_BASE: standIn.baseUrl });
}, 600_000);
afterAll(async () => {
  await acme?.close();
  await standIn?.close();
});

test('an own account is connected by key, fixed, renamed and disconnected', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/w/${acme.workspaceId}/processor`);
  await page.getByRole('button', { name: 'Connect account' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('Test mode', { exact: true }).click();
  const link = form.getByRole('link', { name: 'Create a restricted key at Stripe' });
  await expect.poll(() => link.getAttribute('href')).toContain('/test/apikeys/create');
  await form.getByText('Charges and Refunds: Read').waitFor();

  const account = 'acct_own';
  const without = standIn.createKey({ account, mode: 'test', permissions: ['rak_webhook_write'] });
  await form.getByLabel('Restricted key').fill(without.key);
  await form.getByRole('button', { name: 'Connect account' }).click();
  await form.getByText('The key lacks these permissions').waitFor();
  await expectNoSeriousAxe(page, 'all');
  expect(await form.getByRole('alert').last().innerText()).toContain('The key lacks permissions');

  await form.getByLabel('Restricted key').fill(standIn.createKey({ account, mode: 'test' }).key);
  await form.getByLabel('Label').fill('Our shop');
  await form.getByRole('button', { name: 'Connect account' }).click();
  const shop = page.getByRole('article', { name: 'Our shop' });
  await shop.getByText('Own account · Test mode').waitFor();
  await shop.getByText('Active').waitFor();

  await shop.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('Account checked').waitFor();
  await shop.getByRole('button', { name: 'Edit' }).click();
  await expectNoSeriousAxe(page, 'all');
  await page.getByRole('dialog').getByLabel('Label').fill('Our store');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const store = page.getByRole('article', { name: 'Our store' });
  await store.getByRole('button', { name: 'Disconnect Our store' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await store.waitFor({ state: 'detached' });
});
