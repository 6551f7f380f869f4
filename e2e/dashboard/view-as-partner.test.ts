import type { Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemoStage();
}, 600_000);
afterAll(() => stage?.close());

test('a member of the team views the portal as a partner, changes nothing, and comes back', async () => {
  const { programId, partnerId } = stage.demo.places;
  const page = await stage.openPage('owner');
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/api/partner/'))
      asked.push(`${request.method()} ${searchParams.get('as_partner')}`);
  });
  await page.goto(`/p/${programId}/partners/${partnerId}`);
  await page.getByRole('link', { name: 'View as partner' }).click();
  const banner = page.getByRole('status').filter({ hasText: 'You are viewing the portal as Maria Silva' });
  await banner.waitFor();
  await page.getByText('Your link').first().waitFor();
  await expectNoSeriousAxe(page);

  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [name, heading] of [
    ['Links', 'Links'],
    ['Commissions', 'Commissions'],
    ['Payouts', 'Payouts'],
    ['Claims', 'Claims'],
  ] as const) {
    await menu.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByRole('table').first().getByRole('button').first().waitFor();
    await banner.waitFor();
    expect(new URL(page.url()).searchParams.get('as')).toBe(String(partnerId));
    for (const button of ['Create a link', 'Report a missing sale'])
      expect(await page.getByRole('button', { name: button }).count()).toBe(0);
  }
  expect(await menu.getByRole('link', { name: 'Payout details' }).count()).toBe(0);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((one) => one !== `GET ${partnerId}`)).toEqual([]);

  // The address alone is enough, as after reloading.
  await page.reload();
  await banner.waitFor();
  await banner.getByRole('link', { name: 'Back to the partner' }).click();
  await page.getByRole('heading', { level: 1, name: 'Maria Silva' }).waitFor();
  expect(page.url()).not.toContain('as=');
  await page.context().close();
});
