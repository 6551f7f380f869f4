import type { Language } from '@svc/contract';
import type { Mail } from './mailer.js';

/** The email that invites a person, as a member of a workspace or as a partner. */
export function invitationMail(content: {
  readonly to: string;
  readonly workspace: string;
  readonly invitedBy: string;
  readonly isPartner: boolean;
  readonly baseUrl: string;
  readonly token: string;
}): Mail {
  const what = content.isPartner
    ? `the partner program of ${content.workspace}`
    : `the team of ${content.workspace}`;
  const link = invitationUrl(content.baseUrl, content.token);
  return {
    to: content.to,
    subject: `Your invitation to ${what}`,
    text: [
      'Hello,',
      '',
      `${content.invitedBy} has invited you to join ${what}. Accept with this link; it works once and expires in 14 days:`,
      '',
      link,
      '',
      'If you did not expect this email, you can ignore it.',
    ].join('\n'),
  };
}

/** Where an invitation is accepted. */
export function invitationUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/invitation#${token}`;
}

const DECISION = {
  en: {
    hello: 'Hello,',
    subject: (program: string) => `Your application to ${program}`,
    approved: (program: string) => `You are now a partner of ${program}.`,
    link: 'Your first link is ready to share:',
    signIn: 'Sign in to see your clicks and commissions:',
    setUp:
      'Set up your account to see your clicks and commissions. This link works once and expires in 14 days:',
    refused: (program: string) =>
      `Thank you for your interest in ${program}. Your application was not accepted.`,
  },
  de: {
    hello: 'Guten Tag,',
    subject: (program: string) => `Ihre Bewerbung bei ${program}`,
    approved: (program: string) => `Sie sind jetzt Partner von ${program}.`,
    link: 'Ihr erster Link ist bereit zum Teilen:',
    signIn: 'Melden Sie sich an, um Ihre Klicks und Provisionen zu sehen:',
    setUp:
      'Richten Sie Ihr Konto ein, um Ihre Klicks und Provisionen zu sehen. Dieser Link gilt einmal und läuft in 14 Tagen ab:',
    refused: (program: string) =>
      `Vielen Dank für Ihr Interesse an ${program}. Ihre Bewerbung wurde nicht angenommen.`,
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
}): Mail {
  const { to, language, program, isApproved, link, token, baseUrl } = content;
  const texts = DECISION[language];
  const signIn = [texts.signIn, '', `${baseUrl}/partner`];
  const lines = isApproved
    ? [
        texts.approved(program),
        '',
        ...(link === null ? [] : [texts.link, '', link, '']),
        ...(token === null ? signIn : [texts.setUp, '', invitationUrl(baseUrl, token)]),
      ]
    : [texts.refused(program)];
  return { to, subject: texts.subject(program), text: [texts.hello, '', ...lines].join('\n') };
}

/** The email to an owner about the account of the card processor that their workspace is now connected with. */
export function accountConnectedMail(connection: {
  readonly to: string;
  readonly workspaceName: string;
  readonly workspaceId: number;
  readonly accountId: string;
  /** null: none was connected before. */
  readonly replacedAccountId: string | null;
  readonly connectedBy: string;
  readonly baseUrl: string;
}): Mail {
  const { accountId, replacedAccountId, workspaceName } = connection;
  const place = replacedAccountId === null ? '' : `, in place of ${replacedAccountId}`;
  return {
    to: connection.to,
    subject: `A payment account was connected to ${workspaceName}`,
    text: [
      'Hello,',
      '',
      `${connection.connectedBy} connected the payment account ${accountId} to ${workspaceName}${place}. Its payments now earn commissions for your partners.`,
      '',
      'If you did not expect this, disconnect the account and check your API keys and members:',
      '',
      `${connection.baseUrl}/w/${connection.workspaceId}/processor`,
    ].join('\n'),
  };
}
