import type { WebhookFormat } from '@svc/contract';
import type { ChatMessage } from './message.js';

/** How a chat writes what people typed, and a message. */
interface Chat {
  /** So that it can neither mention anybody nor be formatted as anything else. */
  quote(typed: string): string;
  /** The body of the request. */
  body(message: ChatMessage): unknown;
}

const LONGEST_TYPED = 200;
/** Invisible, and breaks what a chat would otherwise take for a mention or an address. */
const BREAK = '\u200b';

/** On one line, and of a length that leaves room for the rest. */
function shorten(typed: string): string {
  const line = typed.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > LONGEST_TYPED ? `${characters.slice(0, LONGEST_TYPED).join('')}…` : line;
}

/** Addresses would become links, and mentions reach everybody. */
function breakLinks(text: string): string {
  return text.replaceAll(/@/g, `@${BREAK}`).replaceAll(/:\/\//g, `:${BREAK}//`);
}

/** https://api.slack.com/reference/surfaces/formatting: `&`, `<` and `>` are its only control characters. */
const SLACK: Chat = {
  quote: (typed) =>
    breakLinks(shorten(typed))
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[*_~`]/g, (mark) => `${BREAK}${mark}${BREAK}`),
  body: ({ text, url }) => ({
    text: `${text} <${url}|Open in svc>`,
    unfurl_links: false,
    unfurl_media: false,
  }),
};

const DISCORD: Chat = {
  quote: (typed) => breakLinks(shorten(typed)).replaceAll(/[\\*_~`|<>#()[\]-]/g, (mark) => `\\${mark}`),
  body: ({ text, url }) => ({
    content: `${text} [Open in svc](<${url}>)`,
    allowed_mentions: { parse: [] },
  }),
};

/** The chats that a webhook can write to, by format. */
export const CHATS: Readonly<Record<Exclude<WebhookFormat, 'standard'>, Chat>> = {
  slack: SLACK,
  discord: DISCORD,
};
