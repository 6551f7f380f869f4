import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { startChromium } from '../../support/chromium.js';
import type { DashboardPage, Viewer } from '../pages.js';
import { type Application, startApplication } from './application.js';
import { type Demo, openDemo } from './demo.js';
import type { SharedDemo } from './demo-setup.js';
import { signIn } from './session.js';

/** One open Chromium, the demo, and a service that nobody has set up yet. */
export interface DemoStage {
  readonly browser: Browser;
  readonly demo: Demo;
  /** A context in which this viewer is signed in. */
  contextOf(viewer: Viewer, options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A page in a window of its own, in which this viewer is signed in; at a path of the service where one is given. */
  openPage(viewer: Viewer, options?: BrowserContextOptions & { readonly path?: string }): Promise<Page>;
  /** The whole address of a page. */
  urlOf(page: DashboardPage): Promise<string>;
  close(): Promise<void>;
}

/** May have to install Chromium, build the application and play the demo: give it minutes. */
export async function openDemoStage(shared: SharedDemo = inject('sharedDemo')): Promise<DemoStage> {
  const browser = await startChromium();
  const demo = await openDemo(shared);
  // Few pages are about it.
  let empty: Promise<Application> | undefined;
  const applicationOf = async (viewer: Viewer): Promise<Application> => {
    if (viewer !== 'newcomer') return demo.application;
    empty ??= startApplication();
    return empty;
  };
  const contextOf: DemoStage['contextOf'] = async (viewer, options = {}) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', ...options });
    if (viewer === 'owner' || viewer === 'partner') await signIn(context, demo.application, demo[viewer]);
    return context;
  };
  return {
    browser,
    demo,
    contextOf,
    async openPage(viewer, { path, ...options } = {}) {
      const context = await contextOf(viewer, {
        baseURL: (await applicationOf(viewer)).baseUrl,
        viewport: { width: 1280, height: 900 },
        ...options,
      });
      context.setDefaultTimeout(45_000);
      const page = await context.newPage();
      if (path !== undefined) await page.goto(path);
      return page;
    },
    urlOf: async (page) => (await applicationOf(page.viewer)).baseUrl + page.address(demo.places),
    async close() {
      await browser.close();
      await demo.stop();
      await (await empty)?.stop();
    },
  };
}
