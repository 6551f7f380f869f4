import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { placesOf, problemOf, problemsOfTranslation, readTexts, textFiles } from '../scripts/text-files.js';
import { languageFor } from '../src/language/language.js';
import { texts as account } from '../src/texts/account.js';
import { texts as partners } from '../src/texts/partners.js';
import { texts as payouts } from '../src/texts/payouts.js';

const all = textFiles().flatMap((name) =>
  [...readTexts(name)].map(([key, text]): [string, string] => [`${name} ${key}`, text]),
);

/** Words that have a standard one, which every text uses. */
const AVOIDED =
  /\b(anybody|everybody|somebody|whoever|mails?|e-mails?|signups?|robots?|the books|take[ns]? back|took back|withdraw[ns]?|turn(ed)? down|made up|canceled)\b/i;

describe('texts', () => {
  test('use the standard words', () => {
    expect(all.length).toBeGreaterThan(1000);
    expect(all.filter(([, text]) => AVOIDED.test(text))).toEqual([]);
  });

  test('have no double spaces', () => {
    expect(all.filter(([, text]) => text.includes('  '))).toEqual([]);
  });
});

describe('messages', () => {
  test('are strings where nothing is filled, and functions of their values elsewhere', () => {
    expect(account.signIn).toBe('Sign in');
    expect(account.join({ workspace: 'Acme' })).toBe('Join Acme');
    expect(partners.empty.rejected.title).toBe('No rejected applications');
  });

  test('choose the plural form by the count, and write it in the page’s language', () => {
    expect(payouts.markedAsPaid({ paid: 1 })).toBe('1 payout marked as paid');
    expect(payouts.markedAsPaid({ paid: 2000 })).toBe('2,000 payouts marked as paid');
  });

  test('with elements are elements, in which nothing stands for what is absent', () => {
    const element = payouts.inTotal({ paid: 1, total: createElement('strong', null, '$5'), later: false });
    expect(renderToStaticMarkup(element)).toBe('1 partner, <strong>$5</strong> in total');
  });
});

describe('a translation', () => {
  test('is one message in ICU format, with all plural forms of its language', () => {
    const polish = '{count, plural, one {# klik} few {# kliki} many {# kliknięć} other {# kliknięcia}}';
    expect(problemOf(polish, 'pl')).toBeNull();
    expect(problemOf('{count, plural, one {# click} other {# clicks}}', 'pl')).toMatch(
      /needs the plural forms/,
    );
    expect(problemOf('Hello {name', 'de')).toMatch(/ICU/);
    expect(problemOf(' ', 'de')).toBe('is empty');
  });

  test('fills the places of the English text', () => {
    const names = placesOf('{count, plural, one {# sale of {name}} other {# of {other}}}').map(
      ({ name }) => name,
    );
    expect(names).toEqual(['count', 'name', 'other']);
    expect(problemsOfTranslation('shell.ts', 'de')).toEqual([]);
  });
});

test('a browser gets the first of its languages that there is', () => {
  expect(languageFor(['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(languageFor(['fr-FR'])).toBe('en');
});
