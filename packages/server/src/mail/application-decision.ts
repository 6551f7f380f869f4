import type { Language } from '@svc/contract';
import { invitationUrl } from './invitation.js';
import type { Mail } from './mail.js';
import type { Brand, Part } from './message.js';
import { renderMail } from './render-mail.js';

const TEXTS = {
  en: {
    subject: (program: string) => `Your application to ${program}`,
    welcome: (program: string) => `Welcome to ${program}`,
    approved: (program: string) => `You are now a partner of ${program}.`,
    link: 'Your first link is ready to share',
    signIn: 'Sign in to see your clicks and commissions',
    signInButton: 'Sign in',
    setUp:
      'Set up your account to see your clicks and commissions. This link works once and expires in 14 days',
    setUpButton: 'Set up account',
    refused: (program: string) =>
      `Thank you for your interest in ${program}. Your application was not accepted.`,
    reason: (program: string) => `You are receiving this email because you applied to ${program}.`,
  },
  de: {
    subject: (program: string) => `Ihre Bewerbung bei ${program}`,
    welcome: (program: string) => `Willkommen bei ${program}`,
    approved: (program: string) => `Sie sind jetzt Partner von ${program}.`,
    link: 'Ihr erster Link ist bereit zum Teilen',
    signIn: 'Melden Sie sich an, um Ihre Klicks und Provisionen zu sehen',
    signInButton: 'Anmelden',
    setUp:
      'Richten Sie Ihr Konto ein, um Ihre Klicks und Provisionen zu sehen. Dieser Link gilt einmal und läuft in 14 Tagen ab',
    setUpButton: 'Konto einrichten',
    refused: (program: string) =>
      `Vielen Dank für Ihr Interesse an ${program}. Ihre Bewerbung wurde nicht angenommen.`,
    reason: (program: string) => `Sie erhalten diese E-Mail, weil Sie sich bei ${program} beworben haben.`,
  },
} as const;

/** The email with the result of an application to a program. `token`: of an invitation to somebody without an account. */
export function decisionMail(content: {
  readonly to: string;
  readonly language: Language;
  readonly program: string;
  readonly isApproved: boolean;
  /** Their first link; null: none was created. */
  readonly link: string | null;
  readonly token: string | null;
  readonly baseUrl: string;
  readonly brand?: Partial<Brand>;
}): Mail {
  const { to, language, program, isApproved, link, token, baseUrl } = content;
  const texts = TEXTS[language];
  const button =
    token === null
      ? { text: texts.signIn, url: `${baseUrl}/partner`, label: texts.signInButton }
      : { text: texts.setUp, url: invitationUrl(baseUrl, token), label: texts.setUpButton };
  const firstLink: Part[] = link === null ? [] : [{ link: { text: texts.link, url: link } }];
  const subject = texts.subject(program);
  return renderMail(to, {
    language,
    subject,
    heading: isApproved ? texts.welcome(program) : subject,
    parts: isApproved ? [texts.approved(program), ...firstLink, { button }] : [texts.refused(program)],
    reason: texts.reason(program),
    brand: { name: program, ...content.brand },
  });
}
