import { PartnerNote } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findEnrollment } from '../rules/change-rule.js';
import { isAuthor, NOTE_COLUMNS, type NoteRow, noteFromRow } from './note-item.js';

/** Deletes a note of the caller's own. To everybody else it is a note that is not there. */
export const deletePartnerNote = defineOperation({
  name: 'deletePartnerNote',
  route: 'DELETE /api/programs/:programId/partners/:id/notes/:noteId',
  permission: 'partner:write',
  summary: 'Delete a note about a partner that one wrote oneself',
  output: PartnerNote,
  audit: 'partner_note.delete',
  async run({ client, scope: { programId }, actor, id }) {
    const partnerId = id();
    const enrollmentId = await findEnrollment(client, programId, partnerId);
    const { rows } = await client.query<NoteRow>(
      `select ${NOTE_COLUMNS} from partner_notes n where n.id = $1 and n.enrollment_id = $2 for update`,
      [id('noteId'), enrollmentId],
    );
    const row = rows[0];
    if (row === undefined || !isAuthor(row, actor)) throw new RefusedError('not_found');
    await client.query('delete from partner_notes where id = $1', [row.id]);
    const before = { id: row.id, partner_id: partnerId };
    return changed(noteFromRow(row, actor), { on: 'partner_note', id: row.id, before, after: null });
  },
});
