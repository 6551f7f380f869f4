import type { Answer } from '../../../api/client.js';

/** Why a sale earned what it earned, or nothing. */
export type Explained = Answer<'/api/programs/{programId}/sales/{id}/explain'>;
