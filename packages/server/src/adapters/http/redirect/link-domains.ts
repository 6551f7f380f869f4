import { isIP } from 'node:net';
import type { Pool } from 'pg';
import type { Now } from '../../../clock.js';
import { findLinkDomain, type LinkDomain } from '../../../features/programs/find-link-domain.js';
import { hostnameOf } from '../../../net/host-names.js';
import { createRemembered } from './remembered.js';

const MAX_HOSTS = 10_000;
const REMEMBERED_MS = 5_000;

/** The hosts on which nothing but links is served. */
export interface LinkDomains {
  /** The domain that a `Host` header names, if that is known at `nowMs`. */
  peek(host: string, nowMs: number): LinkDomain | undefined;
  /** The same, asking the database; null when it is none. Rejects when nobody can know. */
  find(host: string): Promise<LinkDomain | null>;
  /** Whether a header could name one at all; numeric addresses cannot. */
  isPossible(host: string): boolean;
  /** Asks again next time, after a change of programs. */
  forget(): void;
}

/** The link domains of all programs; other processes see a change after five seconds at most. */
export function createLinkDomains(pool: Pool, now: Now): LinkDomains {
  const byName = createRemembered({
    max: MAX_HOSTS,
    ttlMs: REMEMBERED_MS,
    now,
    find: (name) => findLinkDomain(pool, name),
  });
  return {
    peek: (host, nowMs) => byName.peek(hostnameOf(host) ?? '', nowMs),
    find: async (host) => byName.find(hostnameOf(host) ?? ''),
    isPossible(host) {
      const name = hostnameOf(host);
      return name !== null && !name.startsWith('[') && isIP(name) === 0;
    },
    forget: byName.forget,
  };
}
