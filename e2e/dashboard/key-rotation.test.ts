import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';
import { takeKey } from './support/take-key.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

async function statusWith(apiKey: string): Promise<number> {
  const { status } = await acme.track('click', { affiliate_url: 'https://acme.test/?aff=jane' }, apiKey);
  return status;
}

test('a key is shown once, rotation leaves the old one valid for the time chosen, and a revoked one is refused', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/p/${acme.programId}/settings/keys`);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop server');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const first = await takeKey(page, 'API key');
  expect(await statusWith(first)).toBe(200);
  const keys = page.getByRole('table', { name: 'API keys' });
  const old = keys.getByRole('row').filter({ hasText: first.slice(-4) });
  await old.waitFor();
  expect(await page.content()).not.toContain(first);

  await old.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('radio', { name: 'In 1 hour' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  const second = await takeKey(page, 'API key');
  expect(second).not.toBe(first);
  await old.getByText('in 1 hour').waitFor();
  expect(await Promise.all([statusWith(first), statusWith(second)])).toEqual([200, 200]);

  await old.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await old.getByText('Revoked').waitFor();
  expect(await old.getByRole('button').count()).toBe(0);
  const refused = await acme.track('click', { affiliate_url: 'https://acme.test/?aff=jane' }, first);
  expect(refused).toEqual({ status: 401, body: { error: 'Invalid API key' } });
  expect(await statusWith(second)).toBe(200);
});
