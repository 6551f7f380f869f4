import fs from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContextOptions } from 'playwright-core';
import { type DashboardPage, expectedStatuses, PAGES, type Viewer } from './pages.js';
import { openAndWait, type Scheme, setScheme, takePicture, watchForNoise } from './support/page.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

/** Pictures of every page in these looks: `npm run screenshots`, or `npm run screenshots -- --only partners,links`. */
const LOOKS: readonly { name: string; scheme: Scheme; options: BrowserContextOptions }[] = [
  { name: 'light', scheme: 'light', options: { viewport: { width: 1280, height: 800 } } },
  { name: 'dark', scheme: 'dark', options: { viewport: { width: 1280, height: 800 } } },
  {
    name: 'phone',
    scheme: 'light',
    options: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  },
];
const VIEWERS: readonly Viewer[] = ['newcomer', 'nobody', 'owner', 'partner'];
const FOLDER = 'screenshots';

/** Takes the pictures of one look; gives what the browser complained about. */
async function takeLook(
  stage: DemoStage,
  { name, scheme, options }: (typeof LOOKS)[number],
  pages: readonly DashboardPage[],
): Promise<string[]> {
  const complaints: string[] = [];
  const folder = join(FOLDER, name);
  fs.mkdirSync(folder, { recursive: true });
  for (const viewer of VIEWERS) {
    const seen = pages.filter((page) => page.viewer === viewer);
    if (seen.length === 0) continue;
    const context = await stage.contextOf(viewer, { ...options, colorScheme: scheme });
    await setScheme(context, scheme);
    for (const one of seen) {
      const page = await context.newPage();
      const noise = watchForNoise(page, expectedStatuses(one));
      try {
        await openAndWait(page, stage.urlOf(one));
        await takePicture(page, join(folder, `${one.name}.png`));
      } catch (error) {
        noise.push(error instanceof Error ? error.message : String(error));
      }
      complaints.push(...noise.map((what) => `${name}/${one.name}: ${what}`));
      await page.close();
    }
    await context.close();
  }
  return complaints;
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',');
const pages = PAGES.filter(({ name }) => wanted?.includes(name) ?? true);
process.stdout.write('Playing the history of the demo ...\n');
const stage = await openDemoStage();
try {
  const complaints: string[] = [];
  for (const look of LOOKS) {
    process.stdout.write(`${pages.length} pages in ${look.name} ...\n`);
    complaints.push(...(await takeLook(stage, look, pages)));
  }
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  if (complaints.length > 0) process.exitCode = 1;
  process.stdout.write(`Pictures are in ${FOLDER}/.\n`);
} finally {
  await stage.close();
}
// Chromium ends with this process.
process.exit();
