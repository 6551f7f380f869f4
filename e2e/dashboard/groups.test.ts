import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

describe('groups of partners', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  test('a group with a rate is added, a partner joins it and earns by it, until the group is deleted', async () => {
    const { programId, partnerId } = stage.demo.places;
    const page = await stage.openPage('owner', { path: `/p/${programId}/partners` });
    await page.getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('button', { name: 'Add group' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add group' });
    await form.getByLabel('Name').fill('Agencies');
    await form.getByRole('switch', { name: 'Group rate' }).click();
    await form.getByRole('textbox', { name: 'Percentage' }).fill('25');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const list = page.getByRole('table', { name: 'Groups' });
    await list.getByText('Agencies').waitFor();
    await expectNoSeriousAxe(page);

    await page.goto(`/p/${programId}/partners/${partnerId}`);
    const rate = page.getByRole('region', { name: 'Rate', exact: true });
    const custom = rate.getByRole('button', { name: 'Use program rate' });
    await custom.or(rate.getByText('The program’s standard rate.')).first().waitFor();
    if (await custom.isVisible()) {
      await custom.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Use program rate' }).click();
      await rate.getByText('The program’s standard rate.').waitFor();
    }
    await page.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'Agencies' }).click();
    await rate.getByText('Rate of the Agencies group.').waitFor();
    await page.getByText('Added to group Agencies').waitFor();

    await page.goto(`/p/${programId}/groups`);
    await list.getByRole('link', { name: 'Show partners of Agencies' }).click();
    const partners = page.getByRole('table', { name: 'Partners' });
    await expect.poll(() => partners.getByRole('row').count()).toBe(2);
    await page.goto(`/p/${programId}/groups`);
    await list.getByText('Agencies').click();
    const drawer = page.getByRole('dialog', { name: 'Agencies' });
    await drawer.getByRole('region', { name: /^Last 90 days/ }).waitFor();
    await drawer.getByRole('button', { name: 'Delete group' }).click();
    await page
      .getByRole('dialog', { name: /^Delete the group/ })
      .getByRole('button', { name: 'Delete group' })
      .click();
    await page.getByText('No groups yet').waitFor();
    await page.goto(`/p/${programId}/partners/${partnerId}`);
    await rate.getByText('The program’s standard rate.').waitFor();
    await page.getByText('Group rate no longer applies').waitFor();
    expect(await page.getByRole('combobox', { name: 'Group' }).count()).toBe(0);
  });
});
