import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { samplesOf } from './samples.js';
import {
  booksOf,
  deliverBody,
  openShop,
  SECRET,
  settled,
  sign,
  startProcessorService,
  uniqueSuffix,
} from './support.js';

const OLD_SECRET = 'whsec_of_yesterday';
const INVALID = { status: 400, body: { error: 'Invalid signature' } };

/** A body that is an event, of a type nobody uses. */
function eventBody(changes: object = {}): string {
  return JSON.stringify({
    id: `evt_${uniqueSuffix()}`,
    object: 'event',
    type: 'customer.created',
    created: 1,
    ...changes,
  });
}

describe.each(engines)('POST /webhooks/processor on %s', (engine) => {
  const service = shared(() => startProcessorService(engine, { webhookSecrets: [SECRET, OLD_SECRET] }));

  async function countEvents(): Promise<number> {
    const { rows } = await service.pool.query('select count(*)::int as n from processor_events');
    return rows[0].n;
  }

  describe('200', () => {
    test.each([
      ['an event nobody uses', eventBody()],
      ['an event of an account nobody knows', eventBody({ account: 'acct_nobody', type: 'invoice.paid' })],
      [
        'a thin event',
        eventBody({ object: 'v2.core.event', type: 'v1.invoice.paid', created: '2026-11-01T00:00:00Z' }),
      ],
      ['an event whose object is none', eventBody({ type: 'charge.refunded', data: { object: 7 } })],
      ['an event with odd letters', eventBody({ note: 'Grüße, 東京 🙂' })],
    ])('%s is genuine, and stored', async (_what, body) => {
      expect(await deliverBody(service, body)).toEqual({ status: 200, body: { received: true } });
      const { rows } = await service.pool.query('select body from processor_events where event_id = $1', [
        JSON.parse(body).id,
      ]);
      expect(rows[0].body).toBe(body);
    });

    test('with any of the secrets, and when one of several signatures fits', async () => {
      const body = eventBody();
      expect((await deliverBody(service, body, sign(body, { secret: OLD_SECRET }))).status).toBe(200);
      const [time, signature] = sign(body).split(',');
      const header = `${time},v1=${'0'.repeat(64)},${signature},v0=${'1'.repeat(64)}`;
      expect((await deliverBody(service, body, header)).status).toBe(200);
    });

    test('for whatever type the body is said to be of', async () => {
      const body = eventBody();
      for (const type of ['text/plain', 'application/octet-stream', 'application/json']) {
        const headers = { 'content-type': type, 'stripe-signature': sign(body) };
        const answer = await fetch(`${service.baseUrl}/webhooks/processor`, {
          method: 'POST',
          headers,
          body,
        });
        expect(answer.status).toBe(200);
      }
    });

    test('300 seconds after it was signed, and not much later', async () => {
      const body = eventBody();
      const ago = (seconds: number) => sign(body, { atMs: Date.now() - seconds * 1000 });
      expect((await deliverBody(service, body, ago(295))).status).toBe(200);
      expect(await deliverBody(service, body, ago(302))).toEqual(INVALID);
    });

    test('by a clock that is 300 seconds ahead, and not much more', async () => {
      const body = eventBody();
      const ahead = (seconds: number) => sign(body, { atMs: Date.now() + seconds * 1000 });
      expect((await deliverBody(service, body, ahead(295))).status).toBe(200);
      expect(await deliverBody(service, body, ahead(302))).toEqual(INVALID);
      expect(await deliverBody(service, body, ahead(400 * 86_400))).toEqual(INVALID);
      // Whichever of two times is the one that was signed.
      const [time, signature] = ahead(302).split(',');
      expect(await deliverBody(service, body, `${time},t=1,${signature}`)).toEqual(INVALID);
      expect(await deliverBody(service, body, `t=1,${time},${signature}`)).toEqual(INVALID);
    });

    test('for a body of a mebibyte', async () => {
      const filler = 'x'.repeat(1024 * 1024 - 200);
      expect((await deliverBody(service, eventBody({ filler }))).status).toBe(200);
    });
  });

  describe('400 Invalid signature, and nothing is stored', () => {
    const body = eventBody();
    test.each([
      ['no signature', body, null],
      ['an empty one', body, ''],
      ['nonsense', body, 'nonsense'],
      ['one of another secret', body, sign(body, { secret: 'whsec_other' })],
      ['one of another body', `${body} `, sign(body)],
      ['one of another scheme only', body, sign(body).replace('v1=', 'v0=')],
      ['the right one without a time', body, sign(body).replace(/^t=\d+,/, '')],
      ['a body that is no JSON', 'evt', sign('evt')],
      ['a body that is no event', '{"id":7}', sign('{"id":7}')],
      ['a list', '[]', sign('[]')],
      ['no body', '', sign(' ')],
    ])('%s', async (_what, text, header) => {
      const before = await countEvents();
      expect(await deliverBody(service, text, header)).toEqual(INVALID);
      expect(await countEvents()).toBe(before);
    });

    test('bytes that are no text', async () => {
      const bytes = randomBytes(64);
      expect(await deliverBody(service, bytes, sign(bytes.toString('latin1')))).toEqual(INVALID);
    });
  });

  test('413 for a body over a mebibyte', async () => {
    const body = eventBody({ filler: 'x'.repeat(1024 * 1024) });
    expect(await deliverBody(service, body)).toEqual({
      status: 413,
      body: { error: 'Request body too large' },
    });
  });

  test('503 when an event cannot be stored, and it is taken when it comes again', async () => {
    const shop = await openShop(service);
    const { event } = samplesOf(shop, 0);
    const body = JSON.stringify(event('02'));
    await service.pool.query('alter table processor_events rename to elsewhere');
    expect((await deliverBody(service, body)).status).toBe(500);
    await service.pool.query('alter table elsewhere rename to processor_events');
    expect((await deliverBody(service, body)).status).toBe(200);
    await settled(service, shop.account);
    expect(await booksOf(service.pool, shop.workspaceId)).toHaveLength(1);
  });
});

test('503 Processor is not configured without a secret, whatever is sent', async () => {
  const service = await startService('embedded');
  const body = eventBody();
  for (const header of [null, 'nonsense', sign(body)]) {
    const answer = await deliverBody(service, body, header);
    expect(answer).toEqual({ status: 503, body: { error: 'Processor is not configured' } });
  }
  await service.close();
});
