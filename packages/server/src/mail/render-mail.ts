import { COMMON_TEXTS } from './common-texts.js';
import { htmlOf } from './html.js';
import type { Mail } from './mailer.js';
import type { FactsPart, Link, ListPart, Message, Part } from './message.js';

/** The email with a message, as text and as HTML of the same content. */
export function renderMail(to: string, message: Message): Mail {
  return { to, subject: message.subject, text: textOf(message), html: htmlOf(message) };
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
