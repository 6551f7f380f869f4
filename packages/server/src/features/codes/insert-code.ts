import type { CodeCreate, CodeItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { type Change, changed } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { lockCode } from './code-item.js';
import { setProcessorIds } from './set-processor-ids.js';

/** Stores a code of a partner who takes part in the program and is approved, for one of the partner's links if one is named. */
export async function insertCode(
  client: ClientBase,
  programId: number,
  { code, partner_id: partnerId, link_id: linkId = null, processor_ids: processorIds = [] }: CodeCreate,
): Promise<Change<CodeItem>> {
  const { rows: enrollments } = await client.query<{ id: number; status: string; is_archived: boolean }>(
    `select e.id, e.status, p.archived_at is not null as is_archived
       from enrollments e join programs p on p.id = e.program_id
      where e.program_id = $1 and e.partner_id = $2`,
    [programId, partnerId],
  );
  const enrollment = enrollments[0];
  if (enrollment === undefined) throw new RefusedError('not_found');
  if (enrollment.is_archived) throw new RefusedError('program_archived');
  if (enrollment.status !== 'approved') throw new RefusedError('partner_not_approved');
  if (linkId !== null) await requireLink(client, { programId, partnerId, linkId });
  const { rows } = await client
    .query<{ id: number }>(
      `insert into codes (program_id, partner_id, enrollment_id, link_id, code) values ($1, $2, $3, $4, $5) returning id`,
      [programId, partnerId, enrollment.id, linkId, code],
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('code_taken') : error;
    });
  const id = rows[0]?.id ?? 0;
  await setProcessorIds(client, { programId, codeId: id }, processorIds);
  const after = await lockCode(client, programId, id);
  return changed(after, { on: 'code', id, before: null, after });
}

async function requireLink(
  client: ClientBase,
  { programId, partnerId, linkId }: { programId: number; partnerId: number; linkId: number },
): Promise<void> {
  const { rowCount } = await client.query(
    'select 1 from links where id = $1 and program_id = $2 and partner_id = $3',
    [linkId, programId, partnerId],
  );
  if (rowCount === 0) throw new RefusedError('field_invalid', 'link_id');
}
