import { once } from 'node:events';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './self-signed.js';

/** Web sites on this machine, under any host name, over http and over https with a certificate nobody vouches for. */
export interface Sites {
  /** The pages of a host: one HTML for all of its paths. Gives its origin. */
  show(host: string, html: string, scheme?: 'http' | 'https'): string;
  /** The origin of a host that shows something, or will. */
  originOf(host: string, scheme?: 'http' | 'https'): string;
  /** A script that all hosts have at this path. */
  serveScript(path: string, source: string): void;
  close(): Promise<void>;
}

export async function startSites(): Promise<Sites> {
  const pages = new Map<string, string>();
  const scripts = new Map<string, string>();
  const answer: RequestListener = (request, reply) => {
    const url = new URL(`http://${request.headers.host}${request.url}`);
    const script = scripts.get(url.pathname);
    const type = script === undefined ? 'text/html' : 'text/javascript';
    // Not to be kept: what a page does on its way back is part of the tests.
    reply.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
    reply.end(script ?? `<!doctype html><title>shop</title>${pages.get(url.hostname) ?? ''}`);
  };
  const servers = { http: createHttp(answer), https: createHttps(selfSigned(), answer) };
  for (const server of Object.values(servers)) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const originOf: Sites['originOf'] = (host, scheme = 'http') =>
    `${scheme}://${host}:${(servers[scheme].address() as AddressInfo).port}`;
  return {
    originOf,
    show(host, html, scheme) {
      pages.set(host, html);
      return originOf(host, scheme);
    },
    serveScript: (path, source) => void scripts.set(path, source),
    async close() {
      for (const server of Object.values(servers)) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}
