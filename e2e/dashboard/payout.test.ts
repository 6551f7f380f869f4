import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { openPayoutApplication, type PayoutApplication } from './support/paying.js';
import type { Person } from './support/session.js';
import { sessionOf } from './support/session.js';

const JANE: Person = { email: 'jane@partners.test', password: 'partner-password-1' };

let paying: PayoutApplication;
beforeAll(async () => {
  paying = await openPayoutApplication();
  const { application, owner, program, partnerId } = paying;
  await owner.send('POST', `${program}/partners/${partnerId}/invitation`);
  const { link } = await application.readMail(JANE.email);
  const body = { token: new URL(link).hash.slice(1), name: 'Jane Partner', password: JANE.password };
  await sessionOf(application).send('POST', '/api/invitation/accept', body);
}, 600_000);
afterAll(() => paying?.close());

/** Makes a run of all that is due, and of these partners, who are not selected by themselves; stays on its page. */
async function createRun(page: Page, ...names: string[]): Promise<void> {
  await page.goto(`/p/${paying.programId}/payouts`);
  const ready = page.getByRole('table', { name: 'Ready to pay' });
  for (const name of names)
    await ready.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create payout run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create payout run' }).click();
  await page.getByRole('heading', { level: 1, name: /^Payout run \d+$/ }).waitFor();
}

async function markAllPaid(page: Page, reference: string): Promise<void> {
  await page.getByRole('button', { name: 'Mark all as paid' }).click();
  const form = page.getByRole('dialog', { name: 'Mark 1 payout as paid' });
  await form.getByRole('button', { name: 'Mark as paid' }).click();
  await form.getByText('Enter a reference').waitFor();
  await form.getByRole('textbox', { name: 'Reference' }).fill(reference);
  await form.getByRole('button', { name: 'Mark as paid' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('table', { name: 'Payouts in this run' }).getByText(reference).waitFor();
}

test('what is due becomes a run, a file and a payout with a reference, and the partner sees its statement', async () => {
  await paying.sell('order-1', 10_000);
  await paying.payable(2_000);
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${paying.programId}/payouts`);
  const ready = page.getByRole('table', { name: 'Ready to pay' });
  await ready.getByRole('row').filter({ hasText: 'Jane Partner' }).getByText('No payout details').waitFor();
  await page.getByText('Not selected at first: 1 of 1 partner has no payout details.').waitFor();
  expect(await page.getByRole('button', { name: 'Create payout run' }).isDisabled()).toBe(true);
  await ready.getByRole('row').filter({ hasText: 'Jane Partner' }).getByRole('checkbox').check();
  await page.getByText('Payout details missing for 1 partner').waitFor();
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: 'Exclude for now' }).click();
  await page.getByText('Select partners to pay.').waitFor();
  await createRun(page, 'Jane Partner');
  await expectNoSeriousAxe(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Bank CSV \(1/ }).click(),
  ]);
  expect(fs.readFileSync(await download.path(), 'utf8')).toContain(
    'Jane Partner,jane@partners.test,20.00,USD',
  );
  await markAllPaid(page, 'Transfer 7');
  const { data } = await paying.owner.send('GET', `${paying.program}/payouts`);
  expect(data).toMatchObject([{ amount_cents: 2_000, status: 'paid', reference: 'Transfer 7' }]);

  const own = await paying.openPage(JANE);
  await own.goto(`/partner/${paying.programId}/payouts`);
  const payouts = own.getByRole('table', { name: 'Payouts' });
  await payouts.getByText('Transfer 7').waitFor();
  await payouts.getByRole('row').filter({ hasText: 'Transfer 7' }).getByRole('link').first().click();
  await own.getByRole('link', { name: 'Download statement (CSV)' }).waitFor();
  await own.getByRole('link', { name: 'Download statement (PDF)' }).waitFor();
  await own.getByRole('table', { name: 'Statement total' }).getByText('$20.00').last().waitFor();
});

test('a refund after a payout carries over: team and partner see it, and the next payout is net of it', async () => {
  await paying.refund('order-1', 5_000);
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${paying.programId}/payouts`);
  const waiting = page.getByRole('table', { name: 'Not yet due' });
  await waiting.getByRole('button', { name: '-$10.00 for Jane Partner: view details' }).click();
  const why = page.getByRole('dialog', { name: 'Deducted from the next payout' });
  await why.getByText('The balance is -$10.00.').waitFor();
  await why.getByRole('link', { name: 'View details' }).click();
  const story = page.getByRole('dialog', { name: 'The story of this commission' });
  await story.getByText('A refund of $50.00 reversed $10.00').waitFor();
  await story.getByText('so it is taken off the next payout').waitFor();

  const own = await paying.openPage(JANE);
  await own.goto(`/partner/${paying.programId}/payouts`);
  await own.getByText('-$10.00', { exact: true }).waitFor();
  await own.getByText('deducted from your next payout').waitFor();

  await paying.sell('order-2', 15_000);
  await paying.payable(3_000);
  await createRun(page, 'Jane Partner');
  await markAllPaid(page, 'Transfer 8');
  const { data } = await paying.owner.send('GET', `${paying.program}/payouts`);
  expect(data[0]).toMatchObject({ amount_cents: 2_000, status: 'paid', reference: 'Transfer 8' });
  expect((await paying.owner.send('GET', `${paying.program}/payouts/due`)).data).toEqual([]);
  await own.reload();
  await own.getByRole('row').filter({ hasText: 'Transfer 8' }).getByRole('link').first().click();
  const sum = own.getByRole('table', { name: 'Statement total' });
  await sum
    .getByRole('row')
    .filter({ hasText: 'Reversed after earlier payouts' })
    .getByText('-$10.00', { exact: true })
    .waitFor();
  await sum
    .getByRole('row')
    .filter({ hasText: /^Payout/ })
    .getByText('$20.00')
    .waitFor();
});

test('changed payout details hold the payout, which then goes to the account that it shows, by a recorded file', async () => {
  await paying.sell('order-3', 10_000);
  await paying.payable(2_000);
  const own = await paying.openPage(JANE);
  await own.goto(`/partner/${paying.programId}/details`);
  await own.getByRole('button', { name: 'Add payout details' }).click();
  const form = own.getByRole('dialog', { name: 'Payout details' });
  await form.getByText('no payout is created for you for 72 hours after you save').waitFor();
  await form.getByRole('textbox', { name: 'Account holder name' }).fill('Jane Doe');
  await form.getByRole('textbox', { name: 'IBAN', exact: true }).fill('DE03 1203 0000 0000 2020 51');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Check the IBAN: its length or check digits are wrong').waitFor();
  await form.getByRole('textbox', { name: 'IBAN', exact: true }).fill('DE02 1203 0000 0000 2020 51');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await own.getByText(/^Your next payout waits until/).waitFor();
  await expectNoSeriousAxe(own);

  const page = await paying.openOwnerPage();
  await page.goto(`/p/${paying.programId}/payouts`);
  await page.getByRole('table', { name: 'On hold' }).getByText('Jane Partner').waitFor();
  await expectNoSeriousAxe(page);
  const { id } = await paying.owner.send('POST', `${paying.program}/payout-runs`, {});
  await page.goto(`/p/${paying.programId}/payouts/runs/${id}`);
  await page.getByText('Payout details changed recently. On hold until').waitFor();
  await expectNoSeriousAxe(page);

  await page.goto(`/p/${paying.programId}/settings`);
  await page.getByRole('textbox', { name: 'Hold after payout details change' }).fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  await createRun(page);
  const payouts = page.getByRole('table', { name: 'Payouts in this run' });
  await payouts.getByText('Bank transfer …2051').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Bank CSV \(1/ }).click(),
  ]);
  const bytes = fs.readFileSync(await download.path());
  expect(bytes.toString()).toContain('DE02 1203 0000 0000 2020 51');
  const files = page.getByRole('table', { name: 'Downloaded payment files' });
  await files.getByText(createHash('sha256').update(bytes).digest('hex')).waitFor();
  await expectNoSeriousAxe(page);
  for (const reference of ['Transfer 8', 'Transfer 9']) {
    await page.getByRole('button', { name: 'Mark all as paid' }).click();
    const paid = page.getByRole('dialog', { name: 'Mark 1 payout as paid' });
    await paid.getByRole('textbox', { name: 'Reference' }).fill(reference);
    await paid.getByRole('button', { name: 'Mark as paid' }).click();
    await paid.waitFor({ state: 'detached' });
    await payouts.getByText(reference).waitFor();
    await page.getByRole('status').getByText('1 payout marked as paid').waitFor();
    if (reference === 'Transfer 9') break;
    await expectNoSeriousAxe(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await payouts.getByText('Open', { exact: true }).waitFor();
    await payouts.getByText(reference).waitFor({ state: 'detached' });
  }

  await own.goto(`/partner/${paying.programId}/payouts`);
  await own.getByRole('row').filter({ hasText: 'Transfer 9' }).getByRole('link').first().click();
  await own.getByText('Jane Doe, Bank transfer, …2051').waitFor();
});

