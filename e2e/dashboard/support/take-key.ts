import type { Page } from 'playwright-core';

/** Reads a new key of the kind from the dialog that shows it this once, and closes the dialog. */
export async function takeKey(page: Page, kind: 'API key' | 'Management key'): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  const key = await dialog.getByRole('region', { name: kind }).textContent();
  await dialog.getByRole('button', { name: 'I’ve saved the key' }).click();
  await dialog.waitFor({ state: 'detached' });
  return key?.trim() ?? '';
}
