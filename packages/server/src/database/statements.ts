import type { EventEmitter } from 'node:events';
import pg from 'pg';

/** A statement that is sent together with others. */
export interface Statement {
  /** It is prepared under this name, once per connection. One text for each name. */
  readonly name: string;
  readonly text: string;
  /** As PostgreSQL reads them from text; columns as `columnsOf` writes them. None when not given. */
  readonly values?: readonly (string | null)[];
  /**
   * Takes all its rows, by column name, and what the server says it has done (`COMMIT`). Called only when the statement has
   * succeeded. What it throws is thrown in the end; the statements behind it have run by then.
   */
  take?(rows: readonly unknown[], command: string): void;
}

/**
 * Sends statements in one message and waits for all answers. They run one after the other; when one fails, none of those
 * behind it has run, and its error is thrown. Null is nothing to send.
 *
 * The driver by itself would ask for an answer to each: the server then sends, and this process reads, one at a time,
 * which costs more than many a statement.
 */
export function send(client: pg.ClientBase, statements: readonly (Statement | null)[]): Promise<void> {
  const present = statements.filter((statement) => statement !== null);
  if (present.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(client, present, (error) => (error === null ? resolve() : reject(error)));
    client.query(exchange as unknown as pg.Submittable);
  });
}

/** What is read of `pg`'s connection, which its types leave out; the embedded engine's looks the same. */
interface Connection {
  readonly stream: { cork?(): void; uncork?(): void };
  parse(query: { name: string; text: string }): void;
  bind(config: { statement: string; values: readonly (string | null)[] }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(what: { portal: string; rows: number }): void;
  close(what: { type: 'S'; name: string }): void;
  sync(): void;
}

const CONNECTION_METHODS = ['parse', 'bind', 'describe', 'execute', 'close', 'sync'] as const;

/**
 * Checks that a connection of the driver has what `send` uses of it beyond the driver's types. Throws otherwise, which refuses
 * the connection: an upgrade of `pg` then fails at the start and not in the middle of a batch.
 */
export function checkDriver(client: object): void {
  const connection = (client as { readonly connection?: Partial<Connection> }).connection;
  const missing: string[] = CONNECTION_METHODS.filter((name) => typeof connection?.[name] !== 'function');
  if (typeof connection?.stream !== 'object') missing.push('stream');
  if (missing.length === 0) return;
  const members = missing.map((name) => `connection.${name}`).join(', ');
  throw new Error(
    `The installed version of pg has no ${members}, which svc relies on: install the version that package.json names.`,
  );
}

interface Column {
  readonly name: string;
  readonly parse: (value: string) => unknown;
}

/** What a connection knows of a statement. */
interface Prepared {
  readonly text: string;
  /** Null until it was answered once: then they need not be described again. */
  columns: readonly Column[] | null;
  /** Whether the server has it is unknown, because it failed. */
  isUnsure: boolean;
}

/** Connections on which the server may forget what it has prepared. */
const unprepared = new WeakSet<object>();

/** From now on every statement that `send` sends over this client goes with its text. */
export function withoutPreparedStatements(client: pg.ClientBase): void {
  unprepared.add((client as unknown as { connection: object }).connection);
}

const preparedOf = new WeakMap<object, Map<string, Prepared>>();

/** In its pipeline mode the driver takes queries of its own class only. */
const DriverQuery = pg.Query as unknown as new (config: object) => EventEmitter;

/** Several statements that the driver takes for one query: its answers arrive here message by message. */
class Exchange extends DriverQuery {
  readonly #statements: readonly Statement[];
  readonly #client: pg.ClientBase;
  readonly #settle: (error: unknown) => void;
  readonly #prepared: Map<string, Prepared>;
  /** Those whose columns were asked for. */
  readonly #described = new Set<string>();
  #answered = 0;
  #rows: unknown[] = [];
  /** A row that could not be read; the rest of the answers still has to be taken from the connection. */
  #failure: unknown = null;

  constructor(client: pg.ClientBase, statements: readonly Statement[], settle: (error: unknown) => void) {
    super({});
    this.#client = client;
    this.#statements = statements;
    this.#settle = settle;
    const { connection } = client as unknown as { connection: object };
    this.#prepared = preparedOf.get(connection) ?? new Map<string, Prepared>();
    preparedOf.set(connection, this.#prepared);
  }

  submit(connection: Connection): Error | null {
    const problem = this.#problem();
    if (problem !== null) return problem;
    connection.stream.cork?.();
    for (const statement of this.#statements) this.#write(connection, statement);
    connection.sync();
    connection.stream.uncork?.();
    return null;
  }

  /** What would stop in the middle of the message, where nobody could go on, is found before it begins. */
  #problem(): Error | null {
    const texts = new Map<string, string>();
    for (const { name, text, values = [] } of this.#statements) {
      const other = texts.get(name) ?? this.#prepared.get(name)?.text ?? text;
      if (other !== text) return new Error(`two statements are called ${name}`);
      texts.set(name, text);
      const isText = values.every((value) => value === null || typeof value === 'string');
      if (!isText) return new TypeError(`a value of ${name} is no text`);
    }
    return null;
  }

  #write(connection: Connection, { name, text, values = [], take }: Statement): void {
    const isPrepared = !unprepared.has(connection);
    let known = this.#prepared.get(name);
    if (known === undefined || known.isUnsure) {
      if (isPrepared) {
        if (known !== undefined) connection.close({ type: 'S', name });
        connection.parse({ name, text });
      }
      known = { text, columns: null, isUnsure: false };
      this.#prepared.set(name, known);
    }
    if (!isPrepared) connection.parse({ name: '', text });
    connection.bind({ statement: isPrepared ? name : '', values });
    if (take !== undefined && known.columns === null) {
      connection.describe({ type: 'P', name: '' });
      this.#described.add(name);
    }
    connection.execute({ portal: '', rows: 0 });
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const known = this.#current();
    if (known === undefined) return;
    known.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#client.getTypeParser(dataTypeID, 'text'),
    }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const columns = this.#current()?.columns;
    if (this.#failure !== null || columns === undefined || columns === null) return;
    try {
      const row: Record<string, unknown> = {};
      for (let index = 0; index < columns.length; index++) {
        const { name, parse } = columns[index] as Column;
        const value = fields[index] as string | null;
        row[name] = value === null ? null : parse(value);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const rows = this.#rows;
    this.#rows = [];
    const known = this.#current();
    const statement = this.#statements[this.#answered++];
    // Described without columns: it returns no rows.
    if (known !== undefined && this.#described.has(statement?.name ?? '')) known.columns ??= [];
    if (this.#failure !== null) return;
    try {
      statement?.take?.(rows, text);
    } catch (error) {
      this.#failure = error;
    }
  }

  handleReadyForQuery(): void {
    if (this.#answered < this.#statements.length)
      this.#failure ??= new Error('not all statements were answered');
    this.#settle(this.#failure);
  }

  /** Of what failed or has not run, nobody knows whether the server has prepared it. */
  handleError(error: unknown): void {
    for (const { name } of this.#statements.slice(this.#answered)) {
      const known = this.#prepared.get(name);
      if (known !== undefined) known.isUnsure = true;
    }
    this.#settle(error);
  }

  #current(): Prepared | undefined {
    const statement = this.#statements[this.#answered];
    return statement && this.#prepared.get(statement.name);
  }
}
