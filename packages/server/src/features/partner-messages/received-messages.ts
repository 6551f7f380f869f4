import type { PartnerMessage } from '@svc/contract';
import type { Pool } from 'pg';
import {
  loadPage,
  type Page,
  type PageRequest,
  type SortColumns,
  sortText,
} from '../../operations/keyset.js';

/** Whose messages: of a partner in a program. */
export interface Reader {
  readonly programId: number;
  readonly partnerId: number;
}

interface Row extends Omit<PartnerMessage, 'created_at'> {
  readonly created_at: Date;
}

const SELECT = `select m.id, m.subject, m.body, m.created_at
  from partner_message_recipients r join partner_messages m on m.id = r.message_id`;

/** Of those that a partner, `$2`, got in a program, `$1`. */
export const ARE_RECEIVED = 'm.program_id = $1 and r.partner_id = $2';

export const RECEIVED_SORTS: SortColumns = {
  created_at: { sql: 'm.id', type: 'number' },
  subject: { sql: sortText('m.subject'), type: 'text' },
};

/** The messages that a partner got, the newest first. */
export function loadReceived(
  pool: Pool,
  { programId, partnerId }: Reader,
  request: PageRequest,
): Promise<Page<PartnerMessage>> {
  const rows = {
    select: SELECT,
    where: ARE_RECEIVED,
    values: [programId, partnerId],
    id: 'm.id',
    sorts: RECEIVED_SORTS,
    search: { anywhere: ['m.subject', 'm.body'] },
  };
  return loadPage<Row, PartnerMessage>(pool, request, rows, messageFromRow);
}

/** A message that a partner got; null: there is no such one. */
export async function findReceived(
  pool: Pool,
  { programId, partnerId }: Reader,
  messageId: number,
): Promise<PartnerMessage | null> {
  const { rows } = await pool.query<Row>(`${SELECT} where ${ARE_RECEIVED} and m.id = $3`, [
    programId,
    partnerId,
    messageId,
  ]);
  const row = rows[0];
  return row === undefined ? null : messageFromRow(row);
}

function messageFromRow({ id, subject, body, created_at: createdAt }: Row): PartnerMessage {
  return { id, subject, body, created_at: createdAt.toISOString() };
}
