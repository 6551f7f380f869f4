import type { Row } from '../../api/client.js';

/** A code as lists have it. */
export type Code = Row<'/api/programs/{programId}/codes'>;
