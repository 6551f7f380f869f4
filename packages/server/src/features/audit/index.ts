import type { Operation } from '../../operations/operation.js';
import { listAudit } from './list-audit.js';

/** What can be asked of audit. */
export const AUDIT: readonly Operation[] = [listAudit];
