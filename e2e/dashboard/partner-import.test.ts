import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { partnerImportOf } from './support/partner-import.js';
import { openSession } from './support/session.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

const FILE = [
  'email;name;group;tags;link',
  'nora@import.test;Nora Lind;Agencies;newsletter,oslo;nora',
  'maria.silva@partners.test;Maria Silva;;;',
  'no address;Olaf;;;',
].join('\r\n');

describe('inviting many partners and one', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
    const owner = await openSession(stage.demo.application, stage.demo.owner);
    await owner.send('POST', `/api/programs/${stage.demo.places.programId}/groups`, { name: 'Agencies' });
  }, 600_000);
  afterAll(() => stage?.close());

  test('a file is shown row by row before anyone is invited, and the same file again changes nothing', async () => {
    const { programId } = stage.demo.places;
    const page = await stage.openPage('owner', { path: `/p/${programId}/partners` });
    await page.getByRole('link', { name: 'Import partners' }).click();
    await page.waitForURL(/\/partners\/import$/);
    const template = page.getByRole('link', { name: 'Download template' });
    expect(decodeURIComponent((await template.getAttribute('href')) ?? '')).toContain(
      'email,name,group,tags,link',
    );
    const { rows, preview, invite } = partnerImportOf(page);
    await preview('name\nNora');
    await page.getByText('The first line has no column “email”. Start with the template.').waitFor();
    await preview(`\uFEFF${FILE}`);
    await page.getByText('1 partner to invite').waitFor();
    await page.getByText('1 is a partner already and stays unchanged').waitFor();
    await rows.getByText('Not an email address: no address').waitFor();
    await expectNoSeriousAxe(page);
    await invite('1 partner');
    await rows.getByText('Invited', { exact: true }).waitFor();
    const mail = await stage.demo.application.readMail('nora@import.test');
    expect(mail.link).toMatch(/\/invitation#/);

    await preview(FILE.split('\r\n').slice(0, 3).join('\r\n'));
    await page.getByText('Everyone in this file is a partner already. Nothing changes.').waitFor();
    expect(await page.getByRole('button', { name: /^Invite / }).count()).toBe(0);
    await page.goto(`/p/${programId}/partners?q=nora`);
    const row = page.getByRole('row', { name: /Nora Lind/ });
    for (const text of ['Agencies', 'newsletter', 'oslo']) await row.getByText(text).waitFor();
  });

  test('the drawer that invites one partner also takes a group and tags', async () => {
    const { programId } = stage.demo.places;
    const page = await stage.openPage('owner', { path: `/p/${programId}/partners?new=true` });
    const drawer = page.getByRole('dialog', { name: 'Invite a partner' });
    await drawer.getByLabel('Name').fill('Otto Berg');
    await drawer.getByLabel('Email').fill('otto@import.test');
    await drawer.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'Agencies' }).click();
    await drawer.getByLabel('Tags').fill('podcast,');
    await drawer.getByRole('button', { name: 'Invite', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.goto(`/p/${programId}/partners?q=otto`);
    const row = page.getByRole('row', { name: /Otto Berg/ });
    for (const text of ['Agencies', 'podcast']) await row.getByText(text).waitFor();
  });
});
