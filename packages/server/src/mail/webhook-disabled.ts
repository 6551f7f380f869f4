import type { Mail } from './mailer.js';

const WHY = {
  gone: 'The receiver answered 410 Gone, which asks us to stop.',
  failing: 'Every attempt to deliver an event has failed for five days.',
} as const;

/** The email to an owner about a webhook that the service has disabled. */
export function webhookDisabledMail(notice: {
  readonly to: string;
  readonly workspaceName: string;
  readonly workspaceId: number;
  readonly webhookId: number;
  /** Of the address; its path may be a secret. */
  readonly host: string;
  readonly reason: keyof typeof WHY;
  readonly baseUrl: string;
}): Mail {
  const { to, workspaceName, workspaceId, webhookId, host, reason, baseUrl } = notice;
  return {
    to,
    subject: `A webhook of ${workspaceName} was disabled`,
    text: [
      'Hello,',
      '',
      `The webhook to ${host} no longer receives events. ${WHY[reason]}`,
      '',
      'Once the receiver works again, enable the webhook here. It then receives the events it missed:',
      '',
      `${baseUrl}/w/${workspaceId}/webhooks/${webhookId}`,
    ].join('\n'),
  };
}
