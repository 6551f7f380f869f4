import { performance } from 'node:perf_hooks';
import type { Browser, BrowserContext } from 'playwright-core';
import { type DashboardPage, PAGES, type Viewer } from '../e2e/dashboard/pages.js';
import { prepareSharedDemo } from '../e2e/dashboard/support/demo-setup.js';
import { untilNothingIsBusy } from '../e2e/dashboard/support/page.js';
import { openDemoStage } from '../e2e/dashboard/support/stage.js';

const MAX_MS = 1_000;
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`;

/** How long a page takes in a browser that has never seen the application, medians of some loads. */
export interface PageReading {
  readonly name: string;
  /** Until something of it is painted. */
  readonly paintMs: number;
  /** Until everything on it has come. */
  readonly wholeMs: number;
  readonly slowestMs: number;
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

/** Loads every page of the stage in Chromium, `loads` times each with nothing cached, and closes the stage. */
export async function measurePages(
  stage: PageStage,
  loads: number,
  onProgress: (what: string) => void,
): Promise<PageReading[]> {
  try {
    const readings: PageReading[] = [];
    for (const page of stage.pages) {
      onProgress(page.name);
      const { viewer } = page;
      const known = await stage.contextOf(viewer);
      const storageState = await known.storageState();
      await known.close();
      const samples = [];
      // The first load is not counted: the service itself has not answered this before.
      for (let load = -1; load < loads; load++) {
        const sample = await loadOnce(stage, storageState, await stage.urlOf(page));
        if (load >= 0) samples.push(sample);
      }
      readings.push(readingOf(page.name, samples));
    }
    return readings;
  } finally {
    await stage.close();
  }
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

async function loadOnce(stage: PageStage, storageState: StorageState, url: string) {
  const context = await stage.browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const startedMs = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await untilNothingIsBusy(page);
  const wholeMs = performance.now() - startedMs;
  const paintMs = await page.evaluate<number>(FIRST_PAINT);
  await context.close();
  return { wholeMs, paintMs };
}

function readingOf(name: string, samples: readonly { wholeMs: number; paintMs: number }[]): PageReading {
  const sorted = (field: 'wholeMs' | 'paintMs') =>
    samples.map((sample) => sample[field]).sort((a, b) => a - b);
  const median = (field: 'wholeMs' | 'paintMs') =>
    sorted(field)[Math.floor(samples.length / 2)] ?? Number.NaN;
  return {
    name,
    paintMs: median('paintMs'),
    wholeMs: median('wholeMs'),
    slowestMs: sorted('wholeMs').at(-1) ?? Number.NaN,
  };
}

/** Whether the page stands in time. */
export function isPageGood({ wholeMs }: PageReading): boolean {
  return wholeMs < MAX_MS;
}

/** The measurement for people. */
export function describePages(over: string, readings: readonly PageReading[]): string {
  const width = Math.max(...readings.map(({ name }) => name.length));
  const ms = (value: number) => `${Math.round(value)} ms`.padStart(12);
  return [
    `Pages in Chromium with nothing cached, over ${over}; medians`,
    `  ${''.padEnd(width)}${'first paint'.padStart(12)}${'whole'.padStart(12)}${'slowest'.padStart(12)}  target: whole < ${MAX_MS} ms`,
    ...readings.map(
      (one) =>
        `  ${one.name.padEnd(width)}${ms(one.paintMs)}${ms(one.wholeMs)}${ms(one.slowestMs)}  ${isPageGood(one) ? '✓' : '✗'}`,
    ),
  ].join('\n');
}
