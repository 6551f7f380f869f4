import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';
import { watchForNoise } from './support/page.js';

let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
}, 600_000);
afterAll(() => acme?.close());

test('the overview says what is left to set up until the first sale, and then what waits for somebody', async () => {
  const page = await acme.openPage('owner');
  const noise = watchForNoise(page);
  const overview = `/p/${acme.programId}/overview`;
  await page.goto(overview);
  const setup = page.getByRole('list', { name: 'Set up your program' });
  await setup.getByRole('link', { name: 'First click from a partner link' }).waitFor();
  expect(await setup.getByRole('img', { name: 'Done', exact: true }).count()).toBe(2);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/setup.png`, fullPage: true });

  const customer_key = 'user-1';
  const { body: click } = await acme.track('click', { affiliate_url: 'https://acme.test/?aff=jane' });
  await acme.track('lead', { click_id: click.click_id, customer_key });
  await acme.track('sale', { customer_key, transaction_id: 'order-1', amount_cents: 5000 });
  await acme.owner.send('PATCH', `/api/programs/${acme.programId}`, { accepts_applications: true });
  await acme.owner.send('POST', `/api/public/programs/${acme.programId}/application`, {
    email: 'iris@readers.test',
    name: 'Iris',
  });
  const { data: commissions } = await acme.owner.send('GET', `/api/programs/${acme.programId}/commissions`);
  await acme.owner.send('POST', `/api/programs/${acme.programId}/commissions/${commissions[0].id}/hold`, {
    reason: 'A closer look',
  });
  await page.goto(overview);
  const attention = page.getByRole('list', { name: 'Needs your attention' });
  await attention.getByRole('link', { name: '1 held commission' }).waitFor();
  expect(await setup.count()).toBe(0);
  await attention.getByRole('link', { name: '1 application to review' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Partners 1' }).waitFor();
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/attention.png`, fullPage: true });
  await attention.getByRole('link', { name: '1 held commission' }).click();
  await page.waitForURL(`**/p/${acme.programId}/commissions?status=held`);
  await page.getByRole('row', { name: /Jane/ }).waitFor();

  const viewer = await acme.openPage('viewer');
  await viewer.goto(overview);
  await viewer.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  expect(await viewer.getByRole('list', { name: 'Needs your attention' }).count()).toBe(0);
  expect(noise).toEqual([]);
});
