import type { Operation } from '../../operations/operation.js';
import { listSecurityEvents } from './list-security-events.js';

/** What can be asked of security. */
export const SECURITY: readonly Operation[] = [listSecurityEvents];
