import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { describeMailCause, readMailFailure } from './mail-failure.js';
import type { Outbox, WaitingMail } from './outbox.js';
import type { MailServer, Smtp } from './smtp.js';

/** How long a request waits for the server to take its email. */
const LONGEST_WAIT_MS = 10_000;
const LONGEST_CLOSING_MS = 3_000;

/** Sends waiting emails, one after the other. */
export interface Sender {
  /** Sends what is due; returns whether the email with this id was taken, as far as that is known within ten seconds. Never rejects. */
  send(id: number): Promise<boolean>;
  /** Sends what is due; returns how many emails were taken. */
  sendWaiting(): Promise<number>;
  close(): Promise<void>;
}

interface SenderParts {
  readonly outbox: Outbox;
  readonly server: MailServer;
  readonly logger: Pick<Logger, 'info' | 'error'>;
}

/** Attempts at single emails, over one connection. */
function createAttempts({ outbox, server, logger }: SenderParts) {
  let smtp: Smtp | undefined;

  /** Calls `onTaken` as soon as the server has the email. `stop`: the server takes none. */
  async function attempt(taken: WaitingMail, onTaken: () => void): Promise<'taken' | 'next' | 'stop'> {
    const { id, mail, messageId } = taken;
    // Loaded with the first mail; most services send a few a day.
    smtp ??= (await import('./smtp.js')).createSmtp(server);
    try {
      await smtp.send(mail, messageId);
    } catch (error) {
      return handleFailure(id, error);
    }
    onTaken();
    if (await outbox.deleteSent(id)) logger.info('the email server takes emails again');
    logger.info({ subject: mail.subject }, 'email sent');
    return 'taken';
  }

  async function handleFailure(id: number, error: unknown): Promise<'next' | 'stop'> {
    const { cause, scope, codes } = readMailFailure(error);
    const text = describeMailCause(cause);
    if (scope === 'email_final') {
      await outbox.deleteRefused(id);
      logger.error({ cause, why: codes }, `an email was refused and is not sent again. ${text}`);
      return 'next';
    }
    if (scope === 'email') {
      const isKept = await outbox.postpone(id);
      logger.error(
        { cause, why: codes },
        `an email ${isKept ? 'is sent again later' : 'was given up'}. ${text}`,
      );
      return 'next';
    }
    const givenUp = await outbox.pause(id, cause);
    logger.error({ cause, why: codes, givenUp }, `emails could not be sent and wait. ${text}`);
    return 'stop';
  }

  return { attempt, close: () => smtp?.close() };
}

type Settle = (isSent: boolean) => void;

/** The sender of this process. Its first turn ends a pause, because a restart may come with other settings. */
export function createSender(parts: SenderParts): Sender {
  const { outbox, logger } = parts;
  const attempts = createAttempts(parts);
  const waiting = new Map<number, Settle>();
  let turn: Promise<number> | null = null;
  let isWanted = false;
  let isClosed = false;
  let isFirst = true;

  function settle(id: number, isSent: boolean): void {
    waiting.get(id)?.(isSent);
    waiting.delete(id);
  }

  async function sendDue(): Promise<number> {
    let count = 0;
    while (!isClosed) {
      const taken = await outbox.takeNext();
      if (taken === null) return count;
      const outcome = await attempts.attempt(taken, () => settle(taken.id, true));
      settle(taken.id, false);
      if (outcome === 'stop') return count;
      if (outcome === 'taken') count++;
    }
    return count;
  }

  async function takeTurn(): Promise<number> {
    let count = 0;
    try {
      if (isFirst) await outbox.endPause();
      isFirst = false;
      while (isWanted && !isClosed) {
        isWanted = false;
        count += await sendDue();
      }
      return count;
    } finally {
      turn = null;
      for (const id of [...waiting.keys()]) settle(id, false);
    }
  }

  function sendWaiting(): Promise<number> {
    isWanted = true;
    turn ??= takeTurn();
    return turn;
  }

  return {
    sendWaiting,
    send(id) {
      const isSent = new Promise<boolean>((resolve) => {
        waiting.set(id, resolve);
        setTimeout(() => settle(id, false), LONGEST_WAIT_MS).unref();
      });
      sendWaiting().catch((err: unknown) => logger.error({ err }, 'waiting emails could not be read'));
      return isSent;
    },
    async close() {
      isClosed = true;
      // An email that the server has not answered by then is tried again by the next process, under the same identifier.
      await Promise.race([
        turn?.catch(() => undefined),
        delay(LONGEST_CLOSING_MS, undefined, { ref: false }),
      ]);
      attempts.close();
    },
  };
}
