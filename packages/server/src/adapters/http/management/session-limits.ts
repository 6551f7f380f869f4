import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isAddressWithin, isWithin, type RateLimits } from '../rate-limits.js';

const MAX_SESSIONS = 20_000;

/** Limits of requests that come with a session, or should. */
export interface SessionLimits {
  /**
   * Counts a request, before the session is looked up: to its account where its cookie was that of a valid session lately, else to its
   * address. False: it has been answered with 429.
   */
  isWithin(request: FastifyRequest, reply: FastifyReply): boolean;
  /** The cookie of a request is that of a valid session of this account. */
  note(request: FastifyRequest, userId: string): void;
}

/** Limits of sessions for one process. What it remembers opens nothing: each session is still looked up. */
export function createSessionLimits({
  reads,
  sessions,
}: Pick<RateLimits, 'reads' | 'sessions'>): SessionLimits {
  const accounts = new LRUCache<string, string>({ max: MAX_SESSIONS });
  return {
    isWithin(request, reply) {
      const { cookie } = request.headers;
      const account = cookie === undefined ? undefined : accounts.get(hash('sha256', cookie));
      return account === undefined
        ? isAddressWithin(reads, request, reply)
        : isWithin(sessions, account, reply);
    },
    note({ headers: { cookie } }, userId) {
      if (cookie !== undefined) accounts.set(hash('sha256', cookie), userId);
    },
  };
}
