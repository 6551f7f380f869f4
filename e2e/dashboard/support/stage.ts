import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { startChromium } from '../../support/chromium.js';
import type { DashboardPage, Viewer } from '../pages.js';
import { type Application, startApplication } from './application.js';
import { type Demo, openDemo } from './demo.js';
import { signIn } from './session.js';

/** One open Chromium, the demo, and a service that nobody has set up yet. */
export interface DemoStage {
  readonly browser: Browser;
  readonly demo: Demo;
  /** A context in which this viewer is signed in. */
  contextOf(viewer: Viewer, options?: BrowserContextOptions): Promise<BrowserContext>;
  /** The whole address of a page. */
  urlOf(page: DashboardPage): string;
  close(): Promise<void>;
}

/** May have to install Chromium and build the application: give it minutes. */
export async function openDemoStage(): Promise<DemoStage> {
  const browser = await startChromium();
  const demo = await openDemo();
  const empty = await startApplication();
  const applicationOf = (viewer: Viewer): Application => (viewer === 'newcomer' ? empty : demo.application);
  return {
    browser,
    demo,
    async contextOf(viewer, options = {}) {
      const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', ...options });
      if (viewer === 'owner' || viewer === 'partner') await signIn(context, demo.application, demo[viewer]);
      return context;
    },
    urlOf: (page) => applicationOf(page.viewer).baseUrl + page.address(demo.places),
    async close() {
      await browser.close();
      await demo.stop();
      await empty.stop();
    },
  };
}
