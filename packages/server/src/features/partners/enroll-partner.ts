import type { PartnerItem } from '@svc/contract';
import type { ClientBase } from 'pg';
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
 * Enrolls a partner in a program. A partner that the workspace already has with this email is reused and keeps its name.
 * Throws `RefusedError`: `partner_exists` if it is enrolled already, whatever its status (the transaction stays usable),
 * and `program_archived`.
 */
export async function enrollPartner(
  client: ClientBase,
  place: { readonly workspaceId: number; readonly programId: number },
  input: NewPartner,
): Promise<PartnerItem> {
  const email = parseValue(emailType, input.email, 'email');
  const name = parseValue(nameType, input.name, 'name');
  const { rows: archived } = await client.query(
    'select 1 from programs where id = $1 and archived_at is not null',
    [place.programId],
  );
  if (archived.length > 0) throw new RefusedError('program_archived');
  await client.query(
    'insert into partners (workspace_id, email, name) values ($1, $2, $3) on conflict (workspace_id, email) do nothing',
    [place.workspaceId, email, name],
  );
  const { rows } = await client.query<{ partner_id: number }>(
    `insert into enrollments (program_id, partner_id, status)
     select $1, id, $4 from partners where workspace_id = $2 and email = $3
     on conflict (program_id, partner_id) do nothing returning partner_id`,
    [place.programId, place.workspaceId, email, input.status],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('partner_exists');
  const partner = await findPartner(client, place.programId, row.partner_id);
  if (partner === null) throw new Error('the partner was not written');
  return partner;
}
