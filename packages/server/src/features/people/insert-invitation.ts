import type { InvitationItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { emailType } from '../../operations/value-types.js';
import { endInvitations, takeTurn } from './end-invitations.js';
import {
  hashToken,
  INVITATIONS,
  type InvitationRow,
  invitationFromRow,
  newToken,
} from './invitation-item.js';

/** For how many days an invitation can be accepted. */
export const VALID_DAYS = 14;

/** PostgreSQL interval after which an email that no server took is sent again. */
export const SENT_AGAIN_AFTER = '10 minutes';

/** Whom to invite: as a member with a role, or as the partner of this number. */
export interface NewInvitation {
  readonly workspaceId: number;
  readonly email: string;
  readonly role: InvitationItem['role'];
  readonly partnerId: number | null;
  /** The address of who invites. */
  readonly invitedBy: string;
  /** True: the token leaves the service in an email and nowhere else, so that its holder reads the mail of the address. */
  readonly byEmail: boolean;
}

/** An invitation with the token for its mail, which is nowhere else. */
export interface MadeInvitation {
  readonly invitation: InvitationItem;
  readonly token: string;
}

/**
 * Stores an invitation; open ones for the same address and purpose end with it. A current member is refused. One by email is due to be sent again
 * from the start, so that it is not lost where the process ends or the server refuses before `sendInvitation` is done.
 */
export async function insertInvitation(client: ClientBase, input: NewInvitation): Promise<MadeInvitation> {
  const email = parseValue(emailType, input.email, 'email');
  await takeTurn(client, input.workspaceId);
  const { rows: members } = await client.query(
    `select 1 from workspace_members m join users u on u.id = m.user_id where m.workspace_id = $1 and u.email = $2`,
    [input.workspaceId, email],
  );
  if (input.role !== null && members.length > 0) throw new RefusedError('member_exists');
  const as = input.role === null ? 'partner' : 'member';
  await endInvitations(client, { workspaceId: input.workspaceId, email, as });
  const token = newToken();
  const { rows } = await client.query<{ id: number }>(
    `insert into invitations (workspace_id, token_hash, email, role, partner_id, invited_by, by_email, expires_at, mail_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 day',
             case when $7 then now() + interval '${SENT_AGAIN_AFTER}' end) returning id`,
    [
      input.workspaceId,
      hashToken(token),
      email,
      input.role,
      input.partnerId,
      input.invitedBy,
      input.byEmail,
      VALID_DAYS,
    ],
  );
  const { rows: made } = await client.query<InvitationRow>(`${INVITATIONS} where id = $1`, [rows[0]?.id]);
  const row = made[0];
  if (row === undefined) throw new Error('the invitation was not written');
  return { invitation: invitationFromRow(row), token };
}
