import type { Answer, Input } from '../../../api/client.js';

/** Where messages to partners are sent. */
export const PATH = '/api/programs/{programId}/partner-messages';

/** What is sent, and to whom. */
export type NewMessage = Input<typeof PATH, 'post'>['body'];
/** Who gets it. */
export type MessageAnswer = Answer<typeof PATH, 'post'>;
