import { Buffer } from 'node:buffer';
import type { Locator, Page } from 'playwright-core';
import { chooseFiles } from './page.js';

/** The page on which partners of a file are invited. */
export interface PartnerImportPage {
  readonly rows: Locator;
  /** Chooses a file of this text, and asks for its preview. */
  preview(text: string): Promise<void>;
  /** Invites those that the preview shows, and confirms it. */
  invite(partners: string): Promise<void>;
}

export function partnerImportOf(page: Page): PartnerImportPage {
  return {
    rows: page.getByRole('table', { name: 'Rows of the file' }),
    async preview(text) {
      const file = { name: 'partners.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await chooseFiles(page.getByRole('button', { name: /^CSV file/ }), file);
      await page.getByRole('button', { name: 'Preview' }).click();
    },
    async invite(partners) {
      const name = `Invite ${partners}`;
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
      await page.getByRole('heading', { name: 'Import complete' }).waitFor();
    },
  };
}
