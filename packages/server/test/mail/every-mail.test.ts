import type { Language } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { renderMail } from '../../src/mail/render-mail.js';
import { withoutLinks } from '../../src/mail/without-links.js';
import { everyMail, PLAIN_VALUES } from '../support/every-mail.js';

/** What must not become an element, an attribute, or a place in the layout. */
const HOSTILE = `<b>"A" & 'B'</b> {{reason}} [[body]] $& `;
const ESCAPED = '&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt; {{reason}} [[body]] $&amp; ';

/** The addresses in text, once each. */
function addressesIn(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/\S+/g))].sort();
}

/** What the links of an HTML document lead to, once each. */
function linksIn(html: string): string[] {
  const links = [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  return [...new Set(links)].sort();
}

const LANGUAGES: readonly Language[] = ['en', 'de'];

describe.each(LANGUAGES)('every email in %s', (language) => {
  const mails = [...everyMail(language, PLAIN_VALUES)];

  test.each(mails)('%s has a subject, and the same links in text and HTML', (_, { subject, text, html }) => {
    expect(subject).toMatch(/\S/);
    expect(linksIn(html)).toEqual(addressesIn(text));
    expect(html).toContain(`<html lang="${language}"`);
    expect(html).not.toMatch(/\{\{|\[\[|undefined|null/);
  });

  test.each(mails)('%s loads nothing and runs nothing', (_, { html }) => {
    expect(html).not.toMatch(/<(script|link|img|iframe|object)\b| on\w+=|url\(|@import/i);
  });

  const hostile = {
    workspace: `W ${HOSTILE}`,
    program: `P ${HOSTILE}`,
    person: `p${HOSTILE}@svc.test`,
    device: `D ${HOSTILE}`,
    host: `h${HOSTILE}`,
    account: `acct ${HOSTILE}`,
    link: `https://svc.test/?a="><b>&c='`,
    partner: `I ${HOSTILE}`,
    order: `O ${HOSTILE}`,
  };

  test.each([...everyMail(language, hostile)])('%s escapes what others have written', (_, { text, html }) => {
    expect(html).not.toContain('<b>');
    expect(html).not.toContain(HOSTILE);
    const written = text.split(HOSTILE).length - 1;
    if (written > 0) expect(html.split(ESCAPED).length - 1).toBeGreaterThanOrEqual(written);
    if (text.includes('"><b>')) expect(html).toContain('?a=&quot;&gt;&lt;b&gt;&amp;c=&#39;"');
  });

  const [link, site] = ['https://win.test/now', 'www.win.test'];
  const linking = { ...PLAIN_VALUES, partner: `Iris ${link}`, order: `${site} 7`, device: `${link} ${site}` };

  test.each([...everyMail(language, linking)])('%s has no link that others have written', (_, mail) => {
    expect([mail.subject, mail.text, mail.html].join()).not.toContain('win.test');
  });

  const paths = [
    'Win at bit.ly/prize',
    'bit.ly/prize',
    'bit.ly\u200b/prize now',
    'bit\u3002ly\uff0fprize now',
    'shop.example:8080/prize?x=1',
    'shop.example?prize=1',
    '10.0.0.1/prize',
    'mailto:prize@win.test',
  ].map((name) => {
    const values = { ...PLAIN_VALUES, workspace: name, program: name, partner: name, order: name };
    return [
      name,
      [...everyMail(language, { ...values, person: 'olive@fernweh.test', account: name })],
    ] as const;
  });

  test.each(paths)('no email has the address in the name %s', (name, all) => {
    for (const [mail, { subject, text, html }] of all) {
      if (mail === 'partner-message') continue;
      expect([mail, subject, text, html].join('\n')).not.toContain(name);
      expect([mail, subject, text].join('\n')).not.toMatch(
        /[.\u3002]ly\u200b?[/\uff0f]|example[:?]|0\.1\/|mailto:/,
      );
    }
  });

  test('devices are called what people call them, and amounts are written as they write them', () => {
    const texts = new Map(mails.map(([name, { text }]) => [name, text]));
    expect(texts.get('new-device')).toMatch(language === 'en' ? /Chrome on Linux/ : /Chrome auf Linux/);
    expect(texts.get('new-device')).not.toContain('Mozilla');
    expect(texts.get('told-adjustment_received')).toContain(language === 'en' ? '14.70 USD' : '14,70 USD');
    expect(texts.get('weekly-digest')).toContain(language === 'en' ? '1,750.00 USD' : '1.750,00 USD');
  });

  test('a partner and an order are named without their links', () => {
    const texts = [...everyMail(language, linking).values()].map(({ text }) => text);
    expect(texts.filter((text) => /\bIris\b/.test(text)).length).toBeGreaterThanOrEqual(3);
  });
});

test.each([
  ['Win at bit.ly/prize today', 'Win at today'],
  ['bit.ly/prize', 'bit ly prize'],
  ['https://win.test', 'https win test'],
  ['Booking.com', 'Booking.com'],
  ['Did you know booking.com?', 'Did you know booking.com?'],
  ['24/7 and/or v1.2/3', '24/7 and/or v1.2/3'],
  ['Data: 5 GB, e.g. 14.70/month', 'Data: 5 GB, e.g. 14.70/month'],
  ['Family 👨‍👩‍👧', 'Family 👨‍👩‍👧'],
  ['olive@acme.test', 'olive@acme.test'],
])('%j is written as %j', (given, expected) => {
  expect(withoutLinks(given)).toBe(expected);
});

test('a brand changes name, colours and logo of the layout', () => {
  const message = { language: 'en', subject: 'S', heading: 'H', parts: [], reason: 'R' } as const;
  const button = { text: 'Do it', url: 'https://svc.test/', label: 'Now' };
  const plain = renderMail('pat@svc.test', { ...message, parts: [{ button }] });
  expect(plain.html).toContain('background:#0b6e66;color:#ffffff');
  const logoUrl = 'https://svc.test/logo.png?a&b';
  const brand = { name: 'A & B', accent: '#ffcc00', onAccent: '#111111', logoUrl };
  const { html } = renderMail('pat@svc.test', { ...message, parts: [{ button }], brand });
  expect(html).toContain('background:#ffcc00;color:#111111');
  expect(html).toContain('<img src="https://svc.test/logo.png?a&amp;b" alt="A &amp; B"');
  expect(html).not.toContain('#0b6e66');
});
