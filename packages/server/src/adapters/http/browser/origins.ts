import type { Pool } from 'pg';
import type { Now } from '../../../clock.js';
import { listProgramsOfOrigin } from '../../../features/programs/list-programs-of-origin.js';
import { createReadCache } from '../read-cache.js';

const MAX_ORIGINS = 20_000;
const REMEMBERED_MS = 5_000;

/** Which origins any program allows, from memory where they were read within the last few seconds. */
export interface OriginCatalog {
  /** Whether an origin is known to be listed at `nowMs`, without asking the database. */
  isKnown(origin: string, nowMs: number): boolean;
  /** Whether any program lists the origin. Rejects when the database fails. */
  isListed(origin: string): Promise<boolean>;
  /**
   * Query parameters that may hold the short link in an address of this origin: those of each program that lists it, in order.
   * Rejects when the database fails.
   */
  linkParameters(origin: string): Promise<readonly string[]>;
  /** Forgets what is remembered, after a change of a program's origins. */
  forget(): void;
}

/** A catalog over `program_origins`; other processes see a change after five seconds at most. */
export function createOriginCatalog(pool: Pool, now: Now): OriginCatalog {
  const cache = createReadCache({
    max: MAX_ORIGINS,
    ttlMs: REMEMBERED_MS,
    now,
    async find(origin) {
      const programs = await listProgramsOfOrigin(pool, origin);
      return programs.length > 0 ? programs : null;
    },
  });
  return {
    isKnown: (origin, nowMs) => cache.peek(origin, nowMs) !== undefined,
    isListed: async (origin) => (await cache.read(origin)) !== null,
    linkParameters: async (origin) =>
      (await cache.read(origin))?.flatMap(({ linkParameters }) => linkParameters) ?? [],
    forget: cache.clear,
  };
}
