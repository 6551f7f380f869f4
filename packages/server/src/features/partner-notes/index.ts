import type { Operation } from '../../operations/operation.js';
import { createPartnerNote } from './create-partner-note.js';
import { deletePartnerNote } from './delete-partner-note.js';
import { listPartnerNotes } from './list-partner-notes.js';

/** What can be asked of the team's notes about partners. */
export const PARTNER_NOTES: readonly Operation[] = [createPartnerNote, deletePartnerNote, listPartnerNotes];
