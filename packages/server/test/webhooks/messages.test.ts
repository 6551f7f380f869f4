import { EVENT_TYPES, type SvcEvent } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { CHATS } from '../../src/delivery/formats/chat.js';
import { messageOf } from '../../src/delivery/formats/message.js';
import { sampleData } from '../../src/features/events/sample-data.js';

const NASTY =
  '@everyone <!channel> <@U1> [free](https://evil.test) *bold* _it_ `code` ||x|| & <b>\nnext line \u202e';

const CREATED_AT = new Date('2026-11-23T10:00:00.000Z');
const sampleOf = (type: (typeof EVENT_TYPES)[number]) => sampleData({ type, created_at: CREATED_AT });

function eventOf(type: SvcEvent['type'], more: Partial<SvcEvent> = {}): SvcEvent {
  return {
    id: 'evt_1',
    type,
    sequence: 7,
    workspace_id: 3,
    program_id: 12,
    created_at: CREATED_AT.toISOString(),
    test_mode: false,
    data: type === 'webhook.test' ? {} : sampleOf(type),
    ...more,
  };
}

const context = (format: keyof typeof CHATS, name = 'Jane Doe') => ({
  partners: { get: () => name } as unknown as ReadonlyMap<number, string>,
  programs: new Map([[12, name]]),
  baseUrl: 'https://svc.acme.test',
  quote: CHATS[format].quote,
});

describe.each(['slack', 'discord'] as const)('messages for %s', (format) => {
  test.each([...EVENT_TYPES, 'webhook.test'] as const)('%s has a readable line and a page', (type) => {
    const { text, url } = messageOf(eventOf(type), context(format));
    expect(text).toMatch(/^[A-Z][\w ,']+/);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    expect(url).toMatch(/^https:\/\/svc\.acme\.test\/(p\/12\/[a-z]+(\/\d+)?)$/);
  });

  test('what people typed mentions nobody, links nowhere and stays on one line', () => {
    const data = sampleOf('sale.created');
    if (data.sale == null) throw new Error('the sample has no sale');
    const sale = { ...data.sale, transaction_id: NASTY };
    const message = messageOf(eventOf('sale.created', { data: { ...data, sale } }), context(format, NASTY));
    const sent = JSON.stringify(CHATS[format].body(message));
    const typed = message.text;
    expect(typed).not.toMatch(/@(everyone|here|channel|U1)/);
    expect(typed).not.toContain('://');
    expect(typed).not.toMatch(/[\n\u202e]/);
    if (format === 'slack') {
      expect(typed).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
      expect(JSON.parse(sent)).toMatchObject({
        unfurl_links: false,
        text: expect.stringContaining('|Open in svc>'),
      });
    } else {
      expect(typed.replaceAll(/\\./g, '')).not.toMatch(/[<>*_`|[\]]/);
      expect(JSON.parse(sent)).toMatchObject({ allowed_mentions: { parse: [] } });
    }
  });

  test('what is typed is cut, so that the message fits', () => {
    const { text } = messageOf(eventOf('partner.applied'), context(format, 'x'.repeat(5_000)));
    expect(text.length).toBeLessThan(1_000);
  });

  test('a test event says so', () => {
    expect(messageOf(eventOf('sale.created', { test_mode: true }), context(format)).text).toMatch(
      /^\[Test\] New sale/,
    );
  });
});
