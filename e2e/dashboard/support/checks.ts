import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Findings of these kinds keep people out. */
const SERIOUS = ['serious', 'critical'];

/** Nobody who cannot see well, or uses no mouse, meets on the page what axe calls serious or critical. */
export async function expectNoSeriousAxe(page: Page): Promise<void> {
  // As text, because the page's policy forbids it to evaluate any.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
  const findings = violations
    .filter(({ impact }) => SERIOUS.includes(impact ?? ''))
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
  expect(findings).toEqual([]);
}

/** Nothing reaches past the right edge of the window: people need not push the page about. */
export async function expectNothingPastTheEdge(page: Page): Promise<void> {
  expect(
    await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'),
  ).toBeLessThanOrEqual(0);
}
