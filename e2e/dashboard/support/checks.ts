import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Findings of these kinds keep people out. */
const SERIOUS = ['serious', 'critical'];

/** What axe finds by looking at colours; nothing else of it depends on whether a page is light or dark. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Nobody who cannot see well, or uses no mouse, meets on the page what axe calls serious or critical. Either all that axe
 * looks for, or only what another colour scheme can change on a page that has been looked at.
 */
export async function expectNoSeriousAxe(page: Page, rules: 'all' | 'of colours' = 'all'): Promise<void> {
  const options: axe.RunOptions = rules === 'all' ? {} : { runOnly: { type: 'rule', values: COLOURS } };
  const findings = await findWithAxe(page, options, ({ impact }) => SERIOUS.includes(impact ?? ''));
  expect(findings).toEqual([]);
}

/** What axe finds on a page, each with its place; all of it, unless only some counts. */
export async function findWithAxe(
  page: Page,
  options: axe.RunOptions = {},
  counts: (violation: axe.Result) => boolean = () => true,
): Promise<string[]> {
  // As text, because the page's policy forbids it to evaluate any.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const run = `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })})`;
  const { violations } = await page.evaluate<axe.AxeResults>(run);
  return violations
    .filter(counts)
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
}

/** Nothing reaches past the right edge of the window: people need not push the page about. */
export async function expectNothingPastTheEdge(page: Page): Promise<void> {
  expect(
    await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'),
  ).toBeLessThanOrEqual(0);
}
