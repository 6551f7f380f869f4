import type { Row } from '../../api/client.js';

/** A referral link as lists have it. */
export type Link = Row<'/api/programs/{programId}/links'>;
