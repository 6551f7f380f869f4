import { afterEach, describe, expect, test, vi } from 'vitest';
import { createRateLimit } from '../../src/adapters/http/rate-limits.js';
import { systemNow } from '../../src/clock.js';
import { seedApiKey, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { trackingClient } from './tracking-client.js';

describe('a limit', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('accepts a caller so many times within a minute of the first, and says when to retry', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    const limit = createRateLimit(3, systemNow);
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 0]);
    vi.setSystemTime(1_020_000);
    expect(limit.take('a')).toBe(40);
    expect(limit.take('b')).toBe(0);
    vi.setSystemTime(1_059_999);
    expect(limit.take('a')).toBeGreaterThan(0);
    vi.setSystemTime(1_060_000);
    expect(limit.take('a')).toBe(0);
  });
});

describe('limits per address', () => {
  /** Uses up the minute of the caller that the headers identify, and returns the statuses of the last two clicks. */
  async function lastTwo(
    options: { readonly trustProxy: boolean | number },
    forwardedFor: readonly string[],
    header = 'x-forwarded-for',
  ) {
    const service = await startService('embedded', { rateLimit: true, ...options });
    try {
      const client = trackingClient(service);
      const clickFrom = (address: string) => client.click({}, { headers: { [header]: address } });
      for (let sent = 0; sent < 600; sent += 50) {
        await Promise.all(Array.from({ length: 50 }, () => clickFrom(forwardedFor[0] ?? '')));
      }
      return [
        (await clickFrom(forwardedFor[0] ?? '')).status,
        (await clickFrom(forwardedFor[1] ?? '')).status,
      ];
    } finally {
      await service.close();
    }
  }

  test('what a stranger says of its address is not believed', async () => {
    expect(await lastTwo({ trustProxy: false }, ['203.0.113.1', '203.0.113.2'])).toEqual([429, 429]);
  });

  test('behind a trusted proxy each caller has a limit of its own', async () => {
    expect(await lastTwo({ trustProxy: true }, ['203.0.113.1', '203.0.113.2'])).toEqual([429, 400]);
  });

  test('a port says nothing about the caller', async () => {
    const ports = ['203.0.113.1:40001', '203.0.113.1:40002'];
    expect(await lastTwo({ trustProxy: true }, ports)).toEqual([429, 429]);
  });

  test('the header of RFC 7239 counts where it is the only one', async () => {
    const nodes = ['for="[2001:db8::1]:40001";proto=https, for=10.0.0.1', 'For="[2001:DB8::2]"'];
    expect(await lastTwo({ trustProxy: true }, nodes, 'forwarded')).toEqual([429, 429]);
  });

  test('with one hop trusted, what is said before it is not believed', async () => {
    const forwardedFor = ['198.51.100.7, 203.0.113.1', '198.51.100.8, 203.0.113.1'];
    expect(await lastTwo({ trustProxy: 1 }, forwardedFor)).toEqual([429, 429]);
  });
});

test('servers are counted per key, not per address, and a key in a browser counts as a server', async () => {
  const service = await startService('embedded', { rateLimit: true });
  try {
    const client = trackingClient(service);
    const program = await seedProgram(service.pool);
    const second = await seedApiKey(service.pool, program.programId);
    const statuses = new Set<number>();
    // Handed in without a connection: the limit is high, and what is counted is the key.
    const urls = ['/api/v1/track/refund', '/api/v1/track/lead'];
    for (let sent = 0; sent < 12_000; sent += 250) {
      const answers = await Promise.all(
        Array.from({ length: 250 }, (_, index) =>
          service.app.inject({
            method: 'POST',
            url: urls[index % urls.length] ?? '',
            headers: { authorization: `Bearer ${program.apiKey}`, origin: program.origin },
            payload: {},
          }),
        ),
      );
      for (const { statusCode } of answers) statuses.add(statusCode);
    }
    expect([...statuses]).toEqual([400]);
    const limited = await client.sale({}, { key: program.apiKey });
    expect([limited.status, limited.body]).toEqual([429, { error: 'Too many requests' }]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await client.sale({}, { key: second.apiKey })).status).toBe(400);
    expect((await client.click({}, { origin: program.origin })).status).toBe(400);
  } finally {
    await service.close();
  }
});
