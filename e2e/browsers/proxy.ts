import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy for which every host is this machine, so that sites may have any name. It sees what browsers send over plain http. */
export interface LocalProxy {
  readonly port: number;
  /** Method and address of each request, in order. */
  readonly seen: string[];
  close(): Promise<void>;
}

export async function startProxy(): Promise<LocalProxy> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, reply) => {
    const { method = 'GET', headers, url = '' } = incoming;
    if (!url.startsWith('http://')) return void reply.writeHead(400).end();
    seen.push(`${method} ${url}`);
    const { port, pathname, search } = new URL(url);
    const outgoing = request(
      { host: '127.0.0.1', port, method, headers, path: pathname + search },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
      },
    );
    outgoing.on('error', () => reply.destroy());
    incoming.pipe(outgoing);
  });
  server.on('connect', ({ url = '' }, socket: Socket, head: Buffer) => {
    const port = Number(url.split(':').at(-1));
    const outgoing = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      outgoing.write(head);
      outgoing.pipe(socket).pipe(outgoing);
    });
    outgoing.on('error', () => socket.destroy());
    socket.on('error', () => outgoing.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
