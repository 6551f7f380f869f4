import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Person } from './session.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** The six digits that an authenticator app shows (RFC 6238), now or some steps from now. Each works once. */
export function codeOf(secret: string, stepsFromNow = 0): string {
  const bits = [...secret.replaceAll('=', '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + stepsFromNow));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

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
