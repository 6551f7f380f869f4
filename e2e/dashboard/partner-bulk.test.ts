import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

describe('changing many partners', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  test('the selected ones get a tag, once it has been shown who would change', async () => {
    const { programId } = stage.demo.places;
    const page = await stage.openPage('owner', { path: `/p/${programId}/partners?status=approved` });
    const list = page.getByRole('table', { name: 'Partners' });
    for (const name of ['Maria Silva', 'Jonas Weber']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    await page.getByText('2 partners selected').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Add tag' }).click();
    const drawer = page.getByRole('dialog', { name: 'Add a tag' });
    const next = drawer.getByRole('button', { name: 'Next' });
    await next.click();
    await drawer.getByText('Enter a tag').waitFor();
    await drawer.getByLabel('Tag').fill('Spring');
    await next.click();
    await drawer
      .getByText('Jonas Weber, Maria Silva')
      .or(drawer.getByText('Maria Silva, Jonas Weber'))
      .waitFor();
    await expectNoSeriousAxe(page);
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Tag 2 partners');
    await drawer.getByRole('button', { name: 'Back' }).click();
    expect(await drawer.getByLabel('Tag').inputValue()).toBe('Spring');
    await next.click();
    expect(await list.getByText('spring').count()).toBe(0);
    await drawer.getByRole('button', { name: 'Tag 2 partners' }).click();
    await page.getByText('2 partners changed').waitFor();
    await expect.poll(() => list.getByText('spring', { exact: true }).count()).toBe(2);
    await page.getByText('Select partners to change them in bulk.').waitFor();
  });

  test('without an email server, inviting again gives the links to hand over, and says nothing was sent', async () => {
    const { programId } = stage.demo.places;
    const page = await stage.openPage('owner', {
      path: `/p/${programId}/partners?status=approved&account=false`,
    });
    const names = ['Priya Nair', 'Tom Becker'];
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Resend invitation' }).click();
    const drawer = page.getByRole('dialog', { name: 'Resend invitations' });
    await drawer.getByRole('button', { name: 'Invite 2 partners again' }).click();
    await drawer.getByText('These invitations were not sent by email').waitFor();
    await expectNoSeriousAxe(page);
    const links = drawer.getByRole('region', { name: 'Invitation links' });
    const lines = ((await links.textContent()) ?? '').split('\n').sort();
    expect(lines.map((line) => line.split('\t')[0])).toEqual(names);
    expect(await page.getByText('invitations sent').count()).toBe(0);
    // No stray key loses them.
    await page.keyboard.press('Escape');
    const [priya] = lines;
    const guest = await stage.openPage('nobody');
    await guest.goto(priya?.split('\t')[2] ?? '');
    const email = guest.getByLabel('Email', { exact: true });
    await expect.poll(() => email.inputValue()).toBe('priya.nair@partners.test');
    await drawer.getByRole('button', { name: 'I’ve copied the links' }).click();
    await page.getByText('Select partners to change them in bulk.').waitFor();
  });

  test('a change that nobody needs has no button to make it', async () => {
    const { programId } = stage.demo.places;
    const page = await stage.openPage('owner', { path: `/p/${programId}/partners?status=approved` });
    await page.getByRole('checkbox', { name: 'Select Maria Silva' }).check();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Remove tag' }).click();
    const drawer = page.getByRole('dialog', { name: 'Remove a tag' });
    await drawer.getByLabel('Tag').fill('Nobody has it');
    await drawer.getByRole('button', { name: 'Next' }).click();
    await drawer.getByText('No changes to make.').waitFor();
    await drawer.getByText('1 partner needs no change.').waitFor();
    expect(await drawer.getByRole('button', { name: /^Remove the tag/ }).count()).toBe(0);
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await drawer.waitFor({ state: 'detached' });
  });
});
