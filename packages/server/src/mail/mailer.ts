import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import type { Encryption } from '../crypto/encryption.js';
import type { Mail } from './mail.js';
import { createOutbox } from './outbox.js';
import { createSender } from './sender.js';
import type { MailServer } from './smtp.js';

export interface SendOptions {
  /** False: does not wait for the server; the email counts as sent once it is stored. */
  readonly waits?: boolean;
  /** Called once the email is stored: from then on the mailer sends it again where the server fails. */
  readonly onStored?: () => Promise<void>;
}

/** Sends emails. */
export interface Mailer {
  /** False: emails are only written into files, so that nobody gets one. */
  readonly hasServer: boolean;
  /**
   * Returns whether an email server took the mail. If it did not, it takes it later, unless it has refused it for good; the log
   * has the cause. Without a server, the log names the file. Never rejects.
   */
  send(mail: Mail, options?: SendOptions): Promise<boolean>;
  /** Sends the emails that are due; returns how many the server took. */
  sendWaiting?(): Promise<number>;
  /** Lets the current email end, and closes the connection. */
  close?(): Promise<void>;
}

/** Where mails go. */
export interface MailerOptions {
  /** null: into files. */
  readonly mail: MailServer | null;
  readonly dataDir: string;
  /** Where mails wait for the server. */
  readonly pool: Pool;
  readonly encryption: Encryption;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly now: Now;
}

/**
 * Sends mails through the configured server, or, where there is none, writes each into files under `mails` in the data
 * directory: the text, and the HTML beside it. The log names subject and file, never the text and no address: what stands in a mail opens accounts, and
 * logs are read by more people than one's own files. Contract section 1.
 */
export function createMailer({ mail, dataDir, pool, encryption, logger, now }: MailerOptions): Mailer {
  if (mail === null) return createFileMailer(join(dataDir, 'mails'), logger, now);
  const domain = /@([^\s>@]+)>?\s*$/.exec(mail.from)?.[1] ?? 'localhost';
  const outbox = createOutbox(pool, encryption, domain);
  const sender = createSender({ outbox, server: mail, logger });
  return {
    hasServer: true,
    async send(message, { waits = true, onStored } = {}) {
      try {
        const id = await outbox.insert(message);
        await onStored?.();
        const isSent = sender.send(id);
        return waits ? await isSent : true;
      } catch (err) {
        logger.error({ err, subject: message.subject }, 'an email could not be stored');
        return false;
      }
    },
    sendWaiting: sender.sendWaiting,
    close: sender.close,
  };
}

function createFileMailer(directory: string, logger: MailerOptions['logger'], now: Now): Mailer {
  const write = writeToFile(directory, logger, now);
  return {
    hasServer: false,
    async send(message) {
      await write(message).catch((err: unknown) => {
        logger.error({ err, subject: message.subject }, 'an email could not be written');
      });
      return false;
    },
  };
}

function writeToFile(directory: string, logger: Pick<Logger, 'info'>, now: Now) {
  return async ({ to, subject, text, html }: Mail): Promise<void> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const time = new Date(now()).toISOString().replaceAll(':', '-');
    const name = join(directory, `${time}-${randomBytes(4).toString('hex')}`);
    const file = `${name}.txt`;
    const options = { mode: 0o600, flag: 'wx' };
    // The text last: it is what people and programs look for.
    await writeFile(`${name}.html`, html, options);
    await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, options);
    logger.info({ subject, file }, 'no email server is configured; the email is in this file');
  };
}
