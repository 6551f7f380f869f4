import type { PartnerItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed } from '../../operations/change.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { emailType, nameType } from '../../operations/value-types.js';
import { findPartner } from './find-partner.js';

/** A partner to enroll. */
export interface NewPartner {
  readonly email: string;
  readonly name: string;
  readonly status: PartnerItem['status'];
}

/**
 * Stores a partner of a workspace, without a program yet, and returns its id. A partner that the workspace already has with
 * this email is reused and keeps its name.
 */
export async function insertPartner(
  client: ClientBase,
  workspaceId: number,
  input: Pick<NewPartner, 'email' | 'name'>,
): Promise<number> {
  const email = parseValue(emailType, input.email, 'email');
  await client.query(
    'insert into partners (workspace_id, email, name) values ($1, $2, $3) on conflict (workspace_id, email) do nothing',
    [workspaceId, email, parseValue(nameType, input.name, 'name')],
  );
  const { rows } = await client.query<{ id: number }>(
    'select id from partners where workspace_id = $1 and email = $2',
    [workspaceId, email],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the partner was not written');
  return row.id;
}

/**
 * Enrolls a partner in a program. A partner that the workspace already has with this email is reused and keeps its name.
 * Throws `RefusedError`: `partner_exists` if it is enrolled already, whatever its status (the transaction stays usable),
 * and `program_archived`.
 */
export async function enrollPartner(
  client: ClientBase,
  { workspaceId, programId }: { readonly workspaceId: number; readonly programId: number },
  input: NewPartner,
): Promise<Change<PartnerItem>> {
  const { rows: archived } = await client.query(
    'select 1 from programs where id = $1 and archived_at is not null',
    [programId],
  );
  if (archived.length > 0) throw new RefusedError('program_archived');
  const partnerId = await insertPartner(client, workspaceId, input);
  const { rowCount } = await client.query(
    `insert into enrollments (program_id, partner_id, status) values ($1, $2, $3)
     on conflict (program_id, partner_id) do nothing`,
    [programId, partnerId, input.status],
  );
  if (rowCount === 0) throw new RefusedError('partner_exists');
  const partner = await findPartner(client, programId, partnerId);
  if (partner === null) throw new Error('the partner was not written');
  return changed(partner, { on: 'partner', id: partnerId, before: null, after: partner }, [
    { type: 'partner.updated', programId, objectId: partnerId },
  ]);
}
