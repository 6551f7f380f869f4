import { newId, type StandIn, startStandIn } from '@svc/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme } from './support/acme.js';

let standIn: StandIn;
let acme: Acme;
beforeAll(async () => {
  standIn = await startStandIn({ webhook: { url: '', secret: 'whsec_stand_in' } });
  acme = await openAcme({
    PROCESSOR_SECRET_KEY: 'sk_test_platform',
    PROCESSOR_CLIENT_ID: 'ca_platform',
    PROCESSOR_WEBHOOK_SECRET: 'whsec_stand_in',
    PROCESSOR_API_BASE: standIn.baseUrl,
    PROCESSOR_CONNECT_BASE: standIn.baseUrl,
  });
}, 600_000);
afterAll(async () => {
  await acme?.close();
  await standIn?.close();
});

test('after an account is disconnected and another one connected at the processor, the open page updates', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/w/${acme.workspaceId}/processor`);
  const connection = page.getByRole('region', { name: 'Stripe Connect' });
  await connection.getByText('acct_acme').waitFor();
  await connection.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await connection.getByText('New events are ignored').waitFor();
  expect(standIn.requests).toContainEqual({ method: 'POST', path: '/oauth/deauthorize', account: null });

  const opened = page.waitForEvent('popup');
  await connection.getByRole('button', { name: 'Reconnect' }).click();
  const tab = await opened;
  await tab.getByText('Your account is connected').waitFor();
  await connection.getByText(standIn.nextAccount ?? 'no account').waitFor();
  await connection.getByText('Payments, renewals, refunds and disputes').waitFor();
  await page.getByText('Continue with your payment provider').waitFor({ state: 'detached' });
});

test('an account is replaced while it is connected, in this browser and in no other', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/w/${acme.workspaceId}/processor`);
  const connection = page.getByRole('region', { name: 'Stripe Connect' });
  await connection.getByText('Payments, renewals, refunds and disputes').waitFor();
  const before = await acme.owner.send('GET', `/api/workspaces/${acme.workspaceId}/processor`);
  standIn.nextAccount = newId('acct');

  const started = await acme.owner.send('POST', `/api/workspaces/${acme.workspaceId}/processor/connect`, {});
  const stranger = await acme.openPage(null);
  await stranger.goto(started.authorize_url);
  await stranger.getByText('started in another browser session').waitFor();
  expect(await acme.owner.send('GET', `/api/workspaces/${acme.workspaceId}/processor`)).toEqual(before);

  const opened = page.waitForEvent('popup');
  await connection.getByRole('button', { name: 'Replace account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Choose account' }).click();
  const tab = await opened;
  await tab.getByText('Your account is connected').waitFor();
  await connection.getByText(standIn.nextAccount).waitFor();
  await page.getByText('Continue with your payment provider').waitFor({ state: 'detached' });
  await page.goto(`/w/${acme.workspaceId}/audit`);
  await page.getByRole('button', { name: 'Payment provider account replaced' }).waitFor();
});

test('declining on the page of the processor shows that nothing was connected', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/w/${acme.workspaceId}/processor`);
  const connection = page.getByRole('region', { name: 'Stripe Connect' });
  await connection.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  standIn.nextAccount = null;
  const opened = page.waitForEvent('popup');
  await connection.getByRole('button', { name: 'Reconnect' }).click();
  const tab = await opened;
  await tab.getByText(/not connected/i).waitFor();
  await connection.getByText('Continue with your payment provider').waitFor();
  const { status } = await acme.owner.send('GET', `/api/workspaces/${acme.workspaceId}/processor`);
  expect(status).not.toBe('connected');
});
