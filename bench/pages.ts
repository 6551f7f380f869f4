import { performance } from 'node:perf_hooks';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type DashboardPage, PAGES, type Viewer } from '../e2e/dashboard/pages.js';
import { prepareSharedDemo } from '../e2e/dashboard/support/demo-setup.js';
import { untilNothingIsBusy } from '../e2e/dashboard/support/page.js';
import { openDemoStage } from '../e2e/dashboard/support/stage.js';
import { median } from './measure.js';

const MAX_MS = 1_000;
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`;

/** How long a page takes, medians of some loads. */
export interface PageReading {
  readonly name: string;
  /** In a tab in which another page was open, until everything on it has come. */
  readonly openTabMs: number;
  /** In a browser that has never seen the application: until something is painted, and until everything has come. */
  readonly coldPaintMs: number;
  readonly coldMs: number;
}

/** Chromium, and a service with pages to load. */
export interface PageStage {
  readonly browser: Browser;
  readonly pages: readonly DashboardPage[];
  /** A context in which this viewer is signed in. */
  contextOf(viewer: Viewer): Promise<BrowserContext>;
  /** The whole address of a page. */
  urlOf(page: DashboardPage): string | Promise<string>;
  close(): Promise<void>;
}

/** Every page, over the demo's history. */
export async function openStageOfDemo(): Promise<PageStage> {
  const shared = await prepareSharedDemo();
  const stage = await openDemoStage(shared.demo);
  const close = () => stage.close().finally(shared.close);
  return { ...stage, pages: PAGES, close };
}

/** Loads every page of the stage in Chromium, `loads` times each in an open tab and with nothing cached, and closes the stage. */
export async function measurePages(
  stage: PageStage,
  loads: number,
  onProgress: (what: string) => void,
): Promise<PageReading[]> {
  try {
    const readings: PageReading[] = [];
    const tabs = new Map<Viewer, Page>();
    for (const page of stage.pages) {
      onProgress(page.name);
      const { viewer } = page;
      const tab = tabs.get(viewer) ?? (await openTab(await stage.contextOf(viewer)));
      tabs.set(viewer, tab);
      const url = await stage.urlOf(page);
      const storageState = await tab.context().storageState();
      // The first load is not counted: the service itself has not answered this before.
      await load(tab, url);
      const open = await repeat(loads, () => load(tab, url));
      const cold = await repeat(loads, () => loadCold(stage.browser, storageState, url));
      readings.push({
        name: page.name,
        openTabMs: median(open.map(({ wholeMs }) => wholeMs)),
        coldPaintMs: median(cold.map(({ paintMs }) => paintMs)),
        coldMs: median(cold.map(({ wholeMs }) => wholeMs)),
      });
    }
    return readings;
  } finally {
    await stage.close();
  }
}

async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.setViewportSize({ width: 1280, height: 800 });
  return tab;
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

async function loadCold(browser: Browser, storageState: StorageState, url: string): Promise<Load> {
  const context = await browser.newContext({ storageState });
  const sample = await load(await openTab(context), url);
  await context.close();
  return sample;
}

interface Load {
  readonly wholeMs: number;
  readonly paintMs: number;
}

async function load(page: Page, url: string): Promise<Load> {
  const startedMs = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await untilNothingIsBusy(page);
  const wholeMs = performance.now() - startedMs;
  return { wholeMs, paintMs: await page.evaluate<number>(FIRST_PAINT) };
}

async function repeat<Result>(times: number, once: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let done = 0; done < times; done++) results.push(await once());
  return results;
}

/** Whether the page stands in time for somebody who uses the application. */
export function isPageGood({ openTabMs }: PageReading): boolean {
  return openTabMs < MAX_MS;
}

/** The measurement for people. */
export function describePages(over: string, readings: readonly PageReading[]): string {
  const width = Math.max(...readings.map(({ name }) => name.length));
  const ms = (value: number) => `${Math.round(value)} ms`.padStart(12);
  return [
    `Pages in Chromium over ${over}; medians`,
    `  ${''.padEnd(width)}${'open tab'.padStart(12)}${'cold paint'.padStart(12)}${'cold'.padStart(12)}  target: open tab < ${MAX_MS} ms`,
    ...readings.map(
      (one) =>
        `  ${one.name.padEnd(width)}${ms(one.openTabMs)}${ms(one.coldPaintMs)}${ms(one.coldMs)}  ${isPageGood(one) ? '✓' : '✗'}`,
    ),
    '  Open tab: loaded anew in a tab that showed another page. Cold: in a browser that has never seen the application.',
  ].join('\n');
}
