import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** What a request is answered with; 'hang': nothing, ever; 'stall': half an answer; 'reset': the connection is cut. */
export type Answer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'stall'
  | 'reset';

export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is compared, not trusted.
  readonly body: any;
}

/**
 * A server that answers as a test says: the first request with the first answer and so on, the last one repeated. A
 * function decides by what it was asked. A string body is sent as it is. It ends with the test.
 */
export async function answeringServer(
  ...answers: readonly (Answer | ((received: Received) => Promise<Answer>))[]
): Promise<{ readonly baseUrl: string; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, url: path, headers } = request;
    const asked = { method, path, headers, body: body === '' ? null : JSON.parse(body) };
    received.push(asked);
    const next = answers[Math.min(received.length, answers.length) - 1];
    const answer = typeof next === 'function' ? await next(asked) : next;
    if (answer === undefined || answer === 'hang') return;
    if (answer === 'reset') return void request.socket.destroy();
    if (answer === 'stall') return void response.writeHead(200).write('{"success":');
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
