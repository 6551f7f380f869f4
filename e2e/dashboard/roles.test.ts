import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme, ROLES, type Role } from './support/acme.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

const WITH_A_ROLE = ROLES.filter((role) => role !== 'none');
const MANAGERS: readonly Role[] = ['owner', 'admin'];
const OWNERS: readonly Role[] = ['owner'];

/** A control, where it is, and who is offered it. */
const CONTROLS = [
  { path: '/w/:w', control: 'Create program', heading: 'Programs', who: MANAGERS },
  { path: '/w/:w/members', control: 'Invite member', heading: 'Members', who: OWNERS },
  { path: '/w/:w/processor', control: 'Disconnect', heading: 'Stripe Connect', who: MANAGERS },
  { path: '/w/:w/settings', control: 'Save', heading: 'Workspace settings', who: OWNERS },
  { path: '/p/:p/settings/program', control: 'Save', heading: 'Program', who: MANAGERS },
  { path: '/p/:p/settings/rules', control: 'Change rule', heading: 'Commission rule', who: MANAGERS },
  { path: '/p/:p/settings/origins', control: 'Add', heading: 'Origins', who: MANAGERS },
] as const;

const CLOSED = [
  { path: '/p/:p/settings/keys', who: MANAGERS },
  { path: '/p/:p/settings/danger', who: OWNERS },
  { path: '/w/:w/management-keys', who: MANAGERS },
  { path: '/w/:w/audit', who: MANAGERS },
] as const;

function pageAddress(path: string): string {
  return path.replace(':w', String(acme.workspaceId)).replace(':p', String(acme.programId));
}

async function linksOf(page: Page, navigation: string): Promise<string[]> {
  const links = page.getByRole('navigation', { name: navigation }).getByRole('link');
  await links.first().waitFor();
  return links.allInnerTexts();
}

test.each(WITH_A_ROLE)('%s: the navigation, tabs and controls are those of the role', async (role) => {
  const page = await acme.openPage(role);
  await page.goto(pageAddress('/p/:p/settings/program'));
  const isManager = MANAGERS.includes(role);
  const navigation = await linksOf(page, 'Main');
  expect(navigation).toEqual(
    expect.arrayContaining(['Overview', 'Partners', 'Payouts', 'Settings', 'Members']),
  );
  expect(navigation.includes('Audit log')).toBe(isManager);
  expect(navigation.includes('Management keys')).toBe(isManager);
  expect(await linksOf(page, 'Settings')).toEqual([
    'Program',
    'Commission rules',
    'Application',
    'Origins',
    ...(isManager ? ['API keys'] : []),
    'Import',
    ...(role === 'owner' ? ['Archive'] : []),
  ]);
  for (const { path, control, heading, who } of CONTROLS) {
    await page.goto(pageAddress(path));
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
    const button = page.getByRole('button', { name: control, exact: true });
    expect([path, (await button.count()) > 0]).toEqual([path, who.includes(role)]);
  }
});

test.each(WITH_A_ROLE)('%s: a page without permission shows that access is missing', async (role) => {
  const page = await acme.openPage(role);
  for (const { path, who } of CLOSED) {
    await page.goto(pageAddress(path));
    // What the page has to show: parts with a heading, or a list.
    await page.getByRole('heading', { level: 2 }).or(page.getByRole('table')).first().waitFor();
    const closed = page.getByRole('heading', { name: 'You don’t have access' });
    if (who.includes(role)) expect([path, await closed.count()]).toEqual([path, 0]);
    else await closed.waitFor();
  }
});

test('none: sees that there is no access yet, and nothing of the program', async () => {
  const page = await acme.openPage('none');
  await page.goto('/');
  await page.getByRole('heading', { name: 'You don’t have access yet' }).waitFor();
  expect(await linksOf(page, 'Main')).toEqual(['Programs', 'Workspace settings']);
  await page.goto(pageAddress('/w/:w/members'));
  await page.getByRole('heading', { name: 'You don’t have access' }).waitFor();
  expect(await page.content()).not.toContain('owner@acme.test');
  await page.goto(pageAddress('/p/:p/settings/program'));
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await page.content()).not.toContain('Acme Partners');
});
