/** Hosts of the machine itself, where pages are served without TLS. */
const LOOPBACK = /^(localhost|([\w-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Whether a host, with or without a port, is the machine itself: `localhost:3000`, `127.0.0.1`. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The origin of a site by its domain: `https://acme.test`, and `http://localhost:3000` for the machine itself. */
export function siteOrigin(domain: string): string {
  return `${isLoopback(domain) ? 'http' : 'https'}://${domain}`;
}
