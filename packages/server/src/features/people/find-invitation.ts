import type { InvitationView } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';
import { type BrandingRow, brandingFromRow, SELECT_BRANDING } from '../branding/partner-branding.js';
import { hashToken } from './invitation-item.js';

/** An open invitation with what accepting it needs. */
export interface OpenInvitation extends InvitationView {
  readonly id: number;
  readonly workspaceId: number;
  readonly partnerId: number | null;
  /** Only an email carries its link, so its holder reads the mail of the address. */
  readonly byEmail: boolean;
}

interface InvitationRow extends Omit<OpenInvitation, 'expires_at' | 'branding'> {
  readonly expires: Date;
  readonly look: BrandingRow;
}

/**
 * The open invitation that a token belongs to, or a refusal, which is the same for a wrong, a used and an old one. With
 * `lock` it stays as it is until the transaction ends.
 */
export async function findInvitation(
  db: Pool | ClientBase,
  token: string,
  options: { readonly lock: boolean },
): Promise<OpenInvitation> {
  const { rows } = await db.query<InvitationRow>(
    `select i.id, i.workspace_id as "workspaceId", i.partner_id as "partnerId", i.by_email as "byEmail", i.email, i.role,
            case when i.by_email then exists (select 1 from users u where u.email = i.email and u.email_verified) end as has_account,
            nullif(partner.name, partner.email) as name, i.expires_at as expires, w.name as workspace, ${SELECT_BRANDING} as look,
            array(select p.name from enrollments e join programs p on p.id = e.program_id
                   where e.partner_id = i.partner_id order by fold(p.name) collate "C") as programs
       from invitations i
       join workspaces w on w.id = i.workspace_id
       left join partners partner on partner.id = i.partner_id
      where i.token_hash = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
      ${options.lock ? 'for update of i' : ''}`,
    [hashToken(token)],
  );
  const row = rows[0];
  if (row === undefined) throw new RefusedError('invitation_not_found');
  const { expires, look, ...rest } = row;
  const branding = brandingFromRow(look);
  return {
    ...rest,
    workspace: row.role === null ? branding.name : row.workspace,
    branding,
    expires_at: expires.toISOString(),
  };
}
