import { PartnerItem, PartnerUpdate } from '@svc/contract';
import type { ClientBase } from 'pg';
import { decisionMail } from '../../mail/texts.js';
import type { Change } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import type { Call, Scope } from '../../operations/operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { holdEarned } from '../commissions/hold-earned.js';
import { insertInvitation } from '../people/insert-invitation.js';
import { sendInvitation } from '../people/send-invitation.js';
import { readKnownProgram } from '../programs/read-program.js';
import { changePartner } from './change-partner.js';

interface Decision {
  readonly partner: PartnerItem;
  /** Of an invitation that was created for them; null: none was needed. */
  readonly token: string | null;
  /** They have applied, and this is the answer. */
  readonly isAnswer: boolean;
}

/** Whether a partner has an account that an invitation gave them. */
async function hasAccount(client: ClientBase, partnerId: number): Promise<boolean> {
  const { rows } = await client.query('select 1 from partners where id = $1 and user_id is not null', [
    partnerId,
  ]);
  return rows.length > 0;
}

/** Emails a partner the decision about them, if they expect one. */
async function sendDecision(
  call: Call<Scope & { readonly programId: number }>,
  { partner, token, isAnswer }: Decision,
): Promise<void> {
  const { pool, services, scope } = call;
  const { email, status } = partner;
  if (token !== null) {
    await sendInvitation(call, { email, isPartner: true, token });
  } else if (isAnswer) {
    const { name } = await readKnownProgram(pool, scope.programId);
    const { baseUrl } = services.settings;
    const isApproved = status === 'approved';
    await services.mailer.send(decisionMail({ to: email, program: name, isApproved, baseUrl }));
  }
}

/** Changes a partner; one who is approved is invited to sign in, if they cannot yet. */
export const updatePartner = defineOperation({
  name: 'updatePartner',
  route: 'PATCH /api/programs/:programId/partners/:id',
  permission: 'partner:write',
  summary: 'Approve, reject or suspend a partner, or give one another name',
  input: PartnerUpdate,
  output: PartnerItem,
  audit: 'partner.update',
  async run({ client, services, scope, actor, input, id, nowMs }): Promise<Change<Decision>> {
    const { workspaceId, programId } = scope;
    const { hold_earned: holdsEarned = false, ...changes } = input;
    if (holdsEarned && changes.status !== 'suspended') throw new RefusedError('field_invalid', 'hold_earned');
    const key = { programId, partnerId: id() };
    const { answer: partner, ...changed } = await changePartner(client, key, changes);
    const held = holdsEarned ? await holdEarned(client, services.tracking.ids, { ...key, nowMs }) : [];
    const written = { ...changed, entries: [...changed.entries, ...held] };
    const before = (written.entries[0]?.before as PartnerItem | undefined)?.status;
    const isAnswer = before === 'pending' && ['approved', 'rejected'].includes(partner.status);
    const isApproved = before !== undefined && before !== 'approved' && partner.status === 'approved';
    if (!isApproved || (await hasAccount(client, partner.id))) {
      return { answer: { partner, token: null, isAnswer }, ...written };
    }
    const { token } = await insertInvitation(client, {
      workspaceId,
      email: partner.email,
      role: null,
      partnerId: partner.id,
      invitedBy: actor.email,
    });
    return { answer: { partner, token, isAnswer }, ...written };
  },
  async after(call, decision) {
    call.services.forgetConfiguration();
    await sendDecision(call, decision);
    return decision.partner;
  },
});
