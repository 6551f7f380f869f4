import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedStatuses, PAGES, type Viewer } from './pages.js';
import { expectNoSeriousAxe, expectNothingPastTheEdge } from './support/checks.js';
import { openAndWait, watchForNoise } from './support/page.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

const WIDE = { width: 1280, height: 800 };
/** Axe takes a second for a page: it sees every page in both widths and both colour schemes, and not in all four combinations. */
const LOOKS = [
  { viewport: WIDE, colorScheme: 'light' },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const;

describe('every page', () => {
  let stage: DemoStage;
  const contexts = new Map<Viewer, Promise<BrowserContext>>();
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  function contextOf(viewer: Viewer): Promise<BrowserContext> {
    const known = contexts.get(viewer) ?? stage.contextOf(viewer, { viewport: WIDE });
    contexts.set(viewer, known);
    return known;
  }

  test.each(PAGES)(
    '$name: no serious finding, no error and nothing past the edge, wide in light and 360 wide in dark',
    async (one) => {
      const page = await (await contextOf(one.viewer)).newPage();
      try {
        const noise = watchForNoise(page, expectedStatuses(one));
        await openAndWait(page, await stage.urlOf(one));
        expect(await page.title()).not.toBe('');
        for (const { viewport, colorScheme } of LOOKS) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme });
          await expectNoSeriousAxe(page);
          await expectNothingPastTheEdge(page);
        }
        expect(noise).toEqual([]);
      } finally {
        await page.close();
      }
    },
  );
});
