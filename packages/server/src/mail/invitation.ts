import type { Language } from '@svc/contract';
import type { Mail } from './mail.js';
import type { Brand } from './message.js';
import { renderMail } from './render-mail.js';

const TEXTS = {
  en: {
    subjectToTeam: (workspace: string) => `Your invitation to the team of ${workspace}`,
    subjectToPartner: (workspace: string) => `Your invitation to the partner program of ${workspace}`,
    headingToTeam: (workspace: string) => `Join the team of ${workspace}`,
    headingToPartner: (workspace: string) => `Become a partner of ${workspace}`,
    toTeam: (by: string, workspace: string) => `${by} has invited you to join the team of ${workspace}.`,
    toPartner: (by: string, workspace: string) =>
      `${by} has invited you to join the partner program of ${workspace}.`,
    accept: 'Accept with this link; it works once and expires in 14 days',
    button: 'Accept invitation',
    unexpected: 'If you did not expect this email, you can ignore it.',
    reason: (by: string) => `You are receiving this email because ${by} entered your email address.`,
  },
  de: {
    subjectToTeam: (workspace: string) => `Ihre Einladung in das Team von ${workspace}`,
    subjectToPartner: (workspace: string) => `Ihre Einladung zum Partnerprogramm von ${workspace}`,
    headingToTeam: (workspace: string) => `Werden Sie Teil des Teams von ${workspace}`,
    headingToPartner: (workspace: string) => `Werden Sie Partner von ${workspace}`,
    toTeam: (by: string, workspace: string) => `${by} hat Sie in das Team von ${workspace} eingeladen.`,
    toPartner: (by: string, workspace: string) =>
      `${by} hat Sie zum Partnerprogramm von ${workspace} eingeladen.`,
    accept: 'Nehmen Sie mit diesem Link an; er gilt einmal und läuft in 14 Tagen ab',
    button: 'Einladung annehmen',
    unexpected: 'Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
    reason: (by: string) => `Sie erhalten diese E-Mail, weil ${by} Ihre E-Mail-Adresse eingegeben hat.`,
  },
} as const;

/** The email that invites a person, as a member of a workspace or as a partner. */
export function invitationMail(content: {
  readonly to: string;
  readonly language: Language;
  readonly workspace: string;
  readonly invitedBy: string;
  readonly isPartner: boolean;
  readonly baseUrl: string;
  readonly token: string;
  readonly brand?: Partial<Brand>;
}): Mail {
  const { to, language, workspace, invitedBy, isPartner } = content;
  const texts = TEXTS[language];
  const url = invitationUrl(content.baseUrl, content.token);
  return renderMail(to, {
    language,
    subject: (isPartner ? texts.subjectToPartner : texts.subjectToTeam)(workspace),
    heading: (isPartner ? texts.headingToPartner : texts.headingToTeam)(workspace),
    parts: [
      (isPartner ? texts.toPartner : texts.toTeam)(invitedBy, workspace),
      { button: { text: texts.accept, url, label: texts.button } },
      texts.unexpected,
    ],
    reason: texts.reason(invitedBy),
    brand: { name: workspace, ...content.brand },
  });
}

/** Where an invitation is accepted. */
export function invitationUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/invitation#${token}`;
}
