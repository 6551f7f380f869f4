import { invitationMail } from '../../mail/texts.js';
import { readWorkspace } from '../../operations/people/read-workspace.js';
import type { Call } from './routes.js';

/** Sends the mail of an invitation that has been written. False: it could not be sent, and can be made again. */
export async function sendInvitation(
  { context, pool, actor }: Call,
  of: {
    readonly email: string;
    readonly workspaceId: number;
    readonly isPartner: boolean;
    readonly token: string;
  },
): Promise<boolean> {
  const workspace = await readWorkspace(pool, of.workspaceId);
  return context.mailer.send(
    invitationMail({
      to: of.email,
      workspace: workspace.name,
      invitedBy: actor.email,
      isPartner: of.isPartner,
      baseUrl: context.settings.baseUrl,
      token: of.token,
    }),
  );
}
