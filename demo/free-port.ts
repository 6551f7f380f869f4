import { createServer } from 'node:net';

const TRIES = 100;

/**
 * The first free port from `first` on, for `host` and for both addresses that "localhost" can stand for: a program
 * that listens on the other one would get the requests.
 */
export async function findFreePort(host: string, first: number): Promise<number> {
  const addresses = new Set([host, '127.0.0.1', '::1']);
  for (let port = first; port < first + TRIES && port <= 65_535; port++) {
    const free = await Promise.all([...addresses].map((address) => isFree(address, port)));
    if (free.every(Boolean)) return port;
  }
  throw new Error(`no free port from ${first} on; set PORT`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // Any other failure (no IPv6 here, say) is reported by the service when it listens.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
