import type { Answer } from '../../api/client.js';

/** A code, as its page shows it. */
export type Code = Answer<'/api/programs/{programId}/codes/{id}'>;
