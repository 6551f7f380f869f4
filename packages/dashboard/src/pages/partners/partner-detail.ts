import type { Answer } from '../../api/client.js';

/** A partner as their page knows them. */
export type PartnerDetail = Answer<'/api/programs/{programId}/partners/{id}'>;
