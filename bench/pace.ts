import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** One POST, and what came of it: whether it was answered with 200, and when, since it was due. */
export interface Paced {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Sample {
  readonly isAnswered: boolean;
  readonly tookMs: number;
}

/** Connections to one server, each with one request under way. Anything but a plain answer counts as a failure. */
export interface Lines {
  /** `sinceMs`: when the request was due, so that waiting for a free connection counts too. */
  send(request: Paced, sinceMs: number): Promise<Sample>;
  close(): void;
}

interface Sending {
  readonly bytes: string;
  readonly done: (isAnswered: boolean) => void;
}

const TICK_MS = 2;
const HEAD_END = '\r\n\r\n';

function bytesOf({ path, headers, body }: Paced): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: service\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}${HEAD_END}${body}`;
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
export function openLines(url: string, count: number): Lines {
  const { hostname, port } = new URL(url);
  const idle: net.Socket[] = [];
  const waiting: Sending[] = [];
  const open = new Set<net.Socket>();

  function connect(): void {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1');
    open.add(socket);
    let current: Sending | undefined;
    let received = '';
    const next = () => {
      current = waiting.shift();
      if (current === undefined) idle.push(socket);
      else socket.write(current.bytes);
    };
    socket.on('start', (sending: Sending) => {
      current = sending;
      socket.write(sending.bytes);
    });
    socket.on('data', (text: string) => {
      received += text;
      if (lengthOfAnswer(received) === null) return;
      current?.done(received.startsWith('HTTP/1.1 200'));
      received = '';
      next();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      open.delete(socket);
      current?.done(false);
    });
    socket.once('connect', next);
  }

  for (let opened = 0; opened < count; opened++) connect();
  return {
    send(request, sinceMs) {
      return new Promise((resolve) => {
        const done = (isAnswered: boolean) => resolve({ isAnswered, tookMs: performance.now() - sinceMs });
        const sending = { bytes: bytesOf(request), done };
        const socket = idle.pop();
        if (socket === undefined) waiting.push(sending);
        else socket.emit('start', sending);
      });
    },
    close() {
      for (const socket of open) socket.destroy();
    },
  };
}

/** Sends so many a second, evenly, whether answers come or not, as the outside world does. */
export async function pace(
  url: string,
  connections: number,
  perSecond: number,
  requests: readonly Paced[],
): Promise<Sample[]> {
  const lines = openLines(url, connections);
  const samples: Promise<Sample>[] = [];
  const startedMs = performance.now();
  while (samples.length < requests.length) {
    const dueCount = Math.min(((performance.now() - startedMs) / 1000) * perSecond, requests.length);
    while (samples.length < dueCount) {
      const dueMs = startedMs + (samples.length / perSecond) * 1000;
      samples.push(lines.send(requests[samples.length] as Paced, dueMs));
    }
    await delay(TICK_MS);
  }
  const all = await Promise.all(samples);
  lines.close();
  return all;
}

/** How many requests a second are answered when each connection sends the next as soon as it can. */
export async function capacityOf(
  url: string,
  connections: number,
  requests: readonly Paced[],
): Promise<number> {
  const lines = openLines(url, connections);
  const startedMs = performance.now();
  await Promise.all(requests.map((request) => lines.send(request, startedMs)));
  lines.close();
  return requests.length / ((performance.now() - startedMs) / 1000);
}
