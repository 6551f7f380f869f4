import type { Page } from 'playwright-core';
import { codeOf } from '../../../packages/server/test/support/totp.js';
import type { Person } from './session.js';

/** Turns on two-factor authentication in the dashboard; returns the secret and the backup codes. */
export async function turnOn(
  page: Page,
  { password }: Person,
): Promise<{ secret: string; backupCodes: string[] }> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await dialog.getByRole('region', { name: 'Key' }).textContent())?.trim() ?? '';
  const codes = await dialog.getByRole('region', { name: 'Backup codes' }).textContent();
  await dialog.getByRole('textbox', { name: 'six digits' }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Turn off' }).waitFor();
  return { secret, backupCodes: codes?.trim().split(/\s+/) ?? [] };
}
