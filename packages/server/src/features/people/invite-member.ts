import { InvitationCreate, InvitationMade } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { insertInvitation } from './insert-invitation.js';
import { NOT_SENT, sendInvitation } from './send-invitation.js';

export const inviteMember = defineOperation({
  name: 'inviteMember',
  route: 'POST /api/workspaces/:workspaceId/invitations',
  permission: 'member:write',
  summary: 'Invite someone to be a member',
  input: InvitationCreate,
  output: InvitationMade,
  errors: ['member_exists'],
  audit: 'member.invite',
  async run({ client, services, scope, actor, input }) {
    const made = await insertInvitation(client, {
      workspaceId: scope.workspaceId,
      email: input.email,
      role: input.role,
      partnerId: null,
      invitedBy: actor.email,
      byEmail: services.mailer.hasServer,
    });
    const { invitation } = made;
    return changed(made, { on: 'invitation', id: invitation.id, before: null, after: invitation });
  },
  answerWithoutAfter: ({ invitation }) => ({ invitation, ...NOT_SENT }),
  after: async (call, { invitation, token }) => ({
    invitation,
    ...(await sendInvitation(call, { email: invitation.email, isPartner: false, token })),
  }),
});
