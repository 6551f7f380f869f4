import { createTransport } from 'nodemailer';
import type { Mail } from './mail.js';

const TIMEOUT_MS = 10_000;

/** An email server and the sender of all emails. */
export interface MailServer {
  readonly smtpUrl: string;
  readonly from: string;
}

/** Sends emails over one connection, which stays open for a while: many servers allow only a few at a time. */
export interface Smtp {
  /** Resolves when the server has taken the email; rejects with the error that `readMailFailure` reads. */
  send(mail: Mail, messageId: string | null): Promise<void>;
  close(): void;
}

/** A client for an email server. It connects with the first email. */
export function createSmtp({ smtpUrl, from }: MailServer): Smtp {
  const transport = createTransport({
    pool: true,
    maxConnections: 1,
    maxRequeues: 1,
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send({ to, subject, text, html, stopUrl }, messageId) {
      const content = { from, to, subject, text, html, headers: stopHeaders(stopUrl) };
      await transport.sendMail({ ...content, ...(messageId !== null && { messageId }) });
    },
    close: () => transport.close(),
  };
}

function stopHeaders(stopUrl: string | undefined): Record<string, string> {
  if (stopUrl === undefined) return {};
  return { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
