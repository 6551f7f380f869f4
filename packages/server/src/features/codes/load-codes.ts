import type { CodeItem } from '@svc/contract';
import type { Pool } from 'pg';
import { type Page, type PageRequest, positionOf, toPage } from '../../operations/keyset.js';
import { type CodeRow, codeFromRow, SELECT_CODES } from './code-item.js';

/** The codes of a program, or of one partner in it, newest first. */
export async function loadCodes(
  pool: Pool,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number | null },
  request: PageRequest,
): Promise<Page<CodeItem>> {
  const owned = partnerId === null ? '' : 'and c.partner_id = $4';
  const { rows } = await pool.query<CodeRow>(
    `${SELECT_CODES} where c.program_id = $1 and c.id < $2 ${owned} order by c.id desc limit $3`,
    [programId, ...positionOf(request, 1), request.limit + 1, ...(partnerId === null ? [] : [partnerId])],
  );
  return toPage(rows, request, (row) => [row.id], codeFromRow);
}
