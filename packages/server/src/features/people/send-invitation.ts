import type { Pool } from 'pg';
import { invitationMail, invitationUrl } from '../../mail/invitation.js';
import type { Mail } from '../../mail/mail.js';
import type { Call, Scope } from '../../operations/operation.js';
import { findPartnerBranding } from '../branding/find-branding.js';
import { mailBrand } from '../branding/mail-brand.js';
import { findWorkspace } from '../workspaces/read-workspace.js';
import { hashToken } from './invitation-item.js';
import { takeInvitationEmail } from './invitation-limit.js';
import { languageOf } from './language-of.js';

/** Outcome of emailing an invitation. `invitation_url`: the link to hand over, where there is no email server and the caller may have it. */
export interface SentInvitation {
  readonly mail_sent: boolean;
  readonly invitation_url: string | null;
}

/** Outcome before the email is sent, and where no link is shown. */
export const NOT_SENT: SentInvitation = { mail_sent: false, invitation_url: null };

/** Sends the email of an invitation that has been stored. */
export async function sendInvitation(
  call: Call<Scope>,
  invitation: { readonly email: string; readonly isPartner: boolean; readonly token: string },
): Promise<SentInvitation> {
  const { pool, services, scope, actor } = call;
  const mail = await invitationMessage(pool, services.settings.baseUrl, {
    ...invitation,
    workspaceId: scope.workspaceId,
    invitedBy: actor.email,
  });
  return sendWithLink(call, mail, invitation.token);
}

/** Sends an email that carries the token of an invitation, unless its address has been sent too many within the hour. If it could not even be stored, `sendInvitationMails` sends another. */
export async function sendWithLink(call: Call<Scope>, mail: Mail, token: string): Promise<SentInvitation> {
  const { pool, services } = call;
  const { mailer, settings } = services;
  if (!(await takeInvitationEmail(pool, mail.to))) {
    await markMailed(pool, token);
    return NOT_SENT;
  }
  const onStored = () => markMailed(pool, token);
  const isSent = await mailer.send(mail, { onStored });
  const isShown =
    !mailer.hasServer && maySeeLinks(call) && !(await isKnownElsewhere(pool, call.scope, mail.to));
  return { mail_sent: isSent, invitation_url: isShown ? invitationUrl(settings.baseUrl, token) : null };
}

/** Records that no email with another token is to be sent: the mailer has one, or there have been too many. */
export async function markMailed(pool: Pool, token: string): Promise<void> {
  await pool.query('update invitations set mail_at = null where token_hash = $1', [hashToken(token)]);
}

/** Whoever holds a link can become the member or partner it is for, so only callers who decide about members see one, and no key. */
function maySeeLinks({ scope, key }: Call<Scope>): boolean {
  return key === null && scope.permissions.includes('member:write');
}

/** Whether another workspace has a partner, a member or an open invitation of this address. */
async function isKnownElsewhere(pool: Pool, { workspaceId }: Scope, email: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_known: boolean }>(
    `select exists (select 1 from partners where email = $1 and workspace_id <> $2)
         or exists (select 1 from users u join partners p on p.user_id = u.id where u.email = $1 and p.workspace_id <> $2)
         or exists (select 1 from users u join workspace_members m on m.user_id = u.id
                     where u.email = $1 and m.workspace_id <> $2)
         or exists (select 1 from invitations
                     where email = $1 and workspace_id <> $2 and accepted_at is null and revoked_at is null and expires_at > now())
            as is_known`,
    [email, workspaceId],
  );
  return rows[0]?.is_known ?? true;
}

/** The email of an invitation, in the language of its reader; to a partner, in the look of the company. */
export async function invitationMessage(
  pool: Pool,
  baseUrl: string,
  invitation: {
    readonly workspaceId: number;
    readonly email: string;
    /** The address of who invites. */
    readonly invitedBy: string;
    readonly isPartner: boolean;
    readonly token: string;
  },
): Promise<Mail> {
  const { workspaceId, email, invitedBy, isPartner, token } = invitation;
  const workspace = await findWorkspace(pool, workspaceId);
  const branding = await findPartnerBranding(pool, workspaceId);
  return invitationMail({
    to: email,
    language: await languageOf(pool, email),
    workspace: isPartner ? branding.name : workspace.name,
    invitedBy,
    isPartner,
    baseUrl,
    token,
    ...(isPartner && { brand: mailBrand(branding, baseUrl) }),
  });
}