test('a schedule says when the next run is prepared: to the team where it is set and under payouts, to the partner by day', async () => {
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${paying.programId}/payouts`);
  await page.getByText('Runs are made by hand').waitFor();
  await page.getByRole('link', { name: 'Set a schedule' }).click();
  await page.getByRole('combobox', { name: 'Prepare a payout run' }).click();
  await page.getByRole('option', { name: 'Every month' }).click();
  await page.getByRole('combobox', { name: 'Day of the month' }).click();
  await page.getByRole('option', { name: '28', exact: true }).click();
  await page.getByText(/^Next: .*8:00.AM, UTC$/).waitFor();
  await page.getByText('Money is never sent automatically').waitFor();
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  const { payout_schedule, next_payout_at } = await paying.owner.send('GET', paying.program);
  expect(payout_schedule).toEqual({ every: 'month', day: 28 });
  const date = (month: 'long' | 'short', year?: 'numeric') =>
    new Intl.DateTimeFormat('en-US', { month, day: 'numeric', year, timeZone: 'UTC' }).format(
      new Date(next_payout_at),
    );
  await page.getByText(new RegExp(`^Next: \\w+, ${date('long')}.*8:00.AM, UTC$`)).waitFor();
  await page.goto(`/p/${paying.programId}/payouts`);
  await page.getByText(new RegExp(`^Next run is prepared on \\w+, ${date('long')}.*8:00.AM, UTC`)).waitFor();
  const own = await paying.openPage(JANE);
  await own.goto(`/partner/${paying.programId}/payouts`);
  await own.getByText(`Next payout run: ${date('short', 'numeric')}`).waitFor();
});
