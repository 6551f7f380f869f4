import type { Operation } from '../../operations/operation.js';
import { createManagementKey } from './create-management-key.js';
import { listManagementKeys } from './list-management-keys.js';
import { revokeManagementKey } from './revoke-management-key.js';
import { rotateManagementKey } from './rotate-management-key.js';

/** What can be asked of management keys. */
export const MANAGEMENT_KEYS: readonly Operation[] = [
  createManagementKey,
  listManagementKeys,
  revokeManagementKey,
  rotateManagementKey,
];
