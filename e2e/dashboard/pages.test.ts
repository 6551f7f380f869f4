import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedStatuses, PAGES, type Viewer } from './pages.js';
import { expectNoSeriousAxe, expectNothingPastTheEdge } from './support/checks.js';
import { openAndWait, watchForNoise } from './support/page.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

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
    '$name: no serious finding, no error and nothing past the edge in light, dark and 360 wide',
    async (one) => {
      const page = await (await contextOf(one.viewer)).newPage();
      try {
        const noise = watchForNoise(page, expectedStatuses(one));
        await openAndWait(page, await stage.urlOf(one));
        expect(await page.title()).not.toBe('');
        for (const viewport of [WIDE, PHONE]) {
          await page.setViewportSize(viewport);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            await expectNoSeriousAxe(page, colorScheme === 'light' ? 'all' : 'of colours');
          }
          await expectNothingPastTheEdge(page);
        }
        expect(noise).toEqual([]);
      } finally {
        await page.close();
      }
    },
  );
});
