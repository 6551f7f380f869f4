import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER } from '../../demo/cast.js';
import { expectNoSeriousAxe } from './support/checks.js';
import { messageDrawerOf } from './support/messages.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

const SUBJECT = 'Summer sale';
const BODY = 'Hi all,\n\nthe sale starts on Monday. Banners: https://tidydesk.test/banners.\n\n<b>Olive</b>';

describe('messages to partners', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  test('a message to selected partners is shown with who gets it before it is sent, and read in the portal', async () => {
    const { programId, partnerId } = stage.demo.places;
    const team = await stage.openPage('owner', { path: `/p/${programId}/partners` });
    for (const name of [PARTNER.name, 'Iris Novak']) {
      await team.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    await team.getByRole('button', { name: 'Message', exact: true }).click();
    const { drawer, write, next, back, send } = messageDrawerOf(team);
    await next();
    await drawer.getByText('Enter a subject.').waitFor();
    await drawer.getByText('Enter a message.').waitFor();
    await write({ subject: SUBJECT, body: BODY });
    await next();
    await drawer
      .getByText(/^1 partner gets it in the portal only, because svc has no email server: /)
      .waitFor();
    await drawer.getByText('1 is not approved and won’t get it: Iris Novak').waitFor();
    expect(await team.evaluate<string>('document.activeElement.textContent')).toBe('Send to 1 partner');
    await expectNoSeriousAxe(team);
    await back();
    expect(await drawer.getByLabel('Subject').inputValue()).toBe(SUBJECT);
    await next();
    await send('1 partner');

    await team.goto(`/p/${programId}/partners/${partnerId}`);
    const sent = team.getByRole('region', { name: 'Messages' });
    await sent.getByText(SUBJECT).waitFor();
    await sent.getByText('<b>Olive</b>').waitFor();

    const partner = await stage.openPage('partner', { path: `/partner/${programId}/overview` });
    await partner.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
    await partner.getByRole('link', { name: new RegExp(`Message from .*: ${SUBJECT}`) }).click();
    await partner.waitForURL(/\/messages\?message=\d+$/);
    const message = partner.getByRole('dialog', { name: 'Message' });
    await message.getByRole('heading', { name: SUBJECT }).waitFor();
    const link = message.getByRole('link', { name: 'https://tidydesk.test/banners' });
    expect(await link.getAttribute('href')).toBe('https://tidydesk.test/banners');
    await expectNoSeriousAxe(partner);
  });

  test('a partner is written to on their page, and someone who is not approved is not', async () => {
    const { programId, partnerId } = stage.demo.places;
    const team = await stage.openPage('owner', { path: `/p/${programId}/partners/${partnerId}` });
    await team.getByRole('button', { name: 'Message', exact: true }).click();
    const { write, next, send } = messageDrawerOf(team);
    await write({ subject: 'Your numbers', body: 'Well done!' });
    await next();
    await send('1 partner');
    await team.getByRole('region', { name: 'Messages' }).getByText('Your numbers').waitFor();
    await team.goto(`/p/${programId}/partners?status=pending`);
    await team
      .getByRole('row', { name: /Iris Novak/ })
      .getByRole('link')
      .first()
      .click();
    await team.getByRole('heading', { name: 'Iris Novak' }).waitFor();
    expect(await team.getByRole('button', { name: 'Message', exact: true }).count()).toBe(0);
  });
});
