import type { Language, PartnerMessage } from '@svc/contract';
import type { Mail } from './mail.js';
import type { Brand, Part } from './message.js';
import { renderMail } from './render-mail.js';

const TEXTS = {
  en: {
    open: 'Read this message in the partner portal',
    button: 'Open portal',
    stop: 'Stop emails with messages from programs',
    reason: (program: string) => `You are receiving this email because you are a partner of ${program}.`,
  },
  de: {
    open: 'Lesen Sie diese Nachricht im Partnerportal',
    button: 'Portal öffnen',
    stop: 'E-Mails mit Nachrichten von Programmen abbestellen',
    reason: (program: string) => `Sie erhalten diese E-Mail, weil Sie Partner von ${program} sind.`,
  },
} as const;

/** The email with a message that a team wrote to its partners, in their own words; mail clients can stop such emails, too. */
export function partnerMessageMail(content: {
  readonly to: string;
  readonly language: Language;
  readonly message: Pick<PartnerMessage, 'id' | 'subject' | 'body'>;
  readonly programId: number;
  readonly program: string;
  /** How partners see the company. */
  readonly brand?: Partial<Brand>;
  readonly baseUrl: string;
  /** Ends emails of this kind to this person. */
  readonly stopUrl: string;
}): Mail {
  const { to, language, message, programId, program, brand, baseUrl, stopUrl } = content;
  const texts = TEXTS[language];
  const url = `${baseUrl}/partner/${programId}/messages?message=${message.id}`;
  const mail = renderMail(to, {
    language,
    subject: message.subject,
    heading: message.subject,
    hasGreeting: false,
    parts: [
      ...paragraphsOf(message.body),
      { button: { text: texts.open, url, label: texts.button } },
      { link: { text: texts.stop, url: stopUrl } },
    ],
    reason: texts.reason(program),
    brand: { name: program, ...brand },
  });
  return { ...mail, stopUrl };
}

/** Empty lines separate paragraphs, which keep their lines. */
function paragraphsOf(body: string): readonly Part[] {
  return body
    .split(/\n(?:[ \t]*\n)+/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ lines: paragraph.split('\n') }));
}
