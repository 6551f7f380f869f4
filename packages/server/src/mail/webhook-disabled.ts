import type { Language } from '@svc/contract';
import { COMMON_TEXTS } from './common-texts.js';
import type { Mail } from './mail.js';
import { renderMail } from './render-mail.js';

const TEXTS = {
  en: {
    subject: (workspace: string) => `A webhook of ${workspace} was disabled`,
    disabled: (host: string) => `The webhook to ${host} no longer receives events.`,
    gone: 'The receiver answered 410 Gone, which asks us to stop.',
    failing: 'Every attempt to deliver an event has failed for five days.',
    enable: 'Once the receiver works again, enable the webhook here. It then receives the events it missed',
    button: 'Open webhook',
  },
  de: {
    subject: (workspace: string) => `Ein Webhook von ${workspace} wurde deaktiviert`,
    disabled: (host: string) => `Der Webhook an ${host} erhält keine Ereignisse mehr.`,
    gone: 'Der Empfänger hat mit 410 Gone geantwortet; das heißt, er möchte keine mehr.',
    failing: 'Seit fünf Tagen ist jeder Versuch fehlgeschlagen, ein Ereignis zuzustellen.',
    enable:
      'Sobald der Empfänger wieder funktioniert, aktivieren Sie den Webhook hier. Er erhält dann auch die verpassten Ereignisse',
    button: 'Webhook öffnen',
  },
} as const;

/** The email to an owner about a webhook that the service has disabled. */
export function webhookDisabledMail(notice: {
  readonly to: string;
  readonly language: Language;
  readonly workspaceName: string;
  readonly workspaceId: number;
  readonly webhookId: number;
  /** Of the address; its path may be a secret. */
  readonly host: string;
  readonly reason: 'gone' | 'failing';
  readonly baseUrl: string;
}): Mail {
  const { to, language, workspaceName, workspaceId, webhookId, host, reason, baseUrl } = notice;
  const texts = TEXTS[language];
  const subject = texts.subject(workspaceName);
  const url = `${baseUrl}/w/${workspaceId}/webhooks/${webhookId}`;
  return renderMail(to, {
    language,
    subject,
    heading: subject,
    parts: [
      `${texts.disabled(host)} ${texts[reason]}`,
      { button: { text: texts.enable, url, label: texts.button } },
    ],
    reason: COMMON_TEXTS[language].toOwners(workspaceName),
    brand: { name: workspaceName },
  });
}
