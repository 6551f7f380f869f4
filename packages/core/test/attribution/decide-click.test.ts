import { describe, expect, test } from 'vitest';
import { type ClickCommand, decide, type Facts } from '../../src/index.js';
import {
  BROWSER,
  clickCommand,
  clickOf,
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
    const command = clickCommand({ referrer: 'https://blog.test/', visitor: 77 });
    const decision = decideClick(command, factsOf({}));
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
          dimensions: '{"referrer_host":"blog.test"}',
          visitor: 77,
        }),
      },
      {
        kind: 'totals',
        increment: {
          programId: 1,
          atMs: NOW_MS,
          partnerId: 3,
          linkId: 4,
          currency: 'USD',
          dimensions: '{"referrer_host":"blog.test"}',
          visitor: 77,
          clicks: 1,
        },
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

  test('of a redirect needs no origin, and is refused where no other click would count', () => {
    const facts = factsOf({ links: [linkOf({ allowedOrigins: new Set() })] });
    const command = clickCommand({ caller: { mode: 'redirect' } });
    expect(effectsOf(decideClick(command, facts), 'click')).toHaveLength(1);
    for (const enrollmentStatus of ['pending', 'rejected', 'suspended'] as const) {
      const inactive = factsOf({ links: [linkOf({ enrollmentStatus })] });
      expect(decideClick(command, inactive)).toEqual(refused('link_not_found'));
    }
  });

  describe('that a redirect has recorded', () => {
    const recorded = clickOf({ number: 77, clickedMs: NOW_MS - 1 });
    const redirectClickId = `cust_77_${NOW_MS - 1}`;
    const report = (changes: Partial<ClickCommand> = {}) => clickCommand({ redirectClickId, ...changes });

    test('is answered with its id and the window, and nothing is recorded', () => {
      expect(decideClick(report(), factsOf({ clicks: [recorded] }))).toEqual({
        outcome: { kind: 'click', clickId: redirectClickId, cookieWindowDays: 60, bot: false },
        effects: [],
      });
    });

    test.each([
      ['is not known', []],
      ['is of another link', [{ ...recorded, linkId: 5 }]],
      ['is older than the window', [{ ...recorded, cookieWindowDays: 0 }]],
    ])('and that %s does not keep the visit from being recorded', (_what, clicks) => {
      const decision = decideClick(report(), factsOf({ clicks }));
      expect(decision.outcome).toMatchObject({ clickId: `cust_1234_${NOW_MS}` });
      expect(effectsOf(decision, 'click')).toHaveLength(1);
    });

    test('does not keep a test click from being recorded', () => {
      const decision = decideClick(report({ testMode: true }), factsOf({ clicks: [recorded] }));
      expect(effectsOf(decision, 'click')).toHaveLength(1);
    });

    test('is no way around the origins', () => {
      const command = report({ caller: { mode: 'browser', origin: 'https://evil.test' } });
      expect(decideClick(command, factsOf({ clicks: [recorded] }))).toEqual(refused('origin_not_allowed'));
    });
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
