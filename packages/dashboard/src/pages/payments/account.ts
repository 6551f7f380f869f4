import type { Answer } from '../../api/client.js';

/** A connected payment account. */
export type Account = Answer<'/api/workspaces/{workspaceId}/payment-connections'>['data'][number];
