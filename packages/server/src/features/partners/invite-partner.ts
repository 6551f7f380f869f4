import { PartnerInvite, PartnerInvited } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { requireRulePermission } from '../groups/group-item.js';
import { moveToGroup } from '../groups/move-to-group.js';
import { insertLink } from '../links/insert-link.js';
import { insertInvitation } from '../people/insert-invitation.js';
import { NOT_SENT, sendInvitation } from '../people/send-invitation.js';
import { lockRules } from '../rules/add-rule-version.js';
import { changeRule } from '../rules/change-rule.js';
import { markRulesInForce } from '../rules/mark-rules-in-force.js';
import { changePartner } from './change-partner.js';
import { enrollPartner } from './enroll-partner.js';
import { findPartner } from './find-partner.js';
import { readTags } from './read-tags.js';

/**
 * Enrolls somebody in the program, approved, with a link and a rule of their own where they are named, and invites them to
 * sign in. A rule takes the permission to change rules.
 */
export const invitePartner = defineOperation({
  name: 'invitePartner',
  route: 'POST /api/programs/:programId/partners',
  permission: 'partner:write',
  summary: 'Invite a partner, who is approved at once',
  input: PartnerInvite,
  output: PartnerInvited,
  errors: ['partner_exists', 'short_link_taken', 'program_archived'],
  audit: 'partner.invite',
  async run({ client, services, scope, actor, input }) {
    const { workspaceId, programId } = scope;
    const { email, name, short_link: shortLink, commission, group_id: groupId, tags } = input;
    if (commission !== undefined) requireRulePermission(scope, 'commission');
    // Before the partner, as everything that changes both does.
    if (groupId !== undefined || commission !== undefined) await lockRules(client, programId);
    const enrolled = await enrollPartner(client, scope, { email, name, status: 'approved' });
    const { answer: partner, events = [] } = enrolled;
    const entries = [...enrolled.entries];
    if (shortLink !== undefined) {
      const newLink = { programId, partnerId: partner.id, shortLink, destinationUrl: null };
      const link = await insertLink(client, newLink);
      entries.push(...link.entries);
    }
    if (tags !== undefined) {
      const tagged = await changePartner(
        client,
        { programId, partnerId: partner.id },
        { tags: readTags(tags) },
      );
      entries.push(...tagged.entries);
    }
    if (groupId !== undefined) {
      const moved = await moveToGroup(client, scope, [partner.id], groupId);
      entries.push(...moved.entries);
    }
    if (commission !== undefined) {
      const rule = await changeRule(client, { programId, partnerId: partner.id }, commission);
      entries.push(...rule.entries);
    }
    const invited = (await findPartner(client, programId, partner.id)) ?? partner;
    const { token } = await insertInvitation(client, {
      workspaceId,
      email: partner.email,
      role: null,
      partnerId: partner.id,
      invitedBy: actor.email,
      byEmail: services.mailer.hasServer,
    });
    return { answer: { partner: invited, token }, entries, events };
  },
  answerWithoutAfter: ({ partner }) => ({ partner, ...NOT_SENT }),
  async after(call, { partner, token }) {
    if (call.input.commission !== undefined || call.input.group_id !== undefined)
      await markRulesInForce(call.pool, call.scope.programId);
    return {
      partner,
      ...(await sendInvitation(call, { email: partner.email, isPartner: true, token })),
    };
  },
});
