import type { CodeItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

export const SELECT_CODES = `
  select c.id, c.program_id, c.code, c.partner_id, e.status as partner_status, c.link_id, c.deactivated_at, c.created_at,
         array(select d.processor_id from code_processor_ids d where d.code_id = c.id order by d.processor_id) as processor_ids
    from codes c join enrollments e on e.id = c.enrollment_id`;

/** A row that `SELECT_CODES` reads. */
export interface CodeRow {
  readonly id: number;
  readonly program_id: number;
  readonly code: string;
  readonly partner_id: number;
  readonly partner_status: CodeItem['partner_status'];
  readonly link_id: number | null;
  readonly deactivated_at: Date | null;
  readonly created_at: Date;
  readonly processor_ids: string[];
}

/** A code as it is shown. */
export function codeFromRow(row: CodeRow): CodeItem {
  return {
    id: row.id,
    code: row.code,
    partner_id: row.partner_id,
    partner_status: row.partner_status,
    link_id: row.link_id,
    processor_ids: row.processor_ids,
    is_active: row.deactivated_at === null,
    created_at: row.created_at.toISOString(),
  };
}

/** A code of a program, locked until the transaction ends, or a refusal. */
export async function lockCode(client: ClientBase, programId: number, codeId: number): Promise<CodeItem> {
  await client.query('select 1 from codes where id = $1 and program_id = $2 for no key update', [
    codeId,
    programId,
  ]);
  const { rows } = await client.query<CodeRow>(`${SELECT_CODES} where c.id = $1 and c.program_id = $2`, [
    codeId,
    programId,
  ]);
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  return codeFromRow(row);
}
