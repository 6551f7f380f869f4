import type { MessagePort } from 'node:worker_threads';
import type { Command, Outcome } from '@svc/core';
import type { Pool } from 'pg';
import type { BatchLogger, Settled } from './batch.js';
import { type BatchRunner, createBatchRunner, onBrokenConnection } from './batch-runner.js';
import { createIdSource } from './ids.js';
import { UnavailableError } from './unavailable-error.js';

/*
 * Batches that run in the thread of the embedded engine. Loading, deciding and recording then never wait for another thread, and
 * while a batch is there, this thread is free for everything else.
 *
 * A batch that arrives while another runs waits for it there, so that the engine goes on without a message in between.
 *
 * Commands and outcomes cross as JSON, which both hold nothing but: cloning them as objects takes three times as long.
 */

interface BatchRequest {
  readonly id: number;
  readonly commands: readonly Command[];
}

const FORGET_LINKS = 'forget-links';
const ONLY_LANE = 0;

interface BatchReply {
  readonly id: number;
  readonly settled: readonly SentSettled[];
}

/** `Settled` as JSON. */
type SentSettled =
  | { readonly outcome: Outcome }
  | { readonly isUnavailable: boolean; readonly error: SentError };

interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/** What goes to the log of the other thread, as an object. */
interface LogEntry {
  readonly level: keyof BatchLogger;
  readonly about: object;
  readonly text: string;
}

/** Runs batches at the other end of the port, where `serveBatches` is. */
export function createRemoteBatchRunner(port: MessagePort, logger: BatchLogger): BatchRunner {
  const waiting = new Map<number, (settled: readonly Settled[]) => void>();
  let count = 0;
  port.on('message', (message: string | LogEntry) => {
    if (typeof message !== 'string') {
      logger[message.level](message.about, message.text);
      return;
    }
    const { id, settled }: BatchReply = JSON.parse(message);
    waiting.get(id)?.(settled.map(received));
    waiting.delete(id);
    if (waiting.size === 0) port.unref();
  });
  port.unref();
  return {
    runBatch: (commands) =>
      new Promise((resolve) => {
        const request: BatchRequest = { id: ++count, commands };
        waiting.set(request.id, resolve);
        port.ref();
        port.postMessage(JSON.stringify(request));
      }),
    forgetLinks: () => port.postMessage(FORGET_LINKS),
    close: () => port.close(),
  };
}

/** Runs the batches that arrive at the port over clients of the embedded engine, until the port is closed. */
export function serveBatches(port: MessagePort, pool: Pool): void {
  const log = (level: keyof BatchLogger) => (about: object, text: string) => {
    const entry: LogEntry = { level, about, text };
    port.postMessage(entry);
  };
  const ids = createIdSource();
  const runner = createBatchRunner({
    pool,
    engine: 'embedded',
    lanes: 1,
    ids,
    logger: { error: log('error'), warn: log('warn') },
    atStep: null,
    // The engine ends with its process: there is no database that goes away.
    onDatabaseAway: () => undefined,
  });
  port.once('close', onBrokenConnection([pool], ids.forget));
  port.on('message', (message: string) => {
    if (message === FORGET_LINKS) runner.forgetLinks();
    else void answer(JSON.parse(message));
  });

  let last: Promise<unknown> = Promise.resolve();

  async function answer({ id, commands }: BatchRequest): Promise<void> {
    const settling = last.then(() => runner.runBatch(commands, ONLY_LANE));
    last = settling;
    const settled = await settling;
    const reply: BatchReply = { id, settled: settled.map(sendable) };
    port.postMessage(JSON.stringify(reply));
  }
}

function sendable(settled: Settled): SentSettled {
  if ('outcome' in settled) return settled;
  const { error } = settled;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { isUnavailable: error instanceof UnavailableError, error: { name, message, stack } };
}

function received(sent: SentSettled): Settled {
  if ('outcome' in sent) return sent;
  const { isUnavailable, error: sentError } = sent;
  const error = Object.assign(new Error(sentError.message), sentError);
  return { error: isUnavailable ? new UnavailableError(error.message, { cause: error }) : error };
}
