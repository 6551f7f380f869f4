import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** A node that a proxy does not name, as RFC 7239 writes it. */
const UNKNOWN = 'unknown';
/** IPv4 addresses alone, which is what most proxies send. */
const PLAIN = /^[\d.]+(?:, ?[\d.]+)*$/;
const BRACKETED = /^\[([^\]]*)\](?::\w+)?$/;
const IPV4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\w+)?$/;
/** A name that a proxy has given to a node whose address it hides. */
const OBFUSCATED = /^_[\w.-]{1,64}$/;
/** One element of `Forwarded`: everything up to a comma that is not in quotes. */
const ELEMENT = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;
const FOR = /(?:^|;)\s*for\s*=\s*("(?:[^"\\]|\\.)*"|[^;\s]+)/i;

/**
 * Writes the addresses in `X-Forwarded-For` without ports, brackets, quotes and zones, so that one visitor has one address whatever the
 * port of the connection. Without that header those of `Forwarded` (RFC 7239) take its place: a proxy that sets the one passes on what
 * callers write into the other. Each entry stays an entry, because trusted hops are counted.
 */
export function normalizeForwarded(headers: IncomingHttpHeaders): void {
  const { 'x-forwarded-for': given, forwarded } = headers;
  if (typeof given === 'string' && given.trim() !== '') {
    if (PLAIN.test(given)) return;
    const entries = given.split(',').filter((entry) => entry.trim() !== '');
    headers['x-forwarded-for'] = entries.map(addressOf).join(', ');
  } else if (forwarded !== undefined) {
    const elements = forwarded.match(ELEMENT) ?? [];
    headers['x-forwarded-for'] = elements.map((one) => addressOf(FOR.exec(one)?.[1] ?? '')).join(', ');
  }
}

/** The address of a node such as `203.0.113.1:4711` or `"[2001:db8::1]:80"`, a hidden node's name, or `unknown`. */
function addressOf(node: string): string {
  const plain = node.trim().replace(/^"(.*)"$/s, '$1');
  const [, address = plain] = BRACKETED.exec(plain) ?? IPV4.exec(plain) ?? [];
  const [withoutZone = ''] = address.split('%', 1);
  if (isIP(withoutZone) !== 0) return withoutZone.toLowerCase();
  return OBFUSCATED.test(plain) ? plain : UNKNOWN;
}
