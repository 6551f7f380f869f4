import { messages } from '../language/messages.js';

/** Texts of the team's notes about a partner. */
export const texts = messages('partner-notes', {
  notes: 'Notes',
  onlyYourTeam: 'Only your team sees notes, never the partner.',
  newNote: 'New note',
  addNote: 'Add note',
  added: 'Note added',
  deleted: 'Note deleted',
  by: '{time} by {by}',
  delete: 'Delete',
  deleteNote: 'Delete note from {time}',
  deleteQuestion: 'Delete this note?',
  goneForGood: 'This deletes the note for everyone. It can’t be restored.',
  noNotesYet: 'No notes yet.',
  showMore: 'Show older notes',
});
