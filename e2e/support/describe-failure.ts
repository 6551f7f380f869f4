import type { Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { openPages } from './chromium.js';

const MOST_TEXT = 1_500;
const SOON_MS = 2_000;

/** A failed test says what its pages showed, which is over by the time somebody reads that it failed. */
beforeEach(({ onTestFailed }) => {
  onTestFailed(async ({ task }) => {
    const [error] = task.result?.errors ?? [];
    const shown = await Promise.all(openPages().map(describePage));
    if (error !== undefined && shown.length > 0)
      error.message += `\n\nThe pages showed:\n${shown.join('\n')}`;
  });
});

async function describePage(page: Page): Promise<string> {
  try {
    const dialogs = await page.getByRole('dialog').allInnerTexts();
    const shown = dialogs.length > 0 ? dialogs : [await page.locator('body').innerText({ timeout: SOON_MS })];
    const text = shown
      .join('\n')
      .replaceAll(/\s*\n\s*/g, ' | ')
      .slice(0, MOST_TEXT);
    const focus = await page.evaluate('document.activeElement?.outerHTML.slice(0, 300)');
    return `- ${page.url()}\n  focus: ${focus}\n  text: ${text}`;
  } catch (error) {
    return `- ${page.url()}: ${String(error)}`;
  }
}
