import { isDeepStrictEqual } from 'node:util';
import type { PartnerItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed, unchanged } from '../../operations/change.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { nameType } from '../../operations/value-types.js';
import { settleApplications } from '../notifications/settle.js';
import { findPartner } from './find-partner.js';

/**
 * Approves, rejects or suspends a partner, or gives one another name or other tags. Only links of an approved partner count clicks;
 * what was earned before stays owed.
 */
export async function changePartner(
  client: ClientBase,
  key: { readonly programId: number; readonly partnerId: number },
  changes: {
    readonly status?: PartnerItem['status'];
    readonly name?: string;
    /** As `readTags` gives them. */
    readonly tags?: readonly string[];
  },
): Promise<Change<PartnerItem>> {
  // The name is the same in all programs of the workspace, so that the enrollment alone does not keep it still. Partner
  // first, as provisioning locks them.
  await client.query('select 1 from partners where id = $1 for no key update', [key.partnerId]);
  await client.query(
    'select 1 from enrollments where program_id = $1 and partner_id = $2 for no key update',
    [key.programId, key.partnerId],
  );
  const before = await findPartner(client, key.programId, key.partnerId);
  if (before === null) throw new RefusedError('not_found');
  const after = {
    ...before,
    status: changes.status ?? before.status,
    name: changes.name ?? before.name,
    tags: [...(changes.tags ?? before.tags)],
  };
  if (isDeepStrictEqual(after, before)) return unchanged(before);
  if (changes.status !== undefined || changes.tags !== undefined) {
    await client.query(
      'update enrollments set status = $3, tags = $4 where program_id = $1 and partner_id = $2',
      [key.programId, key.partnerId, after.status, after.tags],
    );
  }
  if (before.status === 'pending' && after.status !== 'pending')
    await settleApplications(client, [key.programId]);
  if (changes.name !== undefined) await renamePartner(client, key.partnerId, changes.name);
  return changed(after, { on: 'partner', id: key.partnerId, before, after }, [
    { type: 'partner.updated', programId: key.programId, objectId: key.partnerId },
  ]);
}

/** Gives a partner of a workspace another name, which is theirs in all its programs. */
export async function renamePartner(
  client: ClientBase,
  partnerId: number,
  name: string,
): Promise<Change<Pick<PartnerItem, 'id' | 'email' | 'name'>>> {
  const { rows } = await client.query<Pick<PartnerItem, 'id' | 'email' | 'name'>>(
    'select id, email, name from partners where id = $1 for no key update',
    [partnerId],
  );
  const before = rows[0];
  if (before === undefined) throw new RefusedError('not_found');
  const after = { ...before, name: parseValue(nameType, name, 'name') };
  await client.query('update partners set name = $2 where id = $1', [partnerId, after.name]);
  return changed(after, { on: 'partner', id: partnerId, before, after });
}
