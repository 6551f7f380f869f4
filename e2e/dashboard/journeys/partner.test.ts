import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../packages/server/test/support/service-process.js';
import { expectNoSeriousAxe } from '../support/checks.js';
import { type Journey, sellThrough, startJourney } from './journey.js';
import {
  acceptInvitation,
  addPayoutDetails,
  button,
  createRun,
  field,
  goBy,
  heading,
  markPaid,
  setUp,
} from './steps.js';

const IRIS = { email: 'iris@readers.test', name: 'Iris Novak', password: 'iris-has-a-password' };

let journey: Journey;
beforeEach(async () => {
  journey = await startJourney();
}, 600_000);
afterEach(() => journey?.close());

test('a partner comes from the application to the first payout', async () => {
  const merchant = await journey.enter();
  const partner = await journey.enter();
  const { page } = merchant;
  const { programId, key } = await setUp(merchant);
  await page.goto(`/p/${programId}/settings/program`);
  await field(page, 'Hold after payout details change').fill('0');
  await button(page, 'Save').click();
  await page.getByText('Settings saved').first().waitFor();
  await page.getByRole('link', { name: 'Application', exact: true }).click();
  await page.getByRole('switch', { name: 'Accept partner applications' }).check({ force: true });
  const apply = page.getByRole('region', { name: 'Application page' });

  await partner.page.goto((await apply.textContent()) ?? '');
  await field(partner.page, 'Your name').fill(IRIS.name);
  await field(partner.page, 'Email').fill(IRIS.email);
  await field(partner.page, 'Website or profile').fill('readers.test');
  await button(partner.page, 'Apply').click();
  await partner.page.getByRole('heading', { name: 'Thanks for applying' }).waitFor();

  await goBy(merchant, 'Overview');
  await page.getByRole('link', { name: '1 application to review' }).click();
  await page.getByRole('link', { name: /Iris Novak/ }).click();
  await heading(page, IRIS.name).waitFor();
  await button(page, 'Approve…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Iris Novak has not signed in yet').waitFor();

  await acceptInvitation(journey, partner, IRIS);
  const shared = partner.page.getByText('https://acme.test/?aff=iris-novak').first();
  const link = (await shared.textContent()) ?? '';
  await addPayoutDetails(partner, IRIS.name);
  await sellThrough(journey.application, { key, link, order: 'order-1', amountCents: 30_000 });
  const session = await journey.merchant();
  const due = `/api/programs/${programId}/payouts/due`;
  await until(async () => (await session.send('GET', due)).data.length > 0);
  await goBy(partner, 'Overview');
  await partner.page.getByText('$75.00').first().waitFor();
  await goBy(merchant, 'Payouts');
  await createRun(merchant);
  await markPaid(merchant, 'Transfer 1');

  await goBy(partner, 'Payouts');
  const payouts = partner.page.getByRole('table', { name: 'Payouts' });
  await payouts.getByRole('row').filter({ hasText: 'Transfer 1' }).getByRole('link').first().click();
  const sum = partner.page.getByRole('table', { name: 'Statement total' });
  await sum.getByText('$75.00').last().waitFor();
  await partner.page.getByRole('link', { name: 'Download statement (PDF)' }).waitFor();
  await expectNoSeriousAxe(partner.page);
  expect(journey.noise()).toEqual([]);
});
