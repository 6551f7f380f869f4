import type { PartnerItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed, unchanged } from '../audit/change.js';
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
  // The name is the same in all programs of the workspace, so that the enrollment alone does not keep it still. Partner
  // first, as provisioning locks them.
  await client.query('select 1 from partners where id = $1 for no key update', [of.partnerId]);
  await client.query(
    'select 1 from enrollments where program_id = $1 and partner_id = $2 for no key update',
    [of.programId, of.partnerId],
  );
  const before = await findPartner(client, of.programId, of.partnerId);
  if (before === null) throw new RefusedError('not_found');
  if (wanted.name !== undefined) demand(nameType, wanted.name, 'name');
  const after = { ...before, status: wanted.status ?? before.status, name: wanted.name ?? before.name };
  if (after.status === before.status && after.name === before.name) return unchanged(before);
  if (wanted.status !== undefined) {
    await client.query('update enrollments set status = $3 where program_id = $1 and partner_id = $2', [
      of.programId,
      of.partnerId,
      wanted.status,
    ]);
  }
  if (wanted.name !== undefined) {
    await client.query('update partners set name = $2 where id = $1', [of.partnerId, wanted.name]);
  }
  return changed(after, { on: 'partner', id: of.partnerId, before, after });
}

/** Whether a partner has an account that an invitation gave them. */
export async function hasAccount(client: ClientBase, partnerId: number): Promise<boolean> {
  const { rows } = await client.query('select 1 from partners where id = $1 and user_id is not null', [
    partnerId,
  ]);
  return rows.length > 0;
}
