import fs from 'node:fs';
import { join } from 'node:path';
import { everyMail, PLAIN_VALUES } from '../../packages/server/test/support/every-mail.js';
import { startChromium } from '../support/chromium.js';
import { LANGUAGES, LOOKS } from './looks.js';

/** Pictures of every email in every look and language: `npm run screenshots:emails`. */
const FOLDER = 'screenshots/emails';

const browser = await startChromium();
try {
  for (const language of LANGUAGES) {
    for (const [look, options] of Object.entries(LOOKS)) {
      const folder = join(FOLDER, language, look);
      fs.mkdirSync(folder, { recursive: true });
      const context = await browser.newContext(options);
      const page = await context.newPage();
      for (const [name, { html }] of everyMail(language, PLAIN_VALUES)) {
        await page.setContent(html);
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
      }
      await context.close();
    }
  }
  process.stdout.write(`Pictures are in ${FOLDER}/.\n`);
} finally {
  await browser.close();
}
// Chromium ends with this process.
process.exit();
