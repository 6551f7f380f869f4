import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { hostnameOf, isLoopbackName } from '../../net/host-names.js';

/** Under which names the service may be asked; link domains, which serve links only, are not among them. */
export interface KnownHosts {
  /** Whether the `Host` of a request is one of them; a missing one is not. */
  accepts(request: FastifyRequest): boolean;
  /** Logs that a request was refused for its host, once a minute at most. */
  noteRefused(request: FastifyRequest): void;
}

const MAX_REMEMBERED = 256;
const WARN_EVERY_MS = 60_000;
const SHOWN_LENGTH = 255;

/**
 * The service answers only under its own names: that of its base address, further configured ones, and loopback. A name
 * that an attacker points at this machine would otherwise make the attacker's page one of the service's own to a browser.
 * Ports are not compared: a proxy may have another. Forwarding headers are not looked at: a page can set them.
 * Contract section 7.2.
 *
 * Headers that were accepted once are remembered as they were written, so that a request costs one look-up in a set.
 */
export function createKnownHosts(
  { baseUrl, hosts }: { readonly baseUrl: string; readonly hosts: readonly string[] },
  logger: Pick<Logger, 'warn'>,
): KnownHosts {
  const names = new Set([hostnameOf(new URL(baseUrl).host), ...hosts]);
  const accepted = new Set<string>();
  let nextWarningMs = Number.NEGATIVE_INFINITY;

  function isKnown(header: string): boolean {
    const name = hostnameOf(header);
    if (name === null || !(isLoopbackName(name) || names.has(name))) return false;
    if (accepted.size < MAX_REMEMBERED) accepted.add(header);
    return true;
  }

  return {
    accepts(request) {
      const header = request.raw.headers.host ?? '';
      return accepted.has(header) || isKnown(header);
    },
    noteRefused(request) {
      const nowMs = performance.now();
      if (nowMs < nextWarningMs) return;
      nextWarningMs = nowMs + WARN_EVERY_MS;
      const host = (request.raw.headers.host ?? '').slice(0, SHOWN_LENGTH);
      logger.warn(
        { host },
        'a request for an unknown host was refused; SVC_BASE_URL and SVC_HOSTS name the known ones',
      );
    },
  };
}
