import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedStatuses, PAGES, type Viewer } from './pages.js';
import { expectNoSeriousAxe, expectNothingPastTheEdge } from './support/checks.js';
import { openAndWait, watchForNoise } from './support/page.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

describe('every page', () => {
  let stage: DemoStage;
  const tabs = new Map<Viewer, Page>();
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  /** One tab for each viewer: a new one would have to compile the application again, which takes longer than to show a page. */
  async function tabOf(viewer: Viewer): Promise<Page> {
    const tab = tabs.get(viewer) ?? (await stage.openPage(viewer));
    tabs.set(viewer, tab);
    return tab;
  }

  test.each(PAGES)(
    '$name: no serious finding, no error and nothing past the edge in light, dark and 360 wide',
    async (one) => {
      const page = await tabOf(one.viewer);
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: 'light' });
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
    },
  );
});
