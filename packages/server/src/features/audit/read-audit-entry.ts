import { AuditItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findEntry } from './list-audit.js';

export const readAuditEntry = defineRead({
  name: 'readAuditEntry',
  route: 'GET /api/workspaces/:workspaceId/audit/:id',
  permission: 'program:write',
  summary: 'One entry of the audit log',
  output: AuditItem,
  async run({ pool, scope: { workspaceId }, id }) {
    const entry = await findEntry(pool, workspaceId, id());
    if (entry === null) throw new RefusedError('not_found');
    return entry;
  },
});
