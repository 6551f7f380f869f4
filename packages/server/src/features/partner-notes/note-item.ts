import type { PartnerNote } from '@svc/contract';
import type { Actor } from '../../operations/change.js';

export const NOTE_COLUMNS = 'n.id, n.user_id, n.user_email, n.body, n.created_at';

/** A row with `NOTE_COLUMNS`. */
export interface NoteRow {
  readonly id: number;
  readonly user_id: string | null;
  readonly user_email: string;
  readonly body: string;
  readonly created_at: Date;
}

/** A note as this reader sees it. */
export function noteFromRow(row: NoteRow, reader: Actor): PartnerNote {
  return {
    id: row.id,
    body: row.body,
    by: row.user_email,
    is_own: isAuthor(row, reader),
    created_at: row.created_at.toISOString(),
  };
}

/** Whether somebody wrote a note. A management key, which no user holds, is known by its name and hint. */
export function isAuthor(
  { user_id: userId, user_email: email }: Pick<NoteRow, 'user_id' | 'user_email'>,
  actor: Actor,
): boolean {
  return userId === actor.userId && (userId !== null || email === actor.email);
}
