import { describe, expect, test } from 'vitest';
import { catalogue } from '../src/texts/index.js';

/** Every text of a part of the catalogue by its path; functions are called with 2 for each of their values. */
function textsOf(part: unknown, path: string): [path: string, text: string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part === 'function') return [[path, part(...Array<number>(part.length).fill(2))]];
  return Object.entries(part as object).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`));
}

/** `common.or` takes a list. */
const { or: _, ...common } = catalogue.common;
const all = textsOf({ ...catalogue, common }, 'texts');

/** Words that have a standard one, which every text uses. */
const AVOIDED =
  /\b(anybody|everybody|somebody|whoever|mails?|e-mails?|signups?|robots?|the books|take[ns]? back|took back|withdraw[ns]?|turn(ed)? down|made up|canceled)\b/i;

describe('texts', () => {
  test('there are many, and none is empty', () => {
    expect(all.length).toBeGreaterThan(1000);
    expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('use the standard words', () => {
    expect(all.filter(([, text]) => AVOIDED.test(text))).toEqual([]);
  });

  test('have typographic apostrophes and no double spaces', () => {
    expect(all.filter(([, text]) => /\w'\w| {2}/.test(text))).toEqual([]);
  });
});
