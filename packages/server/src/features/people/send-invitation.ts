import { invitationMail } from '../../mail/texts.js';
import type { Call, Scope } from '../../operations/operation.js';
import { findWorkspace } from '../workspaces/read-workspace.js';

/** Sends the mail of an invitation that has been stored. False: it could not be sent, and can be sent again. */
export async function sendInvitation(
  { pool, services, scope, actor }: Call<Scope>,
  invitation: { readonly email: string; readonly isPartner: boolean; readonly token: string },
): Promise<boolean> {
  const { email, isPartner, token } = invitation;
  const workspace = await findWorkspace(pool, scope.workspaceId);
  return services.mailer.send(
    invitationMail({
      to: email,
      workspace: workspace.name,
      invitedBy: actor.email,
      isPartner,
      baseUrl: services.settings.baseUrl,
      token,
    }),
  );
}
