import { EventEmitter } from 'node:events';
import { threadId } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { PglitePgConnection } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { parse, serialize } from 'pg-protocol';
import { joinBytes } from './bytes.js';
import type { Ask } from './engine.js';

const CLIENTS_OF_A_THREAD = 1_000_000_000;

/** A prepared statement or a portal. */
type Target = Parameters<typeof serialize.describe>[0];

// Numbers differ between threads: all clients share the engine's session.
let clients = threadId * CLIENTS_OF_A_THREAD;

/**
 * The embedded engine as a connection of the `pg` driver.
 *
 * The adapter that PGlite ships hands every protocol message to the engine by itself, four calls for one prepared
 * statement; gathering them, and all statements that are sent in one turn, costs less than half of that. Answers are read
 * by the driver's own parser, as they are from a server.
 */
class EmbeddedConnection extends PglitePgConnection {
  readonly #ask: (messages: Uint8Array) => Promise<Uint8Array>;
  /** In front of the names of its prepared statements, which are the session's. */
  readonly #prefix: string;
  readonly #preparedNames = new Set<string>();
  readonly #answers = new EventEmitter();
  #gathered: Uint8Array[] = [];
  #isSending = false;
  #hasEnded = false;
  #lastAnswer: Promise<void> = Promise.resolve();

  constructor(ask: Ask) {
    // All that the adapter itself does with an engine here is to wait until it is ready.
    super({ pglite: { waitReady: Promise.resolve() } as PGlite });
    const number = ++clients;
    this.#ask = (messages) => ask(messages, number);
    this.#prefix = `${number} `;
    void parse(this.#answers as NodeJS.ReadableStream, (answer) => {
      this.emit(answer.name === 'error' ? 'errorMessage' : answer.name, answer);
    });
  }

  override query(text: string): void {
    this.#gathered.push(serialize.query(text));
    this.#send();
  }

  override parse(query: Parameters<typeof serialize.parse>[0]): void {
    const name = this.#nameOf(query.name);
    if (name !== '') this.#preparedNames.add(name);
    this.#gathered.push(serialize.parse({ ...query, name }));
  }

  override bind(config: Parameters<typeof serialize.bind>[0]): void {
    this.#gathered.push(serialize.bind({ ...config, statement: this.#nameOf(config?.statement) }));
  }

  override describe(message: Parameters<typeof serialize.describe>[0]): void {
    this.#gathered.push(serialize.describe(this.#named(message)));
  }

  override execute(config: Parameters<typeof serialize.execute>[0]): void {
    this.#gathered.push(serialize.execute(config));
  }

  override close(message: Parameters<typeof serialize.close>[0]): void {
    this.#gathered.push(serialize.close(this.#named(message)));
  }

  override flush(): void {}

  override sync(): void {
    this.#gathered.push(serialize.sync());
    this.#send();
  }

  /** Leaves nothing in the session: no open transaction, no prepared statements. */
  override end(): void {
    const names = [...this.#preparedNames];
    const closed = names.map((name) => serialize.close({ type: 'S', name }));
    const leave = joinBytes([serialize.query('rollback'), ...closed, serialize.sync()]);
    void this.#lastAnswer.then(() => this.#ask(leave)).catch(() => {});
    this.#hasEnded = true;
    super.end();
  }

  #nameOf(name: string | undefined): string {
    return name === undefined || name === '' ? '' : `${this.#prefix}${name}`;
  }

  #named(message: Target): Target {
    return message.type === 'S' ? { type: 'S', name: this.#nameOf(message.name) } : message;
  }

  #send(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    process.nextTick(() => this.#sendGathered());
  }

  #sendGathered(): void {
    const message = joinBytes(this.#gathered);
    this.#gathered = [];
    this.#isSending = false;
    this.#lastAnswer = this.#lastAnswer
      .then(() => this.#ask(message))
      .then((answer) => {
        this.#answers.emit('data', Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
      })
      .catch((error: unknown) => {
        if (!this.#hasEnded) this.emit('error', error);
      });
  }
}

/** A client with a connection of its own to the embedded engine; all of them share the engine's one session. */
export function createEmbeddedClient(ask: Ask, config: pg.ClientConfig): pg.Client {
  return new pg.Client({ ...config, connection: new EmbeddedConnection(ask) } as pg.ClientConfig);
}
