import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Now } from '../../clock.js';
import { networkOf } from '../../net/network.js';
import { sendRetryLater } from './errors.js';

const WINDOW_MS = 60_000;
const MAX_CALLERS = 100_000;

/** Counts requests of callers within a minute. */
export interface RateLimit {
  /** Counts one request: 0 when it may go on, else in how many seconds the caller may retry. */
  take(caller: string | number): number;
}

/** The limits, each per process. Contract section 2. */
export interface RateLimits {
  /** Per address, on browser routes. */
  readonly browser: RateLimit;
  /** Per API key, on server routes. */
  readonly server: RateLimit;
  /** Per management key, on management routes. */
  readonly management: RateLimit;
  /** Per address, on sign-in. */
  readonly signIn: RateLimit;
  /** Per address, on what anyone may read, and on requests whose session is not valid. */
  readonly reads: RateLimit;
  /** Per account, on requests with a session. */
  readonly sessions: RateLimit;
  /** Per account, on files that are drawn. */
  readonly files: RateLimit;
}

interface Window {
  count: number;
  readonly endsMs: number;
}

/**
 * At most `maxPerMinute` requests a minute for each caller, counted from the caller's first; the callers that have
 * been away longest are forgotten. Of our own because it is synchronous: @fastify/rate-limit answers through promises,
 * which cost about a fifth of a click.
 */
export function createRateLimit(maxPerMinute: number, now: Now): RateLimit {
  // It takes its whole memory when it is made, so it is made for the first caller.
  let windows: LRUCache<string | number, Window> | undefined;
  return {
    take(caller) {
      windows ??= new LRUCache({ max: MAX_CALLERS });
      const nowMs = now();
      const window = windows.get(caller);
      if (window === undefined || nowMs >= window.endsMs) {
        windows.set(caller, { count: 1, endsMs: nowMs + WINDOW_MS });
        return 0;
      }
      window.count += 1;
      return window.count <= maxPerMinute ? 0 : (window.endsMs - nowMs) / 1000;
    },
  };
}

const UNLIMITED: RateLimit = { take: () => 0 };

/** All limits, or none of them where they are turned off. */
export function createRateLimits(isOn: boolean, now: Now): RateLimits {
  const limit = (maxPerMinute: number) => (isOn ? createRateLimit(maxPerMinute, now) : UNLIMITED);
  return {
    browser: limit(600),
    server: limit(12_000),
    management: limit(12_000),
    signIn: limit(10),
    reads: limit(600),
    sessions: limit(1200),
    files: limit(10),
  };
}

/** Whether a request may go on; when not, it has been answered with 429. */
export function isWithin(limit: RateLimit, caller: string | number, reply: FastifyReply): boolean {
  const waitSeconds = limit.take(caller);
  if (waitSeconds === 0) return true;
  sendRetryLater(reply, 'rate_limited', waitSeconds);
  return false;
}

/** Counts a request of the address that it comes from: 0 when it may go on, else in how many seconds. Nothing is answered. */
export function takeOfAddress(limit: RateLimit, request: FastifyRequest): number {
  // Asking the connection for its address is not free, so it is not asked in vain.
  return limit === UNLIMITED ? 0 : limit.take(networkOf(request.ip));
}

/** As `isWithin`, for the address that a request comes from; of IPv6 its network (see `networkOf`). */
export function isAddressWithin(limit: RateLimit, request: FastifyRequest, reply: FastifyReply): boolean {
  // Asking the connection for its address is not free, so it is not asked in vain.
  return limit === UNLIMITED || isWithin(limit, networkOf(request.ip), reply);
}

/** An onRequest hook that counts requests per address. */
export function limitByAddress(limit: RateLimit): onRequestHookHandler {
  return (request: FastifyRequest, reply: FastifyReply, done) => {
    if (isAddressWithin(limit, request, reply)) done();
  };
}
