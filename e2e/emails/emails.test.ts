import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyMail, type MailValues, PLAIN_VALUES } from '../../packages/server/test/support/every-mail.js';
import { expectNothingPastTheEdge, findWithAxe } from '../dashboard/support/checks.js';
import { startChromium } from '../support/chromium.js';
import { LANGUAGES, LOOKS } from './looks.js';

/** Without a place at which a line could end. */
const LONG_VALUES = Object.fromEntries(
  Object.entries(PLAIN_VALUES).map(([name, value]) => [name, value.replaceAll(' ', '').padEnd(200, 'x')]),
) as unknown as MailValues;

describe.each(LANGUAGES)('every email in %s', (language) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  const open = async (look: keyof typeof LOOKS) => (await browser.newContext(LOOKS[look])).newPage();

  test.each(['light', 'dark'] as const)('is readable by everyone in %s', async (look) => {
    const page = await open(look);
    for (const [name, { html }] of everyMail(language, PLAIN_VALUES)) {
      await page.setContent(html);
      expect([name, await findWithAxe(page)]).toEqual([name, []]);
    }
  });

  test('fits a phone, however long names are', async () => {
    const page = await open('phone');
    for (const { html } of everyMail(language, LONG_VALUES).values()) {
      await page.setContent(html);
      await expectNothingPastTheEdge(page);
    }
  });
});
