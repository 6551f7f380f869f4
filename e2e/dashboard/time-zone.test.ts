import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';
import { expectNoSeriousAxe } from './support/checks.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

test('the time zone of a workspace is found by its city, saved, and kept', async () => {
  const { workspaceId } = acme;
  const page = await acme.openPage('owner');
  await page.goto(`/w/${workspaceId}/settings`);
  const field = page.getByRole('combobox', { name: 'Time zone' });
  await expect.poll(() => field.inputValue()).toBe('UTC');
  await field.fill('new york');
  await page.getByRole('option', { name: 'America/New York' }).waitFor();
  await expectNoSeriousAxe(page);
  await page.getByRole('option', { name: 'America/New York' }).click();
  await page.locator('form').filter({ has: field }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').first().waitFor();
  expect(await acme.owner.send('GET', `/api/workspaces/${workspaceId}`)).toMatchObject({
    time_zone: 'America/New_York',
  });
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('America/New York');
});
