import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookError } from '../src/index.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY = '{"id":"evt_1","type":"sale.created","sequence":7}';

/** Signs as the Standard Webhooks specification says, with nothing of the library. */
function signed(body: string, { secret = SECRET, id = 'evt_1', atMs = Date.now() } = {}) {
  const timestamp = String(Math.floor(atMs / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

test('accepts the example of the Standard Webhooks libraries', async () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const options = { toleranceSeconds: Number.POSITIVE_INFINITY };
  expect(await verifyWebhook('{"test": 2432232314}', headers, SECRET, options)).toEqual({ test: 2432232314 });
});

describe('accepts', () => {
  test.each([
    ['plain headers', (headers: Record<string, string>) => headers],
    [
      'headers in any case',
      (headers: Record<string, string>) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    ['standard headers', (headers: Record<string, string>) => new Headers(headers)],
  ])('%s', async (_, shape) => {
    expect(await verifyWebhook(BODY, shape(signed(BODY)), SECRET)).toEqual(JSON.parse(BODY));
  });

  test('bytes, beyond ASCII too', async () => {
    const body = '{"name":"Zoë 🦊"}';
    expect(await verifyWebhook(Buffer.from(body), signed(body), SECRET)).toEqual({ name: 'Zoë 🦊' });
  });

  test('the old and the new secret while one replaces the other', async () => {
    for (const secret of [SECRET, OTHER_SECRET]) {
      expect(await verifyWebhook(BODY, signed(BODY, { secret }), [OTHER_SECRET, SECRET])).toMatchObject({
        id: 'evt_1',
      });
    }
  });

  test('one good signature among others', async () => {
    const headers = signed(BODY);
    const others = `v1a,abc v1,!!! ${signed(BODY, { secret: OTHER_SECRET })['webhook-signature']}`;
    headers['webhook-signature'] = `${others} ${headers['webhook-signature']}`;
    expect(await verifyWebhook(BODY, headers, SECRET)).toMatchObject({ id: 'evt_1' });
  });
});

describe('refuses', () => {
  test.each([
    ['a changed body', `${BODY} `, signed(BODY)],
    ['another id', BODY, { ...signed(BODY), 'webhook-id': 'evt_2' }],
    ['another secret', BODY, signed(BODY, { secret: OTHER_SECRET })],
    ['a request of ten minutes ago', BODY, signed(BODY, { atMs: Date.now() - 600_000 })],
    ['a request of the future', BODY, signed(BODY, { atMs: Date.now() + 600_000 })],
    ['a time that is none', BODY, { ...signed(BODY), 'webhook-timestamp': 'soon' }],
    ['no signature', BODY, { ...signed(BODY), 'webhook-signature': '' }],
    ['an empty signature', BODY, { ...signed(BODY), 'webhook-signature': 'v1,' }],
    ['no headers', BODY, {}],
    ['what is signed but not JSON', 'hello', signed('hello')],
  ])('%s', async (_, body, headers) => {
    await expect(verifyWebhook(body, headers, SECRET)).rejects.toThrow(WebhookError);
  });

  test.each([undefined, []])('%j in place of a secret', async (secret) => {
    await expect(verifyWebhook(BODY, signed(BODY), secret)).rejects.toThrow(
      new TypeError('The secret of the webhook is missing'),
    );
  });

  test.each(['', 'whsec_', 'whsec_***', 'svc_mk_abc'])(
    'the secret %j, without repeating it',
    async (secret) => {
      await expect(verifyWebhook(BODY, signed(BODY), secret)).rejects.toThrow(
        new TypeError('The secret of a webhook looks like whsec_… with base64 behind it'),
      );
    },
  );
});
