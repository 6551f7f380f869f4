import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe, expectNothingPastTheEdge } from './support/checks.js';
import { chooseFiles } from './support/page.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

/** A PNG of one colour that browsers draw. */
function pngOf(width: number, height: number): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([0xcc, 0x33, 0x00]))]);
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const parts: [string, Buffer][] = [
    ['IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])],
    ['IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))],
    ['IEND', Buffer.alloc(0)],
  ];
  const chunks = parts.map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

const backgroundOf = (page: Page, button: string) =>
  page.evaluate<string>(
    `getComputedStyle([...document.querySelectorAll('button')].find(({ textContent }) => textContent === '${button}')).backgroundColor`,
  );
const isDrawn = (page: Page, name: string) =>
  page.evaluate<boolean>(
    `[...document.images].some(({ alt, naturalWidth }) => alt === '${name}' && naturalWidth > 0)`,
  );

describe('branding', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  test('the owner chooses a name, a colour and a logo; applicants and partners see them, signing in too', async () => {
    const { programId, workspaceId } = stage.demo.places;
    const team = await stage.openPage('owner', { path: `/w/${workspaceId}/branding` });
    await team.getByLabel('Accent color').fill('yellow');
    await team.getByRole('button', { name: 'Save' }).click();
    await team.getByText('Enter a color such as #0b6e66').waitFor();
    await team.getByLabel('Accent color').fill('#ffcc00');
    await team.getByText(/a contrast of at least 4\.5 to 1 .* #8b7000 in light mode\./).waitFor();
    await team.getByLabel('Name for partners').fill('Tidydesk Friends');
    await team.getByRole('region', { name: 'Preview' }).getByText('Tidydesk Friends').first().waitFor();
    await team.getByRole('button', { name: 'Save' }).click();
    await team.getByText('Branding saved').waitFor();
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      chooseFiles(team.getByRole('button', { name: /^(Choose a|Replace) logo$/ }), {
        name,
        mimeType,
        buffer,
      });
    await choose('logo.svg', 'image/svg+xml', Buffer.from('<svg/>'));
    await team.getByText('Choose a PNG, JPEG or WebP file.').waitFor();
    await choose('logo.png', 'image/png', Buffer.alloc(200 * 1024 + 1));
    await team.getByText('This file is larger than 200 KB.').waitFor();
    await choose('logo.png', 'image/png', Buffer.from('<svg/>'));
    await team.getByText('This file is not a PNG, JPEG or WebP image.').waitFor();
    await choose('logo.png', 'image/png', pngOf(400, 60));
    await team.getByText('Logo saved').waitFor();
    await expectNoSeriousAxe(team);

    const applicant = await stage.openPage('nobody', { path: `/apply/${programId}` });
    await applicant.getByText(/^Tidydesk Friends pays you/).waitFor();
    await expect.poll(() => isDrawn(applicant, 'Tidydesk Friends')).toBe(true);
    expect(await backgroundOf(applicant, 'Apply')).toBe('rgb(139, 112, 0)');
    await expectNoSeriousAxe(applicant);
    await applicant.getByRole('link', { name: 'Sign in' }).click();
    await applicant.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => isDrawn(applicant, 'Tidydesk Friends')).toBe(true);
    expect(await backgroundOf(applicant, 'Sign in')).toBe('rgb(139, 112, 0)');

    for (const colorScheme of ['light', 'dark'] as const) {
      const partner = await stage.openPage('partner', {
        path: `/partner/${programId}/overview`,
        colorScheme,
      });
      await expect.poll(() => isDrawn(partner, 'Tidydesk Friends')).toBe(true);
      await expectNoSeriousAxe(partner);
      await partner.getByRole('link', { name: 'Tidydesk Friends home' }).waitFor();
      expect(await partner.title()).toBe('Overview · Tidydesk Friends');
      await partner.setViewportSize({ width: 360, height: 800 });
      await expectNothingPastTheEdge(partner);
      const account = partner.getByRole('button', { name: /^Account menu/ });
      const { x = 999, width = 0 } = (await account.boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(360);
    }

    const stranger = await stage.openPage('nobody', { path: '/sign-in' });
    await stranger.getByRole('heading', { name: 'Sign in' }).waitFor();
    await stranger.waitForLoadState('networkidle');
    expect(await stranger.getByRole('img', { name: 'Tidydesk Friends' }).count()).toBe(0);
    expect(await backgroundOf(stranger, 'Sign in')).toBe('rgb(11, 110, 102)');

    await team.getByRole('button', { name: 'Remove logo' }).click();
    await team.getByText('Logo removed').waitFor();
    await applicant.goto(`/apply/${programId}`);
    await applicant.getByText(/^Tidydesk Friends pays you/).waitFor();
    await applicant.waitForLoadState('networkidle');
    expect(await applicant.getByRole('img', { name: 'Tidydesk Friends' }).count()).toBe(0);
  });
});
