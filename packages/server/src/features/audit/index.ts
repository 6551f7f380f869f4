import type { Operation } from '../../operations/operation.js';
import { listAudit } from './list-audit.js';
import { readAuditEntry } from './read-audit-entry.js';

/** What can be asked of audit. */
export const AUDIT: readonly Operation[] = [listAudit, readAuditEntry];
