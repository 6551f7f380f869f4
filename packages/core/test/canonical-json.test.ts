import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../src/canonical-json.js';

describe('canonical JSON', () => {
  it('sorts members by the UTF-16 code units of their names, as the example of RFC 8785 does', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.values(JSON.parse(canonicalJson(value)) as object)).toEqual([
      'One',
      'Carriage Return',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('writes numbers, strings and literals as RFC 8785 does', () => {
    expect(
      canonicalJson({
        numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0],
        string: '\u20ac$\u000f\nA\'B"\\\\"/',
        literals: [null, true, false],
      }),
    ).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('is the same for the same members in another order', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: {} })).toBe(canonicalJson({ a: {}, b: [{ c: 2, d: 1 }] }));
  });

  it.each([
    ['undefined', { a: undefined }],
    ['a number that is not finite', [Number.NaN]],
    ['a bigint', 1n],
    ['a date', new Date(0)],
    ['half a surrogate pair', '\ud800'],
    ['a hole', Array(1)],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value as unknown as Json)).toThrow(TypeError);
  });
});
