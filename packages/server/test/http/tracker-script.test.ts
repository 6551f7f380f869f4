import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtTracker } from '../support/built-tracker.js';
import { type RunningService, startService } from '../support/service.js';

describe('GET /js/svc-tracker.js', () => {
  let service: RunningService;
  let built: Buffer;

  beforeAll(async () => {
    built = await readFile(join(builtTracker(), 'svc-tracker.js'));
    service = await startService('embedded');
  });
  afterAll(() => service.close());

  // Not fetch, which unpacks what comes and hides how it was packed.
  async function load(headers: Record<string, string> = {}) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${service.baseUrl}/js/svc-tracker.js`, { headers, agent: false }, resolve).on('error', reject);
    });
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
  }

  test('is the built script, for pages of any origin', async () => {
    const { status, headers, body } = await load({ origin: 'https://anywhere.test' });
    expect(status).toBe(200);
    expect(body.equals(built)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0.8', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ])('is compressed for those who can read that: %s', async (accepted, encoding, decompress) => {
    const { headers, body } = await load({ 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
    expect(decompress(body).equals(built)).toBe(true);
  });

  test('is kept for an hour, and asked for again by its tag', async () => {
    const first = await load();
    expect(first.headers['cache-control']).toContain('public, max-age=3600');
    const tag = String(first.headers.etag);
    const again = await load({ 'if-none-match': `"other", ${tag}` });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
    expect((await load({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('is served while the service cannot record anything', async () => {
    service.lifecycle.phase = 'starting';
    try {
      expect((await load()).status).toBe(200);
    } finally {
      service.lifecycle.phase = 'serving';
    }
  });
});
