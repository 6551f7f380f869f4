import type { BrowserContext, FileChooser, Locator, Page } from 'playwright-core';

const BUSY = '[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root';
const SETTLED_WITHIN_MS = 45_000;

/** Two frames later, because what a new size changes is drawn in the one after it. */
const HEIGHT_WHEN_DRAWN = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  resolve(document.documentElement.scrollHeight))))`;

export type Scheme = 'light' | 'dark';

/** What the browser complained about on a page: errors, rejected promises, refusals of the page's policy. */
export function watchForNoise(page: Page, allowedStatuses: readonly number[] = []): string[] {
  const noise: string[] = [];
  const isAllowed = (text: string) =>
    allowedStatuses.some(
      (status) => text.startsWith('Failed to load') && text.includes(`status of ${status}`),
    );
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !isAllowed(text)) noise.push(text);
  });
  page.on('pageerror', (error) => noise.push(error.message));
  return noise;
}

/** Lets pages of a context appear in light or dark, whatever somebody chose before. */
export async function setScheme(context: BrowserContext, scheme: Scheme): Promise<void> {
  await context.addInitScript(`localStorage.setItem('mantine-color-scheme-value', '${scheme}')`);
}

/** Opens an address and waits until everything on the page has come. */
export async function openAndWait(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await untilNothingIsBusy(page);
}

const UNTIL_NOTHING_IS_BUSY = `new Promise((resolve, reject) => {
  const endMs = performance.now() + ${SETTLED_WITHIN_MS};
  const look = () => {
    const busy = document.querySelector(${JSON.stringify(BUSY)});
    if (busy === null) resolve();
    else if (performance.now() > endMs) reject(new Error('Still to come: ' + busy.outerHTML));
    else setTimeout(look, 20);
  };
  look();
})`;

/**
 * Waits until nothing on the page says that it is still to come. Looks every few milliseconds: `waitFor` of a locator looks twice a second
 * after a while, which a measurement would count and hundreds of tests would wait for.
 */
export async function untilNothingIsBusy(page: Page): Promise<void> {
  try {
    await page.evaluate(UNTIL_NOTHING_IS_BUSY);
  } catch (error) {
    // The page went on to another one, which is then what is waited for.
    if (!/context was destroyed|navigation/.test(String(error))) throw error;
    await page.waitForLoadState();
    await untilNothingIsBusy(page);
  }
}

/** Chooses files where a button asks for them. */
export async function chooseFiles(
  button: Locator,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const chooser = button.page().waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(files);
}

/** A picture of the whole page, in a window as high as the page, so that what stands at the edges does. */
export async function takePicture(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  // Charts are drawn once they know their size, which moves what is below them.
  for (let isHigher = true, tall = height; isHigher; ) {
    const wanted = await page.evaluate<number>(HEIGHT_WHEN_DRAWN);
    isHigher = wanted > tall;
    if (isHigher) tall = wanted;
    await page.setViewportSize({ width, height: tall });
    // What is read once it is in view.
    await untilNothingIsBusy(page);
  }
  await page.screenshot({ path, fullPage: true });
}
