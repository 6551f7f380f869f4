import { describe, expect, test } from 'vitest';
import { normalizeForwarded } from '../../src/net/forwarded.js';

function normalized(headers: Record<string, string>): string | undefined {
  normalizeForwarded(headers);
  return headers['x-forwarded-for'];
}

describe('the addresses of proxies', () => {
  test.each([
    ['203.0.113.1', '203.0.113.1'],
    ['203.0.113.1:4711', '203.0.113.1'],
    ['198.51.100.7:80,203.0.113.1', '198.51.100.7, 203.0.113.1'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0, 10.0.0.1', 'fe80::1, 10.0.0.1'],
    ['"203.0.113.1"', '203.0.113.1'],
    ['unknown, _proxy-1, 10.0.0.1:_port', 'unknown, _proxy-1, 10.0.0.1'],
    [', 203.0.113.1 ,', '203.0.113.1'],
    ['<script>, 999.1.1.1, 10.0.0.1', 'unknown, unknown, 10.0.0.1'],
  ])('are read from X-Forwarded-For: %s', (given, expected) => {
    expect(normalized({ 'x-forwarded-for': given })).toBe(expected);
  });

  test.each([
    ['for=192.0.2.60;proto=http;by=203.0.113.43', '192.0.2.60'],
    ['For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['for=192.0.2.43, for=198.51.100.17;by=_x', '192.0.2.43, 198.51.100.17'],
    ['for="_gazonk", for=unknown, proto=https', '_gazonk, unknown, unknown'],
    ['proto=https; for = "192.0.2.43:47011" ;host="a, b; for=1.1.1.1"', '192.0.2.43'],
  ])('are read from Forwarded: %s', (given, expected) => {
    expect(normalized({ forwarded: given })).toBe(expected);
  });

  test('come from X-Forwarded-For where both are sent, because a caller may have written the other', () => {
    expect(normalized({ 'x-forwarded-for': '203.0.113.1', forwarded: 'for=198.51.100.7' })).toBe(
      '203.0.113.1',
    );
    expect(normalized({})).toBeUndefined();
  });
});
