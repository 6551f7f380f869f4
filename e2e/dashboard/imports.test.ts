import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { chooseFiles } from './support/page.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

const SAMPLES = new URL('../../packages/server/test/imports/samples/rewardful/', import.meta.url);

async function sample(name: string, change: (text: string) => string = (text) => text) {
  const text = await readFile(new URL(name, SAMPLES), 'utf8');
  return { name, mimeType: 'text/csv', buffer: Buffer.from(change(text)) };
}

const choose = (page: Page, files: Awaited<ReturnType<typeof sample>>[]) =>
  chooseFiles(page.getByRole('button', { name: /^CSV files/ }), files);

describe('importing the history of another system', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  test('bad rows are named, a preview shows what each partner comes to, and only then everything is imported, once', async () => {
    const { programId } = stage.demo.places;
    const page = await stage.openPage('owner', { path: `/p/${programId}/settings/import` });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Choose at least one CSV file').waitFor();

    const [affiliates, referrals] = [await sample('affiliates.csv'), await sample('referrals.csv')];
    const bad = await sample('commissions.csv', (text) => text.replace(/,USD,/, ',dollars,'));
    await choose(page, [affiliates, referrals, bad]);
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'What will be imported' });
    const read = page.getByRole('region', { name: 'What the files contain' });
    await read.getByRole('alert', { name: '1 problem: nothing can be imported yet' }).waitFor();
    const problems = read.getByRole('table', { name: 'Problems' });
    await problems.getByRole('row', { name: /^commissions\.csv 2 currency/ }).waitFor();
    expect(await read.getByRole('button', { name: 'Import' }).count()).toBe(0);
    await expectNoSeriousAxe(page);

    const files = [affiliates, referrals, await sample('commissions.csv')];
    await choose(page, files);
    await read.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Preview' }).click();
    const byPartner = preview.getByRole('table', { name: 'By partner' });
    await byPartner.getByRole('row', { name: /^Total/ }).waitFor();
    await expectNoSeriousAxe(page);
    const made = page.getByRole('table', { name: 'Import history' });
    const beside = await stage.openPage('owner', { path: new URL(page.url()).pathname });
    await beside.getByText('Nothing imported yet').waitFor();
    await beside.context().close();
    await preview.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByRole('region', { name: 'What was imported' }).waitFor();
    await made.getByRole('row', { name: /^Rewardful/ }).waitFor();

    await choose(page, files);
    await page.getByRole('button', { name: 'Preview' }).click();
    await preview.getByText('There is nothing to import.').waitFor();
    expect(await preview.getByRole('button', { name: 'Import' }).count()).toBe(0);
  });

  test('a preview that takes longer than the page waits is followed to its result', async () => {
    const { programId } = stage.demo.places;
    const page = await stage.openPage('owner', { path: `/p/${programId}/settings/import` });
    await page.route('**/imports', (route) =>
      route.continue({ headers: { ...route.request().headers(), prefer: 'wait=0' } }),
    );
    const answers: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (/\/imports$|\/api\/jobs/.test(pathname))
        answers.push(`${response.status()} ${pathname.replace(/\d+/g, 'N')}`);
    });
    await choose(page, [await sample('affiliates.csv'), await sample('referrals.csv')]);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('region', { name: 'What will be imported' }).waitFor();
    expect(answers).toContain('202 /api/programs/N/imports');
    expect(answers).toContain('200 /api/jobs/N/file');
  });
});
