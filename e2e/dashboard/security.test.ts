import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme, personOf } from './support/acme.js';
import { turnOn } from './support/two-factor.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

test('a new password that is refused says why at its field', async () => {
  const page = await acme.openPage('viewer');
  await page.goto('/account');
  await page.getByLabel('Current password').fill(personOf('viewer').password);
  const field = page.getByLabel('New password');
  for (const [password, why] of [
    ['too-short', 'Use at least 12 characters.'],
    ['qwerty123456', 'one of the most common passwords'],
    ['viewer@acme.test', 'can’t be your email address'],
  ] as const) {
    await field.fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText(why).waitFor();
    // The field is described by it, so that a screen reader says it there.
    expect(await field.getAttribute('aria-describedby')).toMatch(/-error/);
  }
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('an owner requires two-factor authentication, members are sent to set it up, and the log shows it', async () => {
  const owner = await acme.openPage('owner');
  await owner.goto(`/w/${acme.workspaceId}/settings`);
  await owner.getByText('turn it on for your own account').waitFor();
  const member = await acme.openPage('member');
  await member.goto(`/p/${acme.programId}/overview`);
  await member.getByRole('heading', { name: 'Overview' }).waitFor();

  await turnOn(owner, personOf('owner'));
  await owner.goto(`/w/${acme.workspaceId}/settings`);
  await owner.getByRole('button', { name: 'Require for all members' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Require', exact: true }).click();
  await owner.getByText('Required', { exact: true }).waitFor();

  await member.getByRole('link', { name: 'Sales' }).click();
  await member.waitForURL('**/account');
  await member.getByText('Acme requires two-factor authentication.').waitFor();
  await member.goto(`/w/${acme.workspaceId}`);
  await member.waitForURL('**/account');
  await turnOn(member, personOf('member'));
  await member.goto(`/p/${acme.programId}/sales`);
  await member.getByRole('heading', { name: 'Sales' }).waitFor();

  await owner.getByRole('link', { name: 'Security log' }).click();
  const log = owner.getByRole('table', { name: 'Security log' });
  await log.getByRole('row', { name: /Two-factor turned on member@acme\.test/ }).waitFor();
  await log
    .getByRole('row', { name: /Signed in .*owner@acme\.test/ })
    .first()
    .waitFor();
});
