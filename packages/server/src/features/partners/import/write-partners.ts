import type { ClientBase } from 'pg';
import type { ProgramEvent } from '../../../events/append-events.js';
import { columnsOf } from '../../../ingest/columns.js';
import type { Actor, AuditEntry } from '../../../operations/change.js';
import { RefusedError } from '../../../operations/refused-error.js';
import { moveToGroup } from '../../groups/move-to-group.js';
import { insertLink } from '../../links/insert-link.js';
import { insertInvitations } from '../../people/insert-invitations.js';
import { findPartners } from '../find-partner.js';
import type { CheckedRow, ImportScope } from './check-rows.js';

/** What was written, for the audit log and the events. */
export interface WrittenPartners {
  readonly entries: AuditEntry[];
  readonly events: ProgramEvent[];
}

/**
 * Enrolls and invites everyone of these rows, in a few statements for all of them. Throws `RefusedError` where somebody else enrolled one or
 * took a link meanwhile; nothing is kept then.
 */
export async function writePartners(
  client: ClientBase,
  scope: ImportScope,
  rows: readonly CheckedRow[],
  actor: Actor,
): Promise<WrittenPartners> {
  const idOf = await enroll(client, scope, rows);
  const partnerOf = (row: CheckedRow) => idOf.get(row.email) ?? 0;
  const entries: AuditEntry[] = [];
  const { programId } = scope;
  for (const row of rows) {
    if (row.link === null) continue;
    const link = { programId, partnerId: partnerOf(row), shortLink: row.link, destinationUrl: null };
    const made = await insertLink(client, link);
    entries.push(...made.entries.map((entry) => ({ ...entry, action: 'link.create' })));
  }
  const groupIds = new Set(rows.map(({ groupId }) => groupId));
  for (const groupId of groupIds) {
    if (groupId === null) continue;
    const members = rows.filter((row) => row.groupId === groupId).map(partnerOf);
    const moved = await moveToGroup(client, scope, members, groupId);
    // That they are in it is in the entry of each partner; what they earn by is an entry of its own.
    entries.push(...moved.entries.filter(({ action }) => action !== 'partner.update'));
  }
  const invitees = rows.map((row) => ({ email: row.email, partnerId: partnerOf(row) }));
  await insertInvitations(client, { workspaceId: scope.workspaceId, invitedBy: actor.email, invitees });
  const partners = await findPartners(client, programId, [...idOf.values()]);
  const invited = [...partners.values()];
  return {
    entries: [...invited.map((after) => ({ on: 'partner', id: after.id, before: null, after })), ...entries],
    events: invited.map(({ id }) => ({ type: 'partner.updated', programId, objectId: id })),
  };
}

/** Gives the ids of the partners by email. A partner of another program of the workspace is reused and keeps its name. */
async function enroll(
  client: ClientBase,
  { workspaceId, programId }: ImportScope,
  rows: readonly CheckedRow[],
): Promise<ReadonlyMap<string, number>> {
  const [emails, names, tags] = columnsOf(
    rows,
    ({ email }) => email,
    ({ name }) => name,
    (row) => row.tags.join(','),
  );
  await client.query(
    `insert into partners (workspace_id, email, name)
     select $1, r.email, r.name from unnest($2::text[], $3::text[]) as r (email, name) order by r.email
     on conflict (workspace_id, email) do nothing`,
    [workspaceId, emails, names],
  );
  const { rows: enrolled } = await client.query<{ partner_id: number }>(
    `insert into enrollments (program_id, partner_id, status, tags)
     select $2, p.id, 'approved', string_to_array(r.tags, ',')
       from unnest($3::text[], $4::text[]) with ordinality as r (email, tags, place)
       join partners p on p.workspace_id = $1 and p.email = r.email
      order by r.place
     on conflict (program_id, partner_id) do nothing returning partner_id`,
    [workspaceId, programId, emails, tags],
  );
  if (enrolled.length < rows.length) throw new RefusedError('partner_exists');
  const { rows: found } = await client.query<{ id: number; email: string }>(
    'select id, email from partners where workspace_id = $1 and email = any($2::text[])',
    [workspaceId, emails],
  );
  return new Map(found.map(({ id, email }) => [email, id]));
}
