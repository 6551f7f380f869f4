import type { Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { openPages } from './chromium.js';

const MOST_TEXT = 1_500;

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
    const { text, focus, typed } = await page.evaluate(() => {
      const { activeElement } = document;
      const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')];
      const shown = dialogs.length > 0 ? dialogs : [document.body];
      return {
        text: shown.map(({ innerText }) => innerText).join('\n'),
        focus: (activeElement?.cloneNode(false) as Element | undefined)?.outerHTML,
        typed: activeElement instanceof HTMLInputElement ? activeElement.value : '',
      };
    });
    const line = text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, MOST_TEXT);
    return `- ${page.url()}\n  focus: ${focus} ${typed}\n  text: ${line}`;
  } catch (error) {
    return `- ${page.url()}: ${String(error)}`;
  }
}
