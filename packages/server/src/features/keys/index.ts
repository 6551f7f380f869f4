import type { Operation } from '../../operations/operation.js';
import { createApiKey } from './create-api-key.js';
import { listApiKeys } from './list-api-keys.js';
import { revokeApiKey } from './revoke-api-key.js';
import { rotateApiKey } from './rotate-api-key.js';

/** What can be asked of keys. */
export const KEYS: readonly Operation[] = [createApiKey, listApiKeys, revokeApiKey, rotateApiKey];
