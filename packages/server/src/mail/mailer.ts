import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import type { createSmtp } from './smtp.js';

/** An email, as text and as HTML of the same content; mail clients show one of them. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where mail clients can end emails of this kind with one request (RFC 8058). */
  readonly stopUrl?: string;
}

/** Sends emails. */
export interface Mailer {
  /** False: emails are only written into files, so that nobody gets one. */
  readonly hasServer: boolean;
  /** Whether an email server took the mail; if not, why or in which file it is stands in the log. Never rejects. */
  send(mail: Mail): Promise<boolean>;
}

/** Where mails go. */
export interface MailerOptions {
  /** null: into files. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  readonly dataDir: string;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly now: Now;
}

/**
 * Sends mails through the configured server, or, where there is none, writes each into files under `mails` in the data
 * directory: the text, and the HTML beside it. The log names subject and file, never the text and no address: what stands in a mail opens accounts, and
 * logs are read by more people than one's own files. Contract section 1.
 */
export function createMailer({ mail, dataDir, logger, now }: MailerOptions): Mailer {
  const deliver = mail === null ? toFile(join(dataDir, 'mails'), logger, now) : toServer(mail);
  return {
    hasServer: mail !== null,
    async send(message) {
      try {
        const isSent = await deliver(message);
        if (isSent) logger.info({ subject: message.subject }, 'email sent');
        return isSent;
      } catch (err) {
        logger.error({ why: mailFailure(err), subject: message.subject }, 'an email could not be sent');
        return false;
      }
    },
  };
}

/** Mail servers repeat addresses in what they say, so only the kind of the failure is kept. */
function mailFailure(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}

function toServer({ smtpUrl, from }: { readonly smtpUrl: string; readonly from: string }) {
  let smtp: ReturnType<typeof createSmtp> | undefined;
  return async ({ to, subject, text, html, stopUrl }: Mail): Promise<boolean> => {
    // Loaded with the first mail; most services send a few a day.
    smtp ??= (await import('./smtp.js')).createSmtp(smtpUrl);
    await smtp.sendMail({ from, to, subject, text, html, headers: stopHeaders(stopUrl) });
    return true;
  };
}

function stopHeaders(stopUrl: string | undefined): Record<string, string> {
  if (stopUrl === undefined) return {};
  return { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function toFile(directory: string, logger: Pick<Logger, 'info'>, now: Now) {
  return async ({ to, subject, text, html }: Mail): Promise<boolean> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const time = new Date(now()).toISOString().replaceAll(':', '-');
    const name = join(directory, `${time}-${randomBytes(4).toString('hex')}`);
    const file = `${name}.txt`;
    const options = { mode: 0o600, flag: 'wx' };
    // The text last: it is what people and programs look for.
    await writeFile(`${name}.html`, html, options);
    await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, options);
    logger.info({ subject, file }, 'no email server is configured; the email is in this file');
    return false;
  };
}
