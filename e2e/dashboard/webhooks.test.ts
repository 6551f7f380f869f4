import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signedHeaders } from '../../packages/server/src/delivery/sign.js';
import { type Receiver, startReceiver } from '../../packages/server/test/webhooks/receiver.js';
import { type Acme, openAcme } from './support/acme.js';

let acme: Acme;
let receiver: Receiver;
beforeAll(async () => {
  acme = await openAcme({ SVC_WEBHOOK_ALLOW_PRIVATE: 'true' });
  receiver = await startReceiver();
}, 600_000);
afterAll(async () => {
  await acme?.close();
  await receiver?.close();
});

const typesAt = () => receiver.received.map(({ body }) => JSON.parse(body).type);
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

test('a webhook is added, tested, watched live, resent, replayed, disabled and deleted', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/w/${acme.workspaceId}/webhooks`);
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByRole('textbox', { name: 'URL' }).fill('ftp://shop.example/');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await form.getByRole('alert').getByText('url must begin with https://').waitFor();
  await form.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await form.getByRole('textbox', { name: 'Description' }).fill('Data warehouse');
  await form.getByRole('button', { name: 'Add webhook' }).click();

  const shown = page.getByRole('dialog', { name: 'Your signing secret' });
  const secret = (await shown.getByRole('region', { name: 'Signing secret' }).textContent())?.trim() ?? '';
  await shown.getByRole('button', { name: 'I’ve saved the secret' }).click();
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByText('No deliveries yet').waitFor();
  expect(await page.content()).not.toContain(secret);

  const log = page.getByRole('table', { name: 'Deliveries' });
  await page.getByRole('button', { name: 'Send test' }).click();
  await log.getByRole('row').filter({ hasText: 'webhook.test' }).getByText('Delivered').waitFor();
  const [first] = receiver.received;
  const { id = '', body = '', headers = {} } = first ?? {};
  const nowMs = Number(headers['webhook-timestamp']) * 1000;
  expect(headers).toMatchObject(signedHeaders({ id, body, nowMs }, [secret]));

  receiver.behave(({ body }) => (JSON.parse(body).type === 'sale.created' ? 500 : 204));
  await acme.sell({ customer: 'ann', transaction: 'acme-1', amountCents: 5_000 });
  const sale = log.getByRole('row').filter({ hasText: 'sale.created' });
  await sale.getByText('HTTP 500').waitFor();
  await log.getByRole('row').filter({ hasText: 'lead.created' }).getByText('Delivered').waitFor();
  receiver.behave(() => 204);
  await sale.getByRole('button', { name: /^Resend sale\.created/ }).click();
  await sale.getByText('Delivered').waitFor();

  const before = typesAt().length;
  await page.getByRole('button', { name: 'Replay' }).click();
  const replay = page.getByRole('dialog', { name: 'Replay events' });
  await replay.getByRole('textbox', { name: 'After event number' }).fill('0');
  await replay.getByRole('button', { name: 'Replay events' }).click();
  await eventually(() =>
    // The first is from before the webhook was added.
    expect(typesAt().slice(before)).toEqual([
      'partner.updated',
      'lead.created',
      'sale.created',
      'commission.created',
    ]),
  );

  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await shown.getByRole('button', { name: 'I’ve saved the secret' }).click();
  await page.getByText('The previous secret also signs until').waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Description' }).fill('Warehouse');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Warehouse', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable webhook' }).click();
  await page.getByText('This webhook is disabled').waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('This webhook is disabled').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks yet').waitFor();
});

test('the address of a Slack channel gets messages, and no secret to keep', async () => {
  const page = await acme.openPage('owner');
  await page.goto(`/w/${acme.workspaceId}/webhooks`);
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByRole('textbox', { name: 'URL' }).fill('https://hooks.slack.com/services/T000/B000/xyz');
  const format = form.getByRole('combobox', { name: 'Format' });
  expect(await format.inputValue()).toBe('Slack message');
  await form.getByRole('combobox', { name: 'Event types' }).click();
  await page.getByRole('option', { name: 'New sale (sale.created)' }).click();
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await page.waitForURL(/\/webhooks\/\d+$/);
  await page.getByText('Webhook added').waitFor();
  await page.getByRole('button', { name: 'Send test' }).waitFor();
  expect(await page.getByText('signing secret').count()).toBe(0);
});

test('members and viewers do not see webhooks', async () => {
  const page = await acme.openPage('member');
  await page.goto(`/w/${acme.workspaceId}/webhooks`);
  await page.getByText('owners and admins').waitFor();
  expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
});
