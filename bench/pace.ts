import { once } from 'node:events';
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** One POST, as the bytes that go out: text, so that the collector has one thing to move for each. */
export type Posted = string;

/** Connections to one server, each with one request under way. */
export interface Lines {
  send(request: Posted, done: (isAnswered: boolean) => void): void;
  close(): void;
}

interface Sending {
  readonly request: Posted;
  readonly done: (isAnswered: boolean) => void;
}

/** What came of requests. */
export interface PacedRun {
  /** Until each was answered, since it was due: waiting for a free connection counts too. */
  readonly tookMs: Float64Array;
  /** How many had anything but a plain answer with 200. */
  readonly failures: number;
  /** Answers, from the moment the first request was due until the last answer. */
  readonly perSecond: number;
}

const TICK_MS = 2;
const HEAD_END = '\r\n\r\n';

/** A POST made ready before any clock runs. */
export function writePost(path: string, headers: Readonly<Record<string, string>>, body: string): Posted {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}${HEAD_END}${body}`;
}

/** How many characters the answer at the beginning of the text has, when it is whole; else null. */
function lengthOfAnswer(text: string): number | null {
  const headLength = text.indexOf(HEAD_END);
  if (headLength < 0) return null;
  const bodyLength = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headLength))?.[1] ?? Number.NaN);
  const length = headLength + HEAD_END.length + bodyLength;
  return text.length >= length ? length : null;
}

/**
 * A client that does next to nothing: it shares the processors with the service, so each microsecond that it takes for
 * a request is one that the service does not have.
 */
export async function openLines(url: string, count: number): Promise<Lines> {
  const { hostname, port } = new URL(url);
  const idle: net.Socket[] = [];
  const waiting: Sending[] = [];
  const open = new Set<net.Socket>();
  let isClosed = false;

  function openSocket(): net.Socket {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1');
    open.add(socket);
    let current: Sending | undefined;
    let received = '';
    const startSending = (sending: Sending) => {
      current = sending;
      socket.write(sending.request);
    };
    const sendNext = () => {
      current = undefined;
      const sending = waiting.shift();
      if (sending === undefined) idle.push(socket);
      else startSending(sending);
    };
    socket.on('start', startSending);
    socket.on('data', (text: string) => {
      // What nobody asked for is said before the service closes the connection.
      if (current === undefined) return;
      received += text;
      if (lengthOfAnswer(received) === null) return;
      current.done(received.startsWith('HTTP/1.1 200'));
      received = '';
      sendNext();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      open.delete(socket);
      const place = idle.indexOf(socket);
      if (place >= 0) idle.splice(place, 1);
      current?.done(false);
      // The service closes a connection over which nothing has come for long; the next busy moment may need it.
      if (!isClosed) openSocket();
    });
    return socket.once('connect', sendNext);
  }

  const connected = Array.from({ length: count }, () => once(openSocket(), 'connect'));
  await Promise.all(connected);
  return {
    send(request, done) {
      const socket = idle.pop();
      if (socket === undefined) waiting.push({ request, done });
      else socket.emit('start', { request, done });
    },
    close() {
      isClosed = true;
      for (const socket of open) socket.destroy();
    },
  };
}

/** Counts the answers; `done` resolves with the last. Keeps nothing for a request but a number. */
async function createTally(url: string, connections: number, requests: readonly Posted[]) {
  const lines = await openLines(url, connections);
  const tookMs = new Float64Array(requests.length);
  const startedMs = performance.now();
  let answers = 0;
  let failures = 0;
  let finish: (run: PacedRun) => void = () => undefined;
  const done = new Promise<PacedRun>((resolve) => {
    finish = resolve;
  });
  return {
    startedMs,
    done,
    send(index: number, dueMs: number): void {
      lines.send(requests[index] as Posted, (isAnswered) => {
        const nowMs = performance.now();
        tookMs[index] = nowMs - dueMs;
        if (!isAnswered) failures++;
        if (++answers < requests.length) return;
        lines.close();
        finish({ tookMs, failures, perSecond: (answers / (nowMs - startedMs)) * 1000 });
      });
    },
  };
}

/** Sends so many a second, evenly, whether answers come or not, as the outside world does. */
export async function pace(
  url: string,
  connections: number,
  perSecond: number,
  requests: readonly Posted[],
): Promise<PacedRun> {
  const tally = await createTally(url, connections, requests);
  for (let sent = 0; sent < requests.length; ) {
    const elapsedMs = performance.now() - tally.startedMs;
    const dueCount = Math.min((elapsedMs / 1000) * perSecond, requests.length);
    for (; sent < dueCount; sent++) tally.send(sent, tally.startedMs + (sent / perSecond) * 1000);
    await delay(TICK_MS);
  }
  return tally.done;
}

/** Sends them all, each connection the next as soon as it can. */
export async function rush(url: string, connections: number, requests: readonly Posted[]): Promise<PacedRun> {
  const tally = await createTally(url, connections, requests);
  for (let index = 0; index < requests.length; index++) tally.send(index, tally.startedMs);
  return tally.done;
}
