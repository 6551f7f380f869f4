import type { PartnerItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed } from '../audit/change.js';
import { demand } from '../demand.js';
import { nameType } from '../provision/values.js';
import { RefusedError } from '../refused-error.js';
import { findPartner } from './list-partners.js';

/**
 * Approves, rejects or suspends a partner, or gives one another name. Only links of an approved partner count clicks;
 * what was earned before stays owed.
 */
export async function updatePartner(
  client: ClientBase,
  of: { readonly programId: number; readonly partnerId: number },
  wanted: { readonly status?: PartnerItem['status']; readonly name?: string },
): Promise<Change<PartnerItem>> {
  await client.query(
    'select 1 from enrollments where program_id = $1 and partner_id = $2 for no key update',
    [of.programId, of.partnerId],
  );
  const before = await findPartner(client, of.programId, of.partnerId);
  if (before === null) throw new RefusedError('not_found');
  await client.query('update enrollments set status = $3 where program_id = $1 and partner_id = $2', [
    of.programId,
    of.partnerId,
    wanted.status ?? before.status,
  ]);
  await client.query('update partners set name = $2 where id = $1', [
    of.partnerId,
    demand(nameType, wanted.name ?? before.name, 'name'),
  ]);
  const after = { ...before, status: wanted.status ?? before.status, name: wanted.name ?? before.name };
  return changed(after, { on: 'partner', id: of.partnerId, before, after });
}

/** Whether a partner has an account that an invitation gave them. */
export async function hasAccount(client: ClientBase, partnerId: number): Promise<boolean> {
  const { rows } = await client.query('select 1 from partners where id = $1 and user_id is not null', [
    partnerId,
  ]);
  return rows.length > 0;
}
