import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findReferral,
  isLinkName,
  linkKeysIn,
  normalName,
  readableName,
  readLinkPath,
  setParameters,
} from '../../src/index.js';
import { ADDRESSES, AMBIGUOUS, ENCODED_ADDRESSES, NAMES, PATHS, UNREADABLE } from './referral-cases.js';

const meansMaria = (keys: readonly string[]) => expect(keys.at(-1)).toBe('maria');

describe('the keys of a name', () => {
  test.each(NAMES)('end with the link that is meant: %s', (_what, name) => {
    meansMaria(linkKeysIn(decodeURIComponent(name)));
    meansMaria(readLinkPath(name).keys);
  });

  test.each(PATHS)('end with the link that a path means: %s', (_what, path) => {
    meansMaria(readLinkPath(path).keys);
  });

  test.each(UNREADABLE)('do not name another link: %s', (_what, name) => {
    expect(linkKeysIn(decodeURIComponent(name))).not.toContain('maria');
  });

  test('begin with the literal name, so that links with odd names are found first', () => {
    for (const name of ['maria.', 'a/b', '50%', 'a?b#c', 'tom&jerry', '[x]'])
      expect(linkKeysIn(name)[0]).toBe(name);
    expect(readLinkPath('a%3Fb%23c').keys[0]).toBe('a?b#c');
    expect(readLinkPath('50%').keys[0]).toBe('50%');
  });

  test('are three at most, and none where nothing is named', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => linkKeysIn(text).length <= 3));
    for (const nothing of ['', '/', '//', '...', '%20'])
      expect(readLinkPath(nothing).keys.at(-1) ?? '').not.toMatch(/[a-z]/);
    expect(readLinkPath('x'.repeat(10_000)).keys).toEqual([]);
  });

  test('keep the parameters that follow a name in a path', () => {
    expect(readLinkPath('maria&utm_source=x&b=%20').query).toBe('utm_source=x&b=%20');
    expect(readLinkPath('maria&amp;utm_source=x&amp;b=1').query).toBe('utm_source=x&b=1');
    expect(readLinkPath('tom&jerry').query).toBe('');
  });
});

describe('a referral in an address', () => {
  test.each([...ADDRESSES, ...ENCODED_ADDRESSES])('is found %s', (_where, rest) => {
    const url = new URL(`https://shop.test${rest}`);
    const text = url.searchParams.get('aff') || findReferral(url.href, ['aff']);
    meansMaria(linkKeysIn(text));
  });

  test.each(AMBIGUOUS)('is no link where several are named: %s', (rest) => {
    const text = findReferral(`https://shop.test${rest}`, ['aff']);
    expect(text).toBe('maria | nobody');
    expect(isLinkName(text)).toBe(false);
  });

  test.each(['/', '/?staff=maria', '/?aff=', '/#affiliate', '/?my-aff=maria', '/?text=aff=maria'])(
    'is not found in %s',
    (rest) => {
      expect(findReferral(`https://shop.test${rest}`, ['aff'])).toBe('');
    },
  );
});

describe('a name', () => {
  test.each([
    ['jos\u00e9', 'jose\u0301'],
    ['Maria', 'MARIA'],
    ['pod-20', 'pod\u201320'],
    ['pod-20', 'pod\u221220'],
    ['pod20', 'p\u200bod\u206020'],
    ['pod20', '\uff50\uff4f\uff44\uff12\uff10'],
    ['vip', '\u24e5ip'],
    ['istanbul', '\u0130stanbul'],
    ['gold partners', ' Gold\u00a0 partners'],
    ['jos\u00e9', 'jose\u200b\u0301'],
  ])('is the same in two spellings: %s, %j', (one, other) => {
    expect(normalName(other)).toBe(normalName(one));
  });

  test.each([
    ['pod-20', 'pod_20'],
    ['maria', 'm\u0430ria'],
    ['jose', 'jos\u00e9'],
  ])('is another one: %s, %s', (one, other) => {
    expect(normalName(other)).not.toBe(normalName(one));
  });

  test('has one normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normalName(normalName(text))).toBe(normalName(text));
        expect(normalName(readableName(text))).toBe(normalName(text));
      }),
    );
  });

  test('that a link may have is read from any address as it stands', () => {
    for (const name of ['maria', 'a/b', 'ä-ö', '日本', 'ไทย', 'o’brien', 'x=y', 'v1.2', '👍🏽'])
      expect(isLinkName(name)).toBe(true);
    for (const name of [
      'maria.',
      'maria-',
      '_maria',
      'maria)',
      '50%',
      'a?b',
      'a#b',
      'a&b=c',
      'a:b',
      '.',
      '-',
      '…',
    ])
      expect(isLinkName(name)).toBe(false);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const name = readableName(text);
        if (!isLinkName(name)) return;
        expect(linkKeysIn(`(${name}).`)).toContain(normalName(name));
      }),
    );
  });
});

describe('parameters that are set', () => {
  test.each([
    ['https://shop.test/?q=a%20b&flag', 'https://shop.test/?q=a%20b&flag&aff=maria'],
    ["https://shop.test/a'b?x=(1)*~&&y#top", "https://shop.test/a'b?x=(1)*~&&y&aff=maria#top"],
    ['https://shop.test', 'https://shop.test?aff=maria'],
    ['https://Shop.test:443/a/../b', 'https://Shop.test:443/a/../b?aff=maria'],
    ['https://shop.test/?aff=jane&q=%7E+', 'https://shop.test/?q=%7E+&aff=maria'],
    ['https://shop.test/?%61ff=jane', 'https://shop.test/?aff=maria'],
    ['https://shop.test/?', 'https://shop.test/?aff=maria'],
    ['https://shop.test/größe?q=ä', 'https://shop.test/gr%C3%B6%C3%9Fe?q=%C3%A4&aff=maria'],
    ['https:shop.test/a', 'https://shop.test/a?aff=maria'],
  ])('leave the rest of %s as it is', (address, expected) => {
    expect(setParameters(address, { aff: 'maria' })).toBe(expected);
  });
});
