import { COMMON_TEXTS } from './common-texts.js';
import { htmlOf } from './html.js';
import type { Mail } from './mail.js';
import type { FactsPart, Link, ListPart, Message, Part } from './message.js';
import { withoutLinks } from './without-links.js';

/** The email with a message, as text and as HTML of the same content. */
export function renderMail(to: string, message: Message): Mail {
  const plain = withoutStrangersLinks(message);
  return { to, subject: plain.subject, text: textOf(plain), html: htmlOf(plain) };
}

/**
 * The message without addresses in its texts. Own texts have none outside of `url`, so whatever is found was chosen by others: names of workspaces,
 * programs, partners, orders. Only `lines`, which a person wrote to the reader, keep theirs.
 */
function withoutStrangersLinks(message: Message): Message {
  const { subject, heading, reason, parts, brand } = message;
  return {
    ...message,
    subject: withoutLinks(subject),
    heading: withoutLinks(heading),
    reason: withoutLinks(reason),
    parts: parts.map(cleanPart),
    ...(brand !== undefined && {
      brand: { ...brand, ...(brand.name !== undefined && { name: withoutLinks(brand.name) }) },
    }),
  };
}

function cleanPart(part: Part): Part {
  if (typeof part === 'string') return withoutLinks(part);
  if ('lines' in part) return part;
  if ('facts' in part)
    return { facts: part.facts.map(([label, value]) => [withoutLinks(label), withoutLinks(value)] as const) };
  if ('section' in part) return { section: cleanItem(part.section) };
  if ('list' in part) return { title: withoutLinks(part.title), list: part.list.map(cleanItem) };
  if ('steps' in part) return { steps: part.steps.map(cleanItem) };
  if ('link' in part) return { link: { ...part.link, text: withoutLinks(part.link.text) } };
  const { button } = part;
  return { button: { ...button, text: withoutLinks(button.text), label: withoutLinks(button.label) } };
}

function cleanItem(item: string | Link): string | Link {
  return typeof item === 'string' ? withoutLinks(item) : { ...item, text: withoutLinks(item.text) };
}

function textOf({ language, hasGreeting = true, parts, reason }: Message): string {
  const greeting = hasGreeting ? [COMMON_TEXTS[language].hello] : [];
  // Two hyphens and a space: mail clients show what follows as a footer.
  return [...greeting, ...parts.map(textOfPart), `-- \n${reason}`].join('\n\n');
}

function textOfPart(part: Part): string {
  if (typeof part === 'string') return part;
  if ('lines' in part) return part.lines.join('\n');
  if ('facts' in part) return textOfFacts(part);
  if ('section' in part) return textOfItem(part.section);
  if ('list' in part) return textOfList(part);
  if ('steps' in part) return part.steps.map((step, index) => `${index + 1}. ${textOfItem(step)}`).join('\n');
  const { text, url } = 'link' in part ? part.link : part.button;
  return `${text}:\n\n${url}`;
}

/** Values begin below each other. */
function textOfFacts({ facts }: FactsPart): string {
  const width = Math.max(...facts.map(([label]) => label.length)) + 1;
  return facts.map(([label, value]) => `${`${label}:`.padEnd(width)} ${value}`).join('\n');
}

function textOfList({ title, list }: ListPart): string {
  return [`${title}:`, ...list.map((item) => `- ${textOfItem(item)}`)].join('\n');
}

function textOfItem(item: string | Link): string {
  return typeof item === 'string' ? item : `${item.text}: ${item.url}`;
}
