import fs from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContextOptions } from 'playwright-core';
import { type DashboardPage, expectedStatuses, PAGES, type Viewer } from './pages.js';
import { prepareSharedDemo } from './support/demo-setup.js';
import { openAndWait, type Scheme, setScheme, takePicture, watchForNoise } from './support/page.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

/**
 * Pictures of every page in these looks and both languages: `npm run screenshots`, or some of them, as in
 * `npm run screenshots -- --only partners,links --looks light,phone --languages de`.
 */
const LOOKS: readonly { name: string; scheme: Scheme; options: BrowserContextOptions }[] = [
  { name: 'light', scheme: 'light', options: { viewport: { width: 1280, height: 800 } } },
  { name: 'dark', scheme: 'dark', options: { viewport: { width: 1280, height: 800 } } },
  {
    name: 'phone',
    scheme: 'light',
    options: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  },
];
const LOCALES = { en: 'en-US', de: 'de-DE' } as const;
type Language = keyof typeof LOCALES;
const VIEWERS: readonly Viewer[] = ['newcomer', 'nobody', 'owner', 'partner'];
const FOLDER = 'screenshots';

/** Takes the pictures of one look in one language; gives what the browser complained about. */
async function takeLook(
  stage: DemoStage,
  { name, scheme, options }: (typeof LOOKS)[number],
  language: Language,
  pages: readonly DashboardPage[],
): Promise<string[]> {
  const complaints: string[] = [];
  const folder = join(FOLDER, language, name);
  fs.mkdirSync(folder, { recursive: true });
  for (const viewer of VIEWERS) {
    const seen = pages.filter((page) => page.viewer === viewer);
    if (seen.length === 0) continue;
    const context = await stage.contextOf(viewer, {
      ...options,
      colorScheme: scheme,
      locale: LOCALES[language],
    });
    await setScheme(context, scheme);
    for (const one of seen) {
      const page = await context.newPage();
      const noise = watchForNoise(page, expectedStatuses(one));
      try {
        await openAndWait(page, await stage.urlOf(one));
        await takePicture(page, join(folder, `${one.name}.png`));
      } catch (error) {
        noise.push(error instanceof Error ? error.message : String(error));
      }
      complaints.push(...noise.map((what) => `${language}/${name}/${one.name}: ${what}`));
      await page.close();
    }
    await context.close();
  }
  return complaints;
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, looks: { type: 'string' }, languages: { type: 'string' } },
});
const isWanted = (list: string | undefined, name: string) => list?.split(',').includes(name) ?? true;
const pages = PAGES.filter(({ name }) => isWanted(values.only, name));
const looks = LOOKS.filter(({ name }) => isWanted(values.looks, name));
const languages = (Object.keys(LOCALES) as Language[]).filter((name) => isWanted(values.languages, name));
process.stdout.write('Playing the history of the demo ...\n');
const shared = await prepareSharedDemo();
const stage = await openDemoStage(shared.demo);
try {
  const complaints: string[] = [];
  for (const language of languages)
    for (const look of looks) {
      process.stdout.write(`${pages.length} pages in ${look.name}, ${language} ...\n`);
      complaints.push(...(await takeLook(stage, look, language, pages)));
    }
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  if (complaints.length > 0) process.exitCode = 1;
  process.stdout.write(`Pictures are in ${FOLDER}/.\n`);
} finally {
  await stage.close();
  shared.close();
}
// Chromium ends with this process.
process.exit();
