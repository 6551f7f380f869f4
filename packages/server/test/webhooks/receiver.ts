import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export interface Received {
  readonly id: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** What the receiver does with a request; a status to answer it with, or null: it has answered, or never will. */
export type Behavior = (
  received: Received,
  response: http.ServerResponse,
) => number | null | Promise<number | null>;

export interface Receiver {
  readonly url: string;
  /** All requests that came, in this order. */
  readonly received: readonly Received[];
  /** Connections that are open now. */
  connections(): number;
  behave(behavior: Behavior): void;
  close(): Promise<void>;
}

/** Starts a receiver of webhooks on this machine; it answers 204 until it is told otherwise. */
export async function startReceiver(behavior: Behavior = () => 204): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<object>();
  let behave = behavior;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const got = {
      id: String(request.headers['webhook-id']),
      path: request.url ?? '',
      headers: request.headers,
      body,
    };
    received.push(got);
    const status = await behave(got, response);
    if (status !== null) response.writeHead(status).end();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    connections: () => sockets.size,
    behave: (next) => {
      behave = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
