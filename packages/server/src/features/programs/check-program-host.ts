import { ProgramHostCheck } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { ANOTHER_WORKSPACE, type AuditEntry, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findHost, moveHost } from './workspace-hosts.js';

/** The name whose TXT records prove who a host belongs to. */
const nameOfRecord = (host: string) => `_svc.${host}`;

/** Looks for the record of a host in DNS; once it is there, the host serves this workspace and no other. */
export const checkProgramHost = defineOperation({
  name: 'checkProgramHost',
  route: 'POST /api/programs/:programId/hosts/:host/check',
  permission: 'program:write',
  summary: 'Look for the DNS record that proves a host, and use the host once it is there',
  output: ProgramHostCheck,
  errors: ['name_server_failed'],
  audit: 'program.host.check',
  async prepare({ pool, scope, services, text }) {
    const { host, record } = await requireHost(pool, scope.programId, text('host'));
    const records = await services.loadTextRecords(nameOfRecord(host)).catch(() => {
      throw new RefusedError('name_server_failed');
    });
    return records.includes(record);
  },
  async run({ client, scope, text, prepared: isFound }) {
    const { programId, workspaceId } = scope;
    const before = await requireHost(client, programId, text('host'));
    if (!isFound) return unchanged({ ...before, record_found: false });
    const left = await moveHost(client, workspaceId, before.host);
    const after = await requireHost(client, programId, before.host);
    const answer = { ...after, record_found: true };
    if (after.status === before.status) return unchanged(answer);
    const { host } = before;
    const entries: AuditEntry[] = left.map((place) => ({
      ...{ on: 'program', id: place.programId, place, actor: ANOTHER_WORKSPACE, action: 'program.host.lose' },
      ...{ before: { host, status: 'serving' }, after: { host, status: 'unproven' } },
    }));
    return { answer, entries: [{ on: 'program', id: programId, before, after }, ...entries] };
  },
  async after({ services }, answer) {
    services.forgetConfiguration();
    return answer;
  },
});

async function requireHost(db: Pool | ClientBase, programId: number, name: string) {
  const host = await findHost(db, programId, name.toLowerCase());
  if (host === null) throw new RefusedError('not_found');
  return host;
}
