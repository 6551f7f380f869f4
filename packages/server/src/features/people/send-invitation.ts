import type { Pool } from 'pg';
import { invitationMail, invitationUrl } from '../../mail/invitation.js';
import type { Mail } from '../../mail/mailer.js';
import type { Call, Scope } from '../../operations/operation.js';
import { findPartnerBranding } from '../branding/find-branding.js';
import { mailBrand } from '../branding/mail-brand.js';
import { findWorkspace } from '../workspaces/read-workspace.js';
import { languageOf } from './language-of.js';

/** What became of the email of an invitation: where it was not sent, the link to hand over in another way. */
export interface SentInvitation {
  readonly mail_sent: boolean;
  readonly invitation_url: string | null;
}

/** What is known of an invitation's email before it is sent. */
export const NOT_SENT: SentInvitation = { mail_sent: false, invitation_url: null };

/** Sends the email of an invitation that has been stored. */
export async function sendInvitation(
  { pool, services, scope, actor }: Call<Scope>,
  invitation: { readonly email: string; readonly isPartner: boolean; readonly token: string },
): Promise<SentInvitation> {
  const { baseUrl } = services.settings;
  const mail = await invitationMessage(pool, baseUrl, {
    ...invitation,
    workspaceId: scope.workspaceId,
    invitedBy: actor.email,
  });
  return sentInvitation(await services.mailer.send(mail), baseUrl, invitation.token);
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

/** The link is only given to whom invites where no email brings it. */
export function sentInvitation(isSent: boolean, baseUrl: string, token: string): SentInvitation {
  return { mail_sent: isSent, invitation_url: isSent ? null : invitationUrl(baseUrl, token) };
}
