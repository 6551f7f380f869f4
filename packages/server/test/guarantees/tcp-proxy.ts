import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** What happens to a batch's COMMIT on its way to PostgreSQL. */
export type CommitFate =
  /** It is executed, and the connection breaks before its answer comes back. */
  | 'answer-lost'
  /** It never arrives; PostgreSQL sees the connection end. */
  | 'never-sent'
  /** It never arrives, and PostgreSQL does not detect that the client is gone. */
  | 'held'
  /** It is on its way when everything freezes, and arrives when everything thaws. */
  | 'frozen';

/** A way to PostgreSQL that can be broken where it hurts. Nothing about it depends on time. */
export interface TcpProxy {
  /** The given database address, through the proxy. */
  readonly url: string;
  /** Decides the fate of the next COMMIT of a tracking batch; resolves when it has met it. */
  breakNextCommit(fate: CommitFate): Promise<void>;
  /** While frozen no byte passes in either direction, and new connections get no answer. */
  freeze(): void;
  thaw(): void;
  /** Ends all connections, but for held ones, and resets new ones until they are accepted again. */
  refuse(): void;
  accept(): void;
  /** How many connections were asked for so far. */
  connections(): number;
  /** How often somebody has sent anything after the last answer, over all connections. */
  roundTrips(): number;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** The transaction under way is one of the pipeline's: it has asked for its own id. */
  isBatch: boolean;
  /** On its way while everything is frozen. */
  frozen: Buffer | null;
}

/** The prepared statement `commit` being bound: behind the message's letter and length, no name of a portal. */
const COMMIT = Buffer.from('\0commit\0', 'latin1');
const BEFORE_COMMIT_BYTES = 5;
/** The name of the prepared statement by which a batch asks for its own id. */
const BATCH = 'transaction-id';

/** Starts a proxy in front of the PostgreSQL of this address. */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  const held = new Set<Socket>();
  let next: { fate: CommitFate; met: () => void } | null = null;
  let isFrozen = false;
  let isRefusing = false;
  let connections = 0;
  let roundTrips = 0;
  let isAnswered = true;

  function toServer(pair: Pair, chunk: Buffer): void {
    if (chunk.includes(BATCH)) pair.isBatch = true;
    if (!chunk.includes(COMMIT)) return void pair.server.write(chunk);
    const meets = pair.isBatch ? next : null;
    pair.isBatch = false;
    if (meets === null) return void pair.server.write(chunk);
    next = null;
    const commitAt = chunk.indexOf(COMMIT) - BEFORE_COMMIT_BYTES;
    if (meets.fate !== 'answer-lost') pair.server.write(chunk.subarray(0, commitAt));
    if (meets.fate === 'answer-lost') {
      pair.server.removeAllListeners('data');
      pair.server.once('data', () => endPair(pair, meets.met));
      pair.server.write(chunk);
    } else if (meets.fate === 'never-sent') {
      endPair(pair, meets.met);
    } else if (meets.fate === 'frozen') {
      pair.frozen = chunk.subarray(commitAt);
      freeze();
      meets.met();
    } else {
      // The server's side stays open, and nobody will ever write to it again.
      pairs.delete(pair);
      held.add(pair.server);
      pair.client.removeAllListeners('close');
      pair.client.destroy();
      meets.met();
    }
  }

  function endPair(pair: Pair, then: () => void): void {
    pair.client.destroy();
    pair.server.destroy();
    then();
  }

  function join(client: Socket): void {
    connections += 1;
    client.on('error', () => {});
    if (isRefusing) return void client.resetAndDestroy();
    const server = dial(Number(target.port), target.hostname);
    const pair: Pair = { client, server, isBatch: false, frozen: null };
    pairs.add(pair);
    server.on('error', () => client.destroy());
    client.on('data', (chunk: Buffer) => {
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
      toServer(pair, chunk);
    });
    server.on('data', (chunk: Buffer) => {
      isAnswered = true;
      client.write(chunk);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => {
      client.destroy();
      pairs.delete(pair);
    });
    if (isFrozen) pause(pair);
  }

  function freeze(): void {
    isFrozen = true;
    for (const pair of pairs) pause(pair);
  }

  function pause({ client, server }: Pair): void {
    client.pause();
    server.pause();
  }

  const listener = createServer(join).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    breakNextCommit: (fate) =>
      new Promise((met) => {
        next = { fate, met };
      }),
    freeze,
    thaw() {
      isFrozen = false;
      for (const { client, server, frozen } of pairs) {
        if (frozen !== null) server.write(frozen);
        client.resume();
        server.resume();
      }
    },
    refuse() {
      isRefusing = true;
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
    },
    accept() {
      isRefusing = false;
    },
    connections: () => connections,
    roundTrips: () => roundTrips,
    async close() {
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      for (const socket of held) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
