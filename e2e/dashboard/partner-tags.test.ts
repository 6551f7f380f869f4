import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

describe('what a team writes about a partner', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  test('tags are added on the partner’s page and found in the list; notes are written, shown and deleted', async () => {
    const { programId, partnerId } = stage.demo.places;
    const { baseUrl } = stage.demo.application;
    const context = await stage.contextOf('owner', {
      baseURL: baseUrl,
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    await page.goto(`/p/${programId}/partners/${partnerId}`);
    const tags = page.getByRole('combobox', { name: 'Tags' });
    await tags.fill('Top Blogger');
    await tags.press('Enter');
    await page.getByText('top blogger', { exact: true }).first().waitFor();
    await page.getByText('Tags set: top blogger').waitFor();

    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByLabel('New note').fill('Met at the fair.\nWants a code.');
    await notes.getByRole('button', { name: 'Add note' }).click();
    await notes.getByRole('listitem').getByText('Met at the fair.').waitFor();
    expect(await notes.getByLabel('New note').inputValue()).toBe('');
    await expectNoSeriousAxe(page, 'all');
    await notes.getByRole('button', { name: /^Delete note from/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await notes.getByText('Met at the fair.').waitFor({ state: 'detached' });

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
    await expectNoSeriousAxe(page, 'all');
  });
});
