import Type, { type Static } from 'typebox';
import { Id, NoteInput, PAGE_QUERY, pageOf, Time } from './shapes.js';

// What a team writes about a partner for itself.

/** A note about a partner. `is_own`: the caller wrote it, and can delete it. */
export const PartnerNote = Type.Object({
  id: Id,
  body: Type.String(),
  by: Type.String(),
  is_own: Type.Boolean(),
  created_at: Time,
});

export const PartnerNotePage = pageOf(PartnerNote);
export const PartnerNoteQuery = Type.Object(PAGE_QUERY);
export const PartnerNoteCreate = Type.Object({ body: NoteInput });

export type PartnerNote = Static<typeof PartnerNote>;
