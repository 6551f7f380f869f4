import type { Language } from '@svc/contract';
import { COMMON_TEXTS } from './common-texts.js';
import type { Mail } from './mail.js';
import { renderMail } from './render-mail.js';

const TEXTS = {
  en: {
    subject: (workspace: string) => `A payment account was connected to ${workspace}`,
    connected: (by: string, account: string, workspace: string, place: string) =>
      `${by} connected the payment account ${account} to ${workspace}${place}. Its payments now earn commissions for your partners.`,
    inPlaceOf: (replaced: string) => `, in place of ${replaced}`,
    unexpected: 'If you did not expect this, disconnect the account and check your API keys and members',
    button: 'Check connection',
  },
  de: {
    subject: (workspace: string) => `Ein Zahlungskonto wurde mit ${workspace} verbunden`,
    connected: (by: string, account: string, workspace: string, place: string) =>
      `${by} hat das Zahlungskonto ${account}${place} mit ${workspace} verbunden. Zahlungen über dieses Konto bringen Ihren Partnern nun Provisionen.`,
    inPlaceOf: (replaced: string) => ` anstelle von ${replaced}`,
    unexpected:
      'Wenn Sie das nicht erwartet haben, trennen Sie das Konto und prüfen Sie Ihre API-Schlüssel und Mitglieder',
    button: 'Verbindung prüfen',
  },
} as const;

/** The email to an owner about the account of the card processor that their workspace is now connected with. */
export function accountConnectedMail(connection: {
  readonly to: string;
  readonly language: Language;
  readonly workspaceName: string;
  readonly workspaceId: number;
  readonly accountId: string;
  /** null: none was connected before. */
  readonly replacedAccountId: string | null;
  readonly connectedBy: string;
  readonly baseUrl: string;
}): Mail {
  const { language, accountId, replacedAccountId, workspaceName, workspaceId, baseUrl } = connection;
  const texts = TEXTS[language];
  const place = replacedAccountId === null ? '' : texts.inPlaceOf(replacedAccountId);
  const subject = texts.subject(workspaceName);
  const url = `${baseUrl}/w/${workspaceId}/processor`;
  return renderMail(connection.to, {
    language,
    subject,
    heading: subject,
    parts: [
      texts.connected(connection.connectedBy, accountId, workspaceName, place),
      { button: { text: texts.unexpected, url, label: texts.button } },
    ],
    reason: COMMON_TEXTS[language].toOwners(workspaceName),
    brand: { name: workspaceName },
  });
}
