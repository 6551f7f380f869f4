import { type MessageToPartner, MessageToPartnerPage, MessageToPartnerQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type SortColumns } from '../../operations/keyset.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findPartner } from '../partners/find-partner.js';
import { ARE_RECEIVED } from './received-messages.js';

const SORTS: SortColumns = { created_at: { sql: 'm.id', type: 'number' } };

type Row = Omit<MessageToPartner, 'created_at'> & { readonly created_at: Date };

export const listMessagesToPartner = defineList({
  name: 'listMessagesToPartner',
  route: 'GET /api/programs/:programId/partners/:id/messages',
  permission: 'program:read',
  summary: 'Messages that a partner got from the team, newest first',
  input: MessageToPartnerQuery,
  output: MessageToPartnerPage,
  sorts: SORTS,
  search: 'subject, text',
  async run({ pool, scope: { programId }, id }, page) {
    const partner = await findPartner(pool, programId, id());
    if (partner === null) throw new RefusedError('not_found');
    const rows = {
      select: `select m.id, m.subject, m.body, m.user_email as by, m.recipient_count, r.no_email, m.created_at
                 from partner_message_recipients r join partner_messages m on m.id = r.message_id`,
      where: ARE_RECEIVED,
      values: [programId, partner.id],
      id: 'm.id',
      sorts: SORTS,
      search: { anywhere: ['m.subject', 'm.body'] },
    };
    return loadPage<Row, MessageToPartner>(pool, page, rows, ({ created_at: createdAt, ...message }) => ({
      ...message,
      created_at: createdAt.toISOString(),
    }));
  },
});
