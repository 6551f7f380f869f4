import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

/** The service learns of the first change to a partner only once this is released, however many follow it. */
async function holdFirstChange(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isFirst = true;
  await page.route(/\/api\/programs\/\d+\/partners\/\d+$/, async (route) => {
    if (route.request().method() === 'PATCH' && isFirst) {
      isFirst = false;
      await released;
    }
    await route.continue();
  });
  return release;
}

describe('what a team writes about a partner', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  test('tags are added on the partner’s page and found in the list; notes are written, shown and deleted', async () => {
    const { programId, partnerId } = stage.demo.places;
    const page = await stage.openPage('owner', { path: `/p/${programId}/partners/${partnerId}` });
    const tags = page.getByRole('combobox', { name: 'Tags' });
    const release = await holdFirstChange(page);
    await tags.fill('Top Blogger');
    await tags.press('Enter');
    await tags.fill('Berlin');
    await tags.press('Enter');
    release();
    await page.getByText('Tags set: top blogger').waitFor();
    await page.getByText('Tags set: berlin, top blogger').waitFor();
    await page.getByText('top blogger', { exact: true }).first().waitFor();

    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByLabel('New note').fill('Met at the fair.\nWants a code.');
    await notes.getByRole('button', { name: 'Add note' }).click();
    await notes.getByRole('listitem').getByText('Met at the fair.').waitFor();
    expect(await notes.getByLabel('New note').inputValue()).toBe('');
    await expectNoSeriousAxe(page);
    await notes.getByRole('button', { name: /^Delete note from/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await notes.getByText('Met at the fair.').waitFor({ state: 'detached' });

    await notes.getByLabel('New note').fill('Of Maria alone');
    await page.getByRole('heading', { name: 'Maria Silva' }).click();
    await page.keyboard.press('Control+k');
    const finder = page.getByRole('dialog', { name: 'Find anything' });
    await finder.getByRole('textbox', { name: 'Find anything' }).fill('Jonas');
    await finder.getByRole('button', { name: /Jonas Weber/ }).click();
    await page.getByRole('heading', { name: 'Jonas Weber' }).waitFor();
    expect(await notes.getByLabel('New note').inputValue()).toBe('');

    await page.goto(`/p/${programId}/partners`);
    const list = page.getByRole('table', { name: 'Partners' });
    await list.getByText('top blogger').waitFor();
    const before = await list.getByRole('row').count();
    await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
    await page.getByRole('option', { name: 'top blogger' }).click();
    await expect.poll(() => list.getByRole('row').count()).toBe(2);
    expect(before).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('searchbox').fill('blogg');
    await expect.poll(() => list.getByRole('row').count()).toBe(2);
    await expectNoSeriousAxe(page);
  });
});
