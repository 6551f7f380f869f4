import type { Answer, Input } from '../../../api/client.js';

/** Where many partners are changed at once. */
export const PATH = '/api/programs/{programId}/partners/bulk';

type Body = Input<typeof PATH, 'post'>['body'];
/** What is done with each of them. */
export type Action = Body['action'];
/** What can be done with many partners. */
export type ActionType = Action['type'];
/** What became of each. */
export type BulkAnswer = Answer<typeof PATH, 'post'>;
/** Who is to change: these, or all that the list finds. */
export type Chosen = Pick<Body, 'ids' | 'filter'>;
