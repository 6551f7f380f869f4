import { clickBody } from '@svc/contract';
import { linkKeysIn } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { ADDRESSES, AMBIGUOUS, NAMES } from '../../core/test/attribution/referral-cases.js';
import { addressWith } from '../src/pages/portal/page-url.js';

const LINK = { short_link: 'josé', referral_url: 'https://shop.test/?q=a%20b&flag&aff=jos%C3%A9#top' };
const built = (page: string, parameters: Record<string, string> = {}) =>
  addressWith(LINK, 'shop.test', { page, parameters }) ?? '';

/** What the service reads from an address. */
function linkOf(address: string): string | undefined {
  const body = clickBody.read({ affiliate_url: address }, 0);
  return typeof body === 'string' ? body : linkKeysIn(body.affiliate_url.aff)[0];
}

describe('the link builder', () => {
  test.each([...ADDRESSES, ...AMBIGUOUS.map((rest) => ['twice', rest] as const)])(
    'puts its own link in place of one that a page names %s',
    (_where, rest) => {
      const address = built(`https://shop.test${rest}`);
      expect(linkOf(address)).toBe('josé');
      expect(address).not.toContain('maria');
    },
  );

  test.each(NAMES)('puts its own link in place of a name %s', (_how, name) => {
    expect(linkOf(built(`/pricing?aff=${name}&plan=pro`))).toBe('josé');
  });

  test.each([
    ['/a?q=a%20b&flag#top', 'https://shop.test/a?q=a%20b&flag&aff=jos%C3%A9#top'],
    ['shop.test/~x?b=(1)', 'https://shop.test/~x?b=(1)&aff=jos%C3%A9'],
    ['', LINK.referral_url],
  ])('leaves the rest of the page %s as it was typed', (page, expected) => {
    expect(built(page)).toBe(expected);
  });

  test('adds parameters in place of those of the page', () => {
    expect(built('/a?sub1=x&q=%7E', { sub1: ' y z ', sub2: ' ' })).toBe(
      'https://shop.test/a?q=%7E&aff=jos%C3%A9&sub1=y+z',
    );
  });
});
