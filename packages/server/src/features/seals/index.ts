import type { Operation } from '../../operations/operation.js';
import { listSeals } from './list-seals.js';
import { readSeal } from './read-seal.js';
import { readSealKey } from './read-seal-key.js';

/** What can be asked of seals. */
export const SEALS: readonly Operation[] = [listSeals, readSeal, readSealKey];
