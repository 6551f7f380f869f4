import { PartnerInvited } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { insertInvitation } from '../people/insert-invitation.js';
import { NOT_SENT, sendInvitation } from '../people/send-invitation.js';
import { findPartner } from './find-partner.js';

export const reinvitePartner = defineOperation({
  name: 'reinvitePartner',
  route: 'POST /api/programs/:programId/partners/:id/invitation',
  permission: 'partner:write',
  summary: 'Send a partner another invitation to sign in',
  output: PartnerInvited,
  audit: 'partner.invite.again',
  async run({ client, scope, actor, id }) {
    const partner = await findPartner(client, scope.programId, id());
    if (partner === null) throw new RefusedError('not_found');
    const { invitation, token } = await insertInvitation(client, {
      workspaceId: scope.workspaceId,
      email: partner.email,
      role: null,
      partnerId: partner.id,
      invitedBy: actor.email,
    });
    return changed({ partner, token }, { on: 'partner', id: partner.id, before: null, after: invitation });
  },
  answerWithoutAfter: ({ partner }) => ({ partner, ...NOT_SENT }),
  after: async (call, { partner, token }) => ({
    partner,
    ...(await sendInvitation(call, { email: partner.email, isPartner: true, token })),
  }),
});
