import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../packages/server/test/support/totp.js';
import { type Acme, openAcme, personOf } from './support/acme.js';
import { turnOn } from './support/two-factor.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

async function signInWithPassword(page: Page): Promise<void> {
  const { email, password } = personOf('viewer');
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function expectSignedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu for Olive viewer' }).waitFor();
}

test('a second proof is asked for at sign-in, a backup code works once, and signing out everywhere ends every session', async () => {
  const first = await acme.openPage(null);
  await signInWithPassword(first);
  await expectSignedIn(first);
  const { secret, backupCodes } = await turnOn(first, personOf('viewer'));

  const second = await acme.openPage(null);
  await signInWithPassword(second);
  await second.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await second.getByRole('textbox', { name: '6-digit code' }).fill('000000');
  await second.getByRole('button', { name: 'Sign in' }).click();
  await second.getByRole('alert').waitFor();
  // The code that turned it on is used up.
  await second.getByRole('textbox', { name: '6-digit code' }).fill(codeOf(secret, 1));
  await second.getByRole('button', { name: 'Sign in' }).click();
  await expectSignedIn(second);

  const [code = ''] = backupCodes;
  const third = await acme.openPage(null);
  await signInWithPassword(third);
  await third.getByRole('button', { name: 'Use a backup code instead' }).click();
  await third.getByRole('textbox', { name: 'Backup code' }).fill(code);
  await third.getByRole('button', { name: 'Sign in' }).click();
  await expectSignedIn(third);
  const fourth = await acme.openPage(null);
  await signInWithPassword(fourth);
  await fourth.getByRole('button', { name: 'Use a backup code instead' }).click();
  await fourth.getByRole('textbox', { name: 'Backup code' }).fill(code);
  await fourth.getByRole('button', { name: 'Sign in' }).click();
  await fourth.getByRole('alert').waitFor();

  await first.reload();
  await first.getByRole('button', { name: 'Turn off' }).click();
  const dialog = first.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(personOf('viewer').password);
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('alert').getByText('Invalid code').waitFor();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(backupCodes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await dialog.waitFor({ state: 'detached' });
  await first.getByRole('button', { name: 'Turn on' }).waitFor();

  await first.getByRole('button', { name: 'Sign out everywhere' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await first.waitForURL('**/sign-in');
  for (const other of [second, third]) {
    await other.goto('/account');
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  }
  expect(new URL(second.url()).searchParams.get('return')).toBe('/account');
});
