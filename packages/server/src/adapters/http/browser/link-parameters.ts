import type { Caller } from '@svc/core';
import type { Pool } from 'pg';
import type { Now } from '../../../clock.js';
import { findLinkParameters } from '../../../features/programs/find-link-parameters.js';
import { createReadCache } from '../read-cache.js';
import type { OriginCatalog } from './origins.js';

const MAX_PROGRAMS = 10_000;
const REMEMBERED_MS = 5_000;

/** In which query parameters a click may have its short link where its address has no `aff`. Contract 2 section 10. */
export interface LinkParameters {
  /** Those of the key's program, or of each program that lists the origin, in order. Rejects when the database fails. */
  of(caller: Caller): Promise<readonly string[]>;
  /** Forgets what is remembered, after a change of programs. */
  forget(): void;
}

/** Reads them of programs, from memory for a few seconds. Only clicks without `aff` ask. */
export function createLinkParameters(pool: Pool, origins: OriginCatalog, now: Now): LinkParameters {
  const ofPrograms = createReadCache({
    max: MAX_PROGRAMS,
    ttlMs: REMEMBERED_MS,
    now,
    find: (programId) => findLinkParameters(pool, Number(programId)),
  });
  return {
    async of(caller) {
      if (caller.mode === 'server') return (await ofPrograms.read(String(caller.programId))) ?? [];
      return caller.origin === null ? [] : origins.linkParameters(caller.origin);
    },
    forget: ofPrograms.clear,
  };
}
