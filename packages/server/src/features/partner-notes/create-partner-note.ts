import { PartnerNote, PartnerNoteCreate } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { findEnrollment } from '../rules/change-rule.js';
import { NOTE_COLUMNS, type NoteRow, noteFromRow } from './note-item.js';

/** The audit log, which nothing is taken out of, says only that there is a note: its author can delete what it says. */
export const createPartnerNote = defineOperation({
  name: 'createPartnerNote',
  route: 'POST /api/programs/:programId/partners/:id/notes',
  permission: 'partner:write',
  summary: 'Write a note about a partner, for the team alone',
  input: PartnerNoteCreate,
  output: PartnerNote,
  audit: 'partner_note.create',
  async run({ client, scope: { programId }, actor, input, id }) {
    const partnerId = id();
    const enrollmentId = await findEnrollment(client, programId, partnerId);
    const { rows } = await client.query<NoteRow>(
      `insert into partner_notes as n (program_id, enrollment_id, user_id, user_email, body)
       values ($1, $2, $3, $4, $5) returning ${NOTE_COLUMNS}`,
      [programId, enrollmentId, actor.userId, actor.email, input.body],
    );
    const row = rows[0];
    if (row === undefined) throw new Error('the note was not written');
    const after = { id: row.id, partner_id: partnerId };
    return changed(noteFromRow(row, actor), { on: 'partner_note', id: row.id, before: null, after });
  },
});
