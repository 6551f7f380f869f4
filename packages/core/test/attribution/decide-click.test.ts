import { describe, expect, test } from 'vitest';
import { type ClickCommand, decide, type Facts } from '../../src/index.js';
import {
  BROWSER,
  clickCommand,
  effectsOf,
  factsOf,
  linkOf,
  NOW_MS,
  newIds,
  ORIGIN,
  refused,
} from '../facts-of.js';

const SERVER = { mode: 'server', programId: 1, workspaceId: 1 } as const;

const decideClick = (command: ClickCommand, facts: Facts) => decide(command, facts, newIds());

describe('a click', () => {
  test('is recorded with its link, answered with its id and the window of the program, and counted', () => {
    const decision = decideClick(clickCommand({ referrer: 'https://blog.test/' }), factsOf({}));
    expect(decision.outcome).toEqual({
      kind: 'click',
      clickId: `cust_1234_${NOW_MS}`,
      cookieWindowDays: 60,
      bot: false,
    });
    expect(decision.effects).toEqual([
      {
        kind: 'click',
        click: expect.objectContaining({
          number: 1234,
          clickedMs: NOW_MS,
          programId: 1,
          partnerId: 3,
          linkId: 4,
        }),
      },
      {
        kind: 'totals',
        increment: { programId: 1, atMs: NOW_MS, partnerId: 3, linkId: 4, currency: 'USD', clicks: 1 },
      },
    ]);
  });

  test.each([{ testMode: true }, { bot: true }])(
    'with %j is recorded and answered, and not counted',
    (flag) => {
      const decision = decideClick(clickCommand(flag), factsOf({}));
      expect(decision.outcome).toMatchObject({ kind: 'click' });
      expect(effectsOf(decision, 'click')).toMatchObject([{ click: flag }]);
      expect(effectsOf(decision, 'totals')).toEqual([]);
    },
  );

  test('on an unknown link is refused', () => {
    expect(decideClick(clickCommand({ shortLinkKey: 'joe' }), factsOf({}))).toEqual(
      refused('link_not_found'),
    );
  });

  test.each([
    { programId: null },
    { partnerId: null },
    { programId: null, partnerId: null, enrollmentId: null },
  ])('on a link with %j is refused as wrongly configured', (changes) => {
    expect(decideClick(clickCommand(), factsOf({ links: [linkOf(changes)] }))).toEqual(
      refused('link_invalid'),
    );
  });

  test.each(['pending', 'rejected', 'suspended'] as const)(
    'on a link of a %s partner is refused',
    (status) => {
      const facts = factsOf({ links: [linkOf({ enrollmentStatus: status })] });
      expect(decideClick(clickCommand(), facts)).toEqual(refused('link_not_found'));
    },
  );

  test('on a link of a partner who never joined the program is refused', () => {
    const facts = factsOf({ links: [linkOf({ enrollmentId: null, enrollmentStatus: null })] });
    expect(decideClick(clickCommand(), facts)).toEqual(refused('link_not_found'));
  });

  test.each([
    null,
    'null',
    'http://shop.test',
    'https://shop.test:444',
    'https://SHOP.test',
    'https://evil.test',
  ])('from the origin %s is refused', (origin) => {
    const command = clickCommand({ caller: { mode: 'browser', origin } });
    expect(decideClick(command, factsOf({}))).toEqual(refused('origin_not_allowed'));
  });

  test('with a key of the program needs no origin, and with one of another program is refused', () => {
    const facts = factsOf({ links: [linkOf({ allowedOrigins: new Set() })] });
    expect(decideClick(clickCommand({ caller: SERVER }), facts).outcome).toMatchObject({ kind: 'click' });
    const other = clickCommand({ caller: { ...SERVER, programId: 2 } });
    expect(decideClick(other, facts)).toEqual(refused('link_other_program'));
  });

  test.each([
    ['link_not_found', linkOf({ enrollmentStatus: 'suspended' })],
    ['link_invalid', linkOf({ partnerId: null })],
  ] as const)('gets the refusal %s before any about origin or key', (refusal, link) => {
    const facts = factsOf({ links: [link] });
    const stranger = clickCommand({ caller: { mode: 'browser', origin: 'https://evil.test' } });
    const otherKey = clickCommand({ caller: { ...SERVER, programId: 2 } });
    expect(decideClick(stranger, facts)).toEqual(refused(refusal));
    expect(decideClick(otherKey, facts)).toEqual(refused(refusal));
  });

  test('asks only the origins of its own program', () => {
    const facts = factsOf({
      links: [linkOf({ allowedOrigins: new Set(['https://other.test']) })],
      origins: { [ORIGIN]: [1] },
    });
    expect(decideClick(clickCommand({ caller: BROWSER }), facts)).toEqual(refused('origin_not_allowed'));
  });
});
