import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';
import { startApplication } from './support/application.js';
import { watchForNoise } from './support/page.js';
import { openSession, signIn } from './support/session.js';

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

test('names hosts that another workspace uses, and leads to their DNS records', async () => {
  const host = 'go.shared.test';
  const [first, second] = ['ada@first.test', 'ben@second.test'].map((email) => ({
    name: email,
    members: [{ email, password: 'correct-horse-1', name: 'Olive', role: 'owner' }],
    programs: [
      {
        ...{ name: email, domain: 'shared.test', currency: 'USD', hold_days: 30 },
        commission: { type: 'percent', basis_points: 2000, duration_months: null },
      },
    ],
  }));
  const application = await startApplication({ provision: { workspaces: [first, second] } });
  onTestFinished(() => application.stop());
  const places: { workspaceId: number; programId: number }[] = [];
  for (const email of ['ada@first.test', 'ben@second.test']) {
    const owner = await openSession(application, { email, password: 'correct-horse-1' });
    const { workspaces } = await owner.send('GET', '/api/me');
    const { data } = await owner.send('GET', `/api/workspaces/${workspaces[0].id}/programs`);
    await owner.send('PATCH', `/api/programs/${data[0].id}`, { link_domains: [host] });
    places.push({ workspaceId: workspaces[0].id, programId: data[0].id });
  }
  const context = await acme.browser.newContext({ locale: 'en-US' });
  onTestFinished(() => context.close());
  await signIn(context, application, { email: 'ben@second.test', password: 'correct-horse-1' });
  const page = await context.newPage();
  await page.goto(`${application.baseUrl}/p/${places[1]?.programId}/overview`);
  await page.getByRole('link', { name: '1 host of yours is used by another workspace' }).click();
  await page.getByText(`_svc.${host}`).first().waitFor();
});
