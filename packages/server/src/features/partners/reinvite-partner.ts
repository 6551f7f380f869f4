import { PartnerInvited, type PartnerItem } from '@svc/contract';
import { type Change, changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import type { Scope, WriteCall } from '../../operations/operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { insertInvitation } from '../people/insert-invitation.js';
import { NOT_SENT, sendInvitation } from '../people/send-invitation.js';
import { findPartner } from './find-partner.js';

/** A partner whom another invitation was written for, and its token, which is in the link alone. */
interface Reinvited {
  readonly partner: PartnerItem;
  readonly token: string;
}

/** Writes another invitation of a partner, which replaces those before it. */
export async function inviteAgain(
  {
    client,
    services,
    scope,
    actor,
  }: Pick<WriteCall<Scope, unknown, unknown>, 'client' | 'services' | 'scope' | 'actor'>,
  partner: PartnerItem,
): Promise<Change<Reinvited>> {
  const { invitation, token } = await insertInvitation(client, {
    workspaceId: scope.workspaceId,
    email: partner.email,
    role: null,
    partnerId: partner.id,
    invitedBy: actor.email,
    byEmail: services.mailer.hasServer,
  });
  return changed({ partner, token }, { on: 'partner', id: partner.id, before: null, after: invitation });
}

export const reinvitePartner = defineOperation({
  name: 'reinvitePartner',
  route: 'POST /api/programs/:programId/partners/:id/invitation',
  permission: 'partner:write',
  summary: 'Send a partner another invitation to sign in',
  output: PartnerInvited,
  audit: 'partner.invite.again',
  async run(call) {
    const partner = await findPartner(call.client, call.scope.programId, call.id());
    if (partner === null) throw new RefusedError('not_found');
    return inviteAgain(call, partner);
  },
  answerWithoutAfter: ({ partner }) => ({ partner, ...NOT_SENT }),
  after: async (call, { partner, token }) => ({
    partner,
    ...(await sendInvitation(call, { email: partner.email, isPartner: true, token })),
  }),
});
