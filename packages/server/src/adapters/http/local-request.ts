import type { FastifyRequest } from 'fastify';
import { hostnameOf, isLoopbackAddress, isLoopbackName } from '../../net/host-names.js';

/** Headers by which proxies say that a request is somebody else's; those that begin with `x-forwarded` or `x-original` count too. */
const FORWARDING = new Set([
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-real-ip',
]);

/**
 * Whether a request was made on this machine, for this machine: its connection comes from the loopback address, its
 * `Host` is loopback, and no proxy says that it passes it on. Whose headers are trusted does not matter: what a proxy on
 * this machine forwards is never local.
 */
export function isLocalRequest({ raw }: FastifyRequest): boolean {
  const name = hostnameOf(raw.headers.host ?? '');
  return (
    isLoopbackAddress(raw.socket.remoteAddress ?? '') &&
    name !== null &&
    isLoopbackName(name) &&
    !Object.keys(raw.headers).some(
      (header) => FORWARDING.has(header) || /^x-(forwarded|original)/.test(header),
    )
  );
}
