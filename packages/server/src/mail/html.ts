import { splitAddresses } from '@svc/contract';
import { escapeHtml } from '../escape-html.js';
import { COMMON_TEXTS } from './common-texts.js';
import { LAYOUT } from './layout.js';
import type { Brand, Message, Part } from './message.js';

/** The look of an email that is of no workspace. */
const DEFAULT_BRAND: Brand = { name: 'svc', accent: '#0b6e66', onAccent: '#ffffff', logoUrl: null };

/** A message as an HTML document that loads nothing, with the layout of layout.mjml. Every value is escaped. */
export function htmlOf(message: Message): string {
  const { language, subject, heading, hasGreeting = true, parts, reason } = message;
  const { hello, orOpen } = COMMON_TEXTS[language];
  const brand = { ...DEFAULT_BRAND, ...message.brand };
  const { accent, logoUrl } = brand;
  const body = [
    fill('heading', { text: heading }),
    ...(hasGreeting ? [fill('paragraph', { text: hello })] : []),
    ...parts.map((part) => htmlOfPart(part, { ...brand, orOpen })),
  ].join('\n');
  const values = { language, subject, reason, accent, preview: previewOf(parts) };
  const shownBrand =
    logoUrl === null ? fill('name', { name: brand.name }) : fill('logo', { name: brand.name, logoUrl });
  return fill('page', values, { brand: shownBrand, body });
}

/** What mail clients show beside the subject. */
function previewOf(parts: readonly Part[]): string {
  for (const part of parts) {
    if (typeof part === 'string') return part;
    if ('lines' in part) return part.lines.join(' ');
  }
  return '';
}

function htmlOfPart(part: Part, { accent, onAccent, orOpen }: Brand & { readonly orOpen: string }): string {
  if (typeof part === 'string') return fill('paragraph', { text: part });
  if ('lines' in part) {
    const lines = part.lines.map((line) => fill('line', {}, { words: wordsOf(line) }));
    return fill('lines', {}, { line: lines.join('') });
  }
  if ('facts' in part) {
    const rows = part.facts.map(([label, value]) => fill('fact', { label, value }));
    return fill('facts', {}, { fact: rows.join('\n') });
  }
  if ('section' in part) {
    const { section } = part;
    return typeof section === 'string'
      ? fill('section', { text: section })
      : fill('linkedSection', { ...section });
  }
  if ('list' in part) {
    const items = part.list.map((item) =>
      typeof item === 'string' ? fill('item', { text: item }) : fill('linkedItem', { ...item }),
    );
    return fill('list', { title: part.title }, { entries: items.join('\n') });
  }
  if ('steps' in part) {
    const items = part.steps.map((step) =>
      typeof step === 'string' ? fill('step', { text: step }) : fill('linkedStep', { ...step }),
    );
    return fill('steps', {}, { items: items.join('\n') });
  }
  if ('link' in part) return fill('link', { ...part.link });
  return fill('button', { ...part.button, accent, onAccent, orOpen });
}

/** A line in somebody's own words: addresses are links that show where they lead. */
function wordsOf(line: string): string {
  return splitAddresses(line)
    .map(({ text, isAddress }) => (isAddress ? fill('address', { url: text }) : fill('word', { text })))
    .join('');
}

type Layout = typeof LAYOUT;

/** The names of values in a piece of the layout, and those of other pieces. */
type ValueOf<T> = T extends `${string}{{${infer Name}}}${infer Rest}` ? Name | ValueOf<Rest> : never;
type InnerOf<T> = T extends `${string}[[${infer Name}]]${infer Rest}` ? Name | InnerOf<Rest> : never;

/**
 * A piece of the layout with values, which are escaped, and other pieces, which are not. In one pass, so that a value that
 * looks like a place is not taken for one.
 */
function fill<Piece extends keyof Layout>(
  piece: Piece,
  values: Readonly<Record<ValueOf<Layout[Piece]>, string>>,
  ...[inner]: [InnerOf<Layout[Piece]>] extends [never]
    ? []
    : [Readonly<Record<InnerOf<Layout[Piece]>, string>>]
): string {
  const texts: Readonly<Record<string, string>> = values;
  const pieces: Readonly<Record<string, string>> = inner ?? {};
  return LAYOUT[piece].replaceAll(/\{\{(\w+)\}\}|\[\[(\w+)\]\]/g, (_, value?: string, name?: string) =>
    value === undefined ? (pieces[name ?? ''] ?? '') : escapeHtml(texts[value] ?? ''),
  );
}
