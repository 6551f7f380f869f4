import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to the service on which requests can be watched, held up and turned away. */
export interface Gateway {
  readonly baseUrl: string;
  /** Method and path of what pages have sent, in order; the script itself left out. */
  readonly sent: string[];
  /** From now on requests wait. */
  hold(): void;
  /** Lets them go on, the last one first; those that their page has given up meanwhile never arrive. */
  release(): void;
  /** Whether connections are broken off instead of answered. */
  isDown: boolean;
  close(): Promise<void>;
}

/** Starts a gateway in front of a service. */
export async function startGateway(serviceUrl: string): Promise<Gateway> {
  const waiting: (() => void)[] = [];
  let isHolding = false;

  function forward(incoming: IncomingMessage, reply: ServerResponse): void {
    if (incoming.socket.destroyed) return;
    const { method, headers } = incoming;
    const outgoing = request(`${serviceUrl}${incoming.url}`, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    outgoing.on('error', () => reply.destroy());
    incoming.pipe(outgoing);
  }

  const server = createServer((incoming, reply) => {
    if (incoming.method === 'GET') return forward(incoming, reply);
    gateway.sent.push(`${incoming.method} ${incoming.url}`);
    if (gateway.isDown) return void incoming.socket.destroy();
    if (isHolding) waiting.push(() => forward(incoming, reply));
    else forward(incoming, reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gateway: Gateway = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: [],
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const go of waiting.splice(0).reverse()) go();
    },
    isDown: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return gateway;
}
