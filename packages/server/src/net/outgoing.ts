import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** Finds the addresses of a host name. Rejects when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Which addresses the service may send requests to. */
export interface OutgoingRules {
  /** Also http, and private addresses. */
  readonly allowsPrivate: boolean;
  readonly resolve: Resolve;
}

/** The host has no address that requests may be sent to. */
export class ForbiddenAddressError extends Error {
  constructor() {
    super('The host has no public address');
    this.name = 'ForbiddenAddressError';
  }
}

const DNS_TIMEOUT_MS = 4_000;

/**
 * The rules of this process. Public names are asked of the name servers, at any number at once: the system's own function keeps one
 * of a few threads for each name, and names that are never answered would stop all others. Only it knows local names.
 */
export function outgoingRules(allowsPrivate: boolean): OutgoingRules {
  return { allowsPrivate, resolve: allowsPrivate ? resolveWithSystem : resolveWithNameServers };
}

async function resolveWithSystem(hostname: string): Promise<string[]> {
  return (await dns.lookup(hostname, { all: true })).map(({ address }) => address);
}

async function resolveWithNameServers(hostname: string): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

/** Why requests may not be sent to an address, as it is written. */
export type TargetFault = 'malformed' | 'credentials' | 'not_https' | 'not_public';

/**
 * Returns why requests may not be sent to an address; null: they may. It has to be https, or http too where private addresses are
 * allowed, without credentials, and with a public host. The addresses of a host name are checked when it is connected to.
 */
export function findTargetFault(
  given: string,
  { allowsPrivate }: Pick<OutgoingRules, 'allowsPrivate'>,
): TargetFault | null {
  if (!URL.canParse(given)) return 'malformed';
  const url = new URL(given);
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:')) return 'not_https';
  if (allowsPrivate) return null;
  const host = bareHost(url);
  const isPublic = isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
  return isPublic ? null : 'not_public';
}

/** Returns a target of requests, or null where `findTargetFault` finds a fault. */
export function parseTarget(given: string, rules: OutgoingRules): URL | null {
  return findTargetFault(given, rules) === null ? new URL(given) : null;
}

/** Top-level names that never lead out of a machine or its network (RFC 6761, 6762, 8375, and ICANN's `internal`), with common ones. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|localdomain|lan|home\.arpa)$/;

/** Returns whether a host name can be known outside of one network. One without a dot cannot. A dot at its end changes nothing. */
function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.+$/, '');
  return name.includes('.') && !PRIVATE_NAMES.test(name);
}

/**
 * Whether a target may be set: also looks its host up. A name that cannot be looked up now may be, because it is looked up again
 * with every connection.
 */
export async function isAllowedTarget(url: URL, rules: OutgoingRules): Promise<boolean> {
  const host = bareHost(url);
  if (rules.allowsPrivate || isIP(host) !== 0) return true;
  const addresses = await rules.resolve(host).catch(() => null);
  return addresses === null || addresses.some(isPublicAddress);
}

/** The host as sockets take it: an IPv6 address without its brackets. */
function bareHost({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/**
 * For `lookup` of a connection: finds the addresses and gives only those that are allowed, so that the one connected to is the
 * one that was checked, whatever the name stands for a moment later.
 */
export function createLookup({ allowsPrivate, resolve }: OutgoingRules): LookupFunction {
  return (hostname, options, callback) => {
    const find = async () => {
      const found = await resolve(hostname);
      const allowed = allowsPrivate ? found : found.filter(isPublicAddress);
      const addresses = allowed.map((address) => ({ address, family: isIP(address) }));
      const [first] = addresses;
      if (first === undefined) throw new ForbiddenAddressError();
      return { addresses, first };
    };
    find().then(
      ({ addresses, first }) =>
        options.all ? callback(null, addresses) : callback(null, first.address, first.family),
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
