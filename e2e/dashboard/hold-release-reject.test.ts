import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { openPayoutApplication, type PayoutApplication } from './support/paying.js';

let paying: PayoutApplication;
beforeAll(async () => {
  paying = await openPayoutApplication();
}, 600_000);
afterAll(() => paying?.close());

test('a commission is held with a reason, explained, released and rejected; a bulk action reports the result for each commission', async () => {
  const { programId, program, owner } = paying;
  await paying.sell('order-1', 10_000);
  await paying.sell('order-2', 5_000);
  const shownStatus = async (transactionId: string) => {
    const { data } = await owner.send('GET', `${program}/commissions`);
    return data.find((one: { transaction_id: string }) => one.transaction_id === transactionId)?.status;
  };
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${programId}/commissions`);
  const table = page.getByRole('table', { name: 'Commissions' });
  const opener = table.getByRole('button', { name: 'order-1' });
  await opener.click();
  const story = page.getByRole('dialog', { name: 'The story of this commission' });
  await story.getByText('The customer clicked the link "jane" of Jane Partner').waitFor();
  await story.getByText('× 20%').waitFor();
  expect(page.url()).toContain('explain=');
  await expectNoSeriousAxe(page);

  await story.getByRole('button', { name: 'Hold', exact: true }).click();
  await story.getByRole('textbox', { name: 'Reason' }).fill('Two orders from one address.');
  await story.getByRole('button', { name: 'Hold commission' }).click();
  await story.getByText(/\$20\.00 was put on hold by owner@paying\.test/).waitFor();
  await story.getByText('Reason: Two orders from one address.').waitFor();
  expect(await shownStatus('order-1')).toBe('held');
  await page.keyboard.press('Escape');
  await story.waitFor({ state: 'detached' });
  await page.locator('button:focus').filter({ hasText: 'order-1' }).waitFor();

  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Hold…' }).click();
  const form = page.getByRole('dialog', { name: 'Hold 2 commissions' });
  await form.getByRole('textbox', { name: 'Reason' }).fill('All of it.');
  await form.getByRole('button', { name: 'Hold commissions' }).click();
  await page.getByText('1 commission held').waitFor();
  await page.getByText('order-1: Not possible for a commission that is held').waitFor();
  expect(await shownStatus('order-2')).toBe('held');

  await opener.click();
  await story.getByRole('button', { name: 'Release' }).click();
  await story.getByText(/\$20\.00 was released from hold by owner@paying\.test/).waitFor();
  expect(await shownStatus('order-1')).not.toBe('held');

  await story.getByRole('button', { name: 'Reject…' }).click();
  await expectNoSeriousAxe(page);
  await story.getByRole('button', { name: 'Reject commission' }).click();
  await story.getByText('Enter a reason').waitFor();
  await story.getByRole('textbox', { name: 'Reason' }).fill('Your own order.');
  await story.getByRole('button', { name: 'Reject commission' }).click();
  await story.getByText(/\$20\.00 was rejected by owner@paying\.test\. Reason: Your own order\./).waitFor();
  await story.getByText('Reversed: rejected by your team').waitFor();
  await page.keyboard.press('Escape');
  await table.getByText('Your own order.').waitFor();
  await table.getByText('Rejected', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Reject…' }).click();
  const rejection = page.getByRole('dialog', { name: 'Reject 2 commissions' });
  await rejection.getByRole('textbox', { name: 'Reason' }).fill('Neither.');
  await rejection.getByRole('button', { name: 'Reject commissions' }).click();
  await page.getByText('1 commission rejected').waitFor();
  expect(await shownStatus('order-2')).toBe('reversed');
});
