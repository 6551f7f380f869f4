import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme, personOf } from './support/acme.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** The six digits that an authenticator app shows now (RFC 6238). */
function codeOf(secret: string): string {
  const bits = [...secret.replaceAll('=', '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

async function giveWord(page: Page): Promise<void> {
  const { email, password } = personOf('viewer');
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function isInside(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of Olive viewer' }).waitFor();
}

/** Turns it on as a person does; gives what the app and the drawer at home then hold. */
async function turnOn(page: Page): Promise<{ secret: string; backupCodes: string[] }> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(personOf('viewer').password);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.getByRole('img', { name: 'Code for the authenticator app' }).waitFor();
  const secret = (await dialog.getByRole('region', { name: 'Key' }).textContent())?.trim() ?? '';
  const codes = await dialog.getByRole('region', { name: 'Backup codes' }).textContent();
  await dialog.getByRole('textbox', { name: 'six digits' }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Turn off' }).waitFor();
  return { secret, backupCodes: codes?.trim().split(/\s+/) ?? [] };
}

test('a second proof is asked for at sign-in, a backup code works once, and signing out everywhere ends every session', async () => {
  const first = await acme.openPage(null);
  await giveWord(first);
  await isInside(first);
  const { secret, backupCodes } = await turnOn(first);

  const second = await acme.openPage(null);
  await giveWord(second);
  await second.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await second.getByRole('textbox', { name: 'Six digits' }).fill('000000');
  await second.getByRole('button', { name: 'Sign in' }).click();
  await second.getByRole('alert').waitFor();
  await second.getByRole('textbox', { name: 'Six digits' }).fill(codeOf(secret));
  await second.getByRole('button', { name: 'Sign in' }).click();
  await isInside(second);

  const [code = ''] = backupCodes;
  const third = await acme.openPage(null);
  await giveWord(third);
  await third.getByRole('button', { name: 'Use a backup code instead' }).click();
  await third.getByRole('textbox', { name: 'Backup code' }).fill(code);
  await third.getByRole('button', { name: 'Sign in' }).click();
  await isInside(third);
  const fourth = await acme.openPage(null);
  await giveWord(fourth);
  await fourth.getByRole('button', { name: 'Use a backup code instead' }).click();
  await fourth.getByRole('textbox', { name: 'Backup code' }).fill(code);
  await fourth.getByRole('button', { name: 'Sign in' }).click();
  await fourth.getByRole('alert').waitFor();

  await first.reload();
  await first.getByRole('button', { name: 'Sign out everywhere' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await first.waitForURL('**/sign-in');
  for (const other of [second, third]) {
    await other.goto('/account');
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  }
  expect(new URL(second.url()).searchParams.get('return')).toBe('/account');
});
