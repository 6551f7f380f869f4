import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIMENSIONS, dimensionsOf, parseDimensions } from '../../src/index.js';

const read = (url: string, referrer: string | null = null) => parseDimensions(dimensionsOf(url, referrer));

describe('the dimensions of a click', () => {
  test('are the parameters of its address, the host of its referrer and its path', () => {
    const parameters = Object.fromEntries(DIMENSIONS.slice(0, 10).map((name) => [name, `${name} & ä`]));
    const url = new URL('https://shop.test/pricing/pro?aff=jane#top');
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    expect(read(url.href, 'https://user:secret@Blog.test:8080/a?b#c')).toEqual({
      ...parameters,
      referrer_host: 'blog.test',
      landing_path: '/pricing/pro',
    });
  });

  test.each([
    'https://shop.test/?aff=jane',
    'https://shop.test/',
    'https://shop.test',
    'https://shop.test?sub=1&sub6=x&utm=y&utm_id=z&Sub1=x&sub1',
    'https://shop.test/?sub1=&sub2=%00#sub3=x',
    'https://shop.test/#/pricing?sub1=x',
  ])('of %s are none', (url) => {
    expect(dimensionsOf(url, null)).toBeNull();
  });

  test.each([
    ['sub1=a+b%20c', { sub1: 'a b c' }],
    ['sub1=1&sub1=2', { sub1: '1' }],
    ['sub1=&sub1=2', { sub1: '2' }],
    ['sub1=a%00b', { sub1: 'ab' }],
    ['sub1=%ff', { sub1: '%ff' }],
    ['sub1=a=b', { sub1: 'a=b' }],
    ['aff=jane?utm_source=news', { utm_source: 'news' }],
    ['aff=jane&amp;utm_source=news&amp;sub2=b', { utm_source: 'news', sub2: 'b' }],
    ['sub1=a;utm_term=b?sub3=c', { sub1: 'a', utm_term: 'b', sub3: 'c' }],
    ['utm_content=why?me;not', { utm_content: 'why?me;not' }],
    [`sub1=${'x'.repeat(300)}`, { sub1: 'x'.repeat(255) }],
    [`sub1=x${encodeURIComponent('😀'.repeat(300))}`, { sub1: `x${'😀'.repeat(254)}` }],
  ])('of ?%s are %j', (query, expected) => {
    expect(read(`https://shop.test/?${query}`)).toEqual(expected);
  });

  test.each(['about:blank', 'nonsense', '', '//blog.test/'])('are none of the referrer %s', (referrer) => {
    expect(dimensionsOf('https://shop.test/', referrer)).toBeNull();
  });

  test('of any address and referrer can be stored: at most 255 characters each, no NUL, whole characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 600 }),
        (text, value) => {
          const found = read(
            `https://shop.test/${text}?sub1=${value}&utm_term=${encodeURIComponent(value.toWellFormed())}`,
            text,
          );
          for (const one of Object.values(found)) {
            expect([...one].length).toBeLessThanOrEqual(255);
            expect(one).not.toContain('\0');
            expect(one.isWellFormed()).toBe(true);
          }
        },
      ),
    );
  });
});
