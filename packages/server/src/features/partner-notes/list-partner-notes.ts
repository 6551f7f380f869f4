import { type PartnerNote, PartnerNotePage, PartnerNoteQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadPage, type SortColumns } from '../../operations/keyset.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findPartner } from '../partners/find-partner.js';
import { NOTE_COLUMNS, type NoteRow, noteFromRow } from './note-item.js';

const SORTS: SortColumns = { created_at: { sql: 'n.id', type: 'number' } };

export const listPartnerNotes = defineList({
  name: 'listPartnerNotes',
  route: 'GET /api/programs/:programId/partners/:id/notes',
  permission: 'program:read',
  summary: 'What the team wrote about a partner for itself, newest first',
  input: PartnerNoteQuery,
  output: PartnerNotePage,
  sorts: SORTS,
  search: 'text',
  async run({ pool, scope, actor, id }, page) {
    const partner = await findPartner(pool, scope.programId, id());
    if (partner === null) throw new RefusedError('not_found');
    const rows = {
      select: `select ${NOTE_COLUMNS} from partner_notes n`,
      where: 'n.enrollment_id = $1',
      values: [partner.enrollment_id],
      id: 'n.id',
      sorts: SORTS,
      search: { anywhere: ['n.body'] },
    };
    return loadPage<NoteRow, PartnerNote>(pool, page, rows, (row) => noteFromRow(row, actor));
  },
});
