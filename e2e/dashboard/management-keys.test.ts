import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';
import { takeKey } from './support/take-key.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

async function statusOf(path: string, managementKey: string): Promise<number> {
  const headers = { authorization: `Bearer ${managementKey}` };
  return (await fetch(`${acme.application.baseUrl}/api/${path}`, { headers })).status;
}

test('a key does what it was created for, rotation leaves the old one valid, and a revoked one is refused', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/w/${acme.workspaceId}/management-keys`);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create management key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('Choose at least one permission').waitFor();
  await form.getByRole('checkbox', { name: 'Read programs' }).check();
  await form.getByRole('button', { name: 'Create key' }).click();
  const first = await takeKey(page, 'Management key');
  const program = `programs/${acme.programId}`;
  expect(await statusOf(program, first)).toBe(200);
  expect(await statusOf(`${program}/customers`, first)).toBe(404);

  const keys = page.getByRole('table', { name: 'Management keys' });
  const old = keys.getByRole('row').filter({ hasText: first.slice(-4) });
  await old.getByText('All programs').waitFor();
  expect(await page.content()).not.toContain(first);

  await old.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('radio', { name: 'In 1 hour' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  const second = await takeKey(page, 'Management key');
  await old.getByText('in 1 hour').waitFor();
  expect(await Promise.all([statusOf(program, first), statusOf(program, second)])).toEqual([200, 200]);

  await old.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await old.getByText('Revoked').waitFor();
  expect(await old.getByRole('button').count()).toBe(0);
  expect(await Promise.all([statusOf(program, first), statusOf(program, second)])).toEqual([401, 200]);
});
