import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { openSession } from './support/session.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

describe('notifications', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  /** Opens the list once the entry is in it, which a job has to write; others may be unread before. */
  async function openList(page: Page, entry: RegExp) {
    const bell = page.getByRole('button', { name: /^Notifications(, \d+ unread)?$/ });
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await expect
      .poll(
        async () => {
          await page.reload();
          await Promise.all([page.waitForResponse(/\/api\/me\/notifications\?/), bell.click()]);
          return list
            .getByRole('link', { name: entry })
            .waitFor({ timeout: 2_000 })
            .then(
              () => 'there',
              () => 'missing',
            );
        },
        { timeout: 90_000, interval: 500 },
      )
      .toBe('there');
    return list;
  }

  test('the team follows a claim from the bell, and the partner its answer', async () => {
    const { programId } = stage.demo.places;
    const team = await stage.openPage('owner', { path: `/p/${programId}/overview` });
    // Two people applied, usually within the same hour, which makes one notification; both after the claim.
    const list = await openList(team, /(Iris Novak|2 people) applied to /);
    await expectNoSeriousAxe(team);
    await list.getByRole('link', { name: /reported a missing order in .*: order-20431/ }).click();
    await team.waitForURL(/\/claims\?claim=\d+$/);
    await team.getByRole('dialog').getByText('order-20431').first().waitFor();
    await list.waitFor({ state: 'detached' });

    const claimId = new URL(team.url()).searchParams.get('claim');
    const owner = await openSession(stage.demo.application, stage.demo.owner);
    const answer = { status: 'rejected', answer: 'We know no such order.' };
    await owner.send('POST', `/api/programs/${programId}/claims/${claimId}/answer`, answer);

    const partner = await stage.openPage('partner', { path: `/partner/${programId}/overview` });
    const theirs = await openList(partner, /rejected your claim for order order-20431/);
    await theirs.getByRole('button', { name: 'Mark all as read' }).click();
    await partner.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await theirs.getByRole('link', { name: /rejected your claim/ }).click();
    await partner.waitForURL(/\/claims\?claim=\d+$/);
  });

  test('a partner chooses how to be notified of each kind, and it stays chosen', async () => {
    const page = await stage.openPage('partner', { path: '/account/notifications' });
    const commissions = page.getByRole('combobox', { name: 'Commissions earned' });
    expect(await commissions.inputValue()).toBe('app');
    await commissions.selectOption('In the app and by email');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expectNoSeriousAxe(page);
    await page.reload();
    await commissions.waitFor();
    expect(await commissions.inputValue()).toBe('email');
    expect(await page.getByRole('combobox', { name: 'Payout paid' }).inputValue()).toBe('email');
  });
});
