import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { chooseFiles } from './support/page.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\nand the rest of it', 'latin1');

describe('assets', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  test('the team adds a file and a text, the partner downloads and copies them, until they are archived', async () => {
    const { programId } = stage.demo.places;
    const team = await stage.openPage('owner', { path: `/p/${programId}/assets` });
    const list = team.getByRole('table', { name: 'Assets' });
    await team.getByRole('button', { name: 'Add a file' }).click();
    const form = team.getByRole('dialog', { name: 'Add a file' });
    const choose = (name: string, buffer: Buffer) =>
      chooseFiles(form.getByRole('button', { name: 'File', exact: true }), {
        name,
        mimeType: 'application/octet-stream',
        buffer,
      });
    await choose('logo.svg', Buffer.from('<svg/>'));
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('Choose a PNG, JPEG, WebP, GIF, PDF, ZIP or plain text file.').waitFor();
    await choose('logo.png', Buffer.from('<svg/>'));
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('The content of this file is not what its name says.').waitFor();
    await choose('logo.png', PNG);
    await form.getByLabel('Name').fill('Logo for print');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await list.getByText('Logo for print').waitFor();

    await team.getByRole('button', { name: 'Add a text' }).click();
    const textForm = team.getByRole('dialog', { name: 'Add a text' });
    await textForm.getByLabel('Name').fill('Newsletter');
    await textForm.getByLabel('Text').fill('Read more: {link}');
    await textForm.getByRole('button', { name: 'Add', exact: true }).click();
    await list.getByText('Newsletter').waitFor();
    await expectNoSeriousAxe(team);

    const partner = await stage.openPage('partner', { path: `/partner/${programId}/overview` });
    await partner.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await partner.getByRole('link', { name: 'Assets' }).click();
    const text = partner.getByRole('region', { name: 'Newsletter' }).first();
    await text.getByText(/^Read more: .*aff=maria$/).waitFor();
    await text.getByRole('button', { name: /^Copy/ }).click();
    await expect
      .poll(() => partner.evaluate<string>('navigator.clipboard.readText()'))
      .toMatch(/^Read more: http.*aff=maria$/);
    const download = partner.waitForEvent('download');
    await partner
      .getByRole('region', { name: 'Logo for print' })
      .getByRole('link', { name: 'Download' })
      .click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('logo.png');
    expect((await readFile(await file.path())).equals(PNG)).toBe(true);
    await expectNoSeriousAxe(partner);

    await list.getByText('Logo for print').click();
    const drawer = team.getByRole('dialog', { name: 'Logo for print' });
    await drawer.getByLabel('Name').fill('Old logo');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await list.getByText('Old logo').waitFor();
    await team.getByRole('dialog', { name: 'Old logo' }).getByRole('button', { name: 'Archive' }).click();
    await list.getByText('Old logo').waitFor({ state: 'detached' });
    await partner.reload();
    await partner.getByRole('region', { name: 'Newsletter' }).first().waitFor();
    expect(await partner.getByText('Old logo').count()).toBe(0);
    await team.getByRole('button', { name: 'Archived' }).click();
    await list.getByText('Old logo').waitFor();
  });
});
