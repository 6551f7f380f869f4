import {
  AuditPage,
  AuditQuery,
  InvitationCreate,
  InvitationItem,
  InvitationMade,
  InvitationPage,
  MemberItem,
  MemberList,
  MemberUpdate,
  PageQuery,
  SecurityEventPage,
  SecurityEventQuery,
  WorkspaceAnswer,
  WorkspaceUpdate,
} from '@svc/contract';
import { changed } from '../../operations/audit/change.js';
import { listAudit } from '../../operations/audit/list-audit.js';
import { changeMember } from '../../operations/people/change-member.js';
import { createInvitation } from '../../operations/people/create-invitation.js';
import { listInvitations } from '../../operations/people/list-invitations.js';
import { listMembers } from '../../operations/people/list-members.js';
import { readWorkspace } from '../../operations/people/read-workspace.js';
import { revokeInvitation } from '../../operations/people/revoke-invitation.js';
import { updateWorkspace } from '../../operations/people/update-workspace.js';
import { listSecurityEvents } from '../../operations/security/list-security-events.js';
import { sendInvitation } from './invitations.js';
import { numberOf } from './programs.js';
import { list, type ManagedRoute, read, write } from './routes.js';

const WORKSPACE = '/api/workspaces/:workspaceId';

/** A workspace, its members, invitations and audit log. */
export const PEOPLE_ROUTES: readonly ManagedRoute[] = [
  read({
    url: WORKSPACE,
    permission: 'program:read',
    summary: "A workspace, with the caller's role in it",
    answer: WorkspaceAnswer,
    read: async (call) => ({ ...(await readWorkspace(call.pool, call.workspaceId)), role: call.scope.role }),
  }),
  write({
    method: 'PATCH',
    url: WORKSPACE,
    permission: 'workspace:write',
    action: 'workspace.update',
    summary: 'Rename a workspace, or require two-factor authentication of its members',
    body: WorkspaceUpdate,
    answer: WorkspaceAnswer,
    errors: ['name_taken', 'two_factor_not_set_up'],
    change: (client, call) =>
      updateWorkspace(client, { workspaceId: call.workspaceId, userId: call.userId }, call.body),
    after: async (call, answer) => ({ ...answer, role: call.scope.role }),
  }),
  read({
    url: `${WORKSPACE}/members`,
    permission: 'program:read',
    summary: 'Members of a workspace',
    answer: MemberList,
    read: async (call) => ({ data: await listMembers(call.pool, call.workspaceId), next_cursor: null }),
  }),
  write({
    method: 'PATCH',
    url: `${WORKSPACE}/members/:userId`,
    permission: 'member:write',
    action: 'member.update',
    summary: 'Give a member another role',
    body: MemberUpdate,
    answer: MemberItem,
    errors: ['last_owner'],
    change: (client, call) =>
      changeMember(client, { workspaceId: call.workspaceId, userId: call.text('userId') }, call.body.role),
  }),
  write({
    method: 'DELETE',
    url: `${WORKSPACE}/members/:userId`,
    permission: 'member:write',
    action: 'member.remove',
    summary: 'Remove a member',
    answer: MemberItem,
    errors: ['last_owner'],
    change: (client, call) =>
      changeMember(client, { workspaceId: call.workspaceId, userId: call.text('userId') }, null),
  }),
  list({
    name: 'invitations',
    url: `${WORKSPACE}/invitations`,
    permission: 'member:write',
    summary: 'Invitations of a workspace, with what became of them',
    query: PageQuery,
    answer: InvitationPage,
    positionLength: 1,
    list: (call, page) => listInvitations(call.pool, call.workspaceId, page),
  }),
  write({
    method: 'POST',
    url: `${WORKSPACE}/invitations`,
    permission: 'member:write',
    action: 'member.invite',
    summary: 'Invite somebody to be a member',
    body: InvitationCreate,
    answer: InvitationMade,
    errors: ['member_exists'],
    change: async (client, call) => {
      const made = await createInvitation(client, {
        workspaceId: call.workspaceId,
        email: call.body.email,
        role: call.body.role,
        partnerId: null,
        invitedBy: call.actor.email,
      });
      const { invitation } = made;
      return changed(made, { on: 'invitation', id: invitation.id, before: null, after: invitation });
    },
    after: async (call, { invitation, token }) => ({
      invitation,
      mail_sent: await sendInvitation(call, {
        email: invitation.email,
        workspaceId: call.workspaceId,
        isPartner: false,
        token,
      }),
    }),
  }),
  write({
    method: 'DELETE',
    url: `${WORKSPACE}/invitations/:id`,
    permission: 'member:write',
    action: 'member.invite.revoke',
    summary: 'Take an invitation back',
    answer: InvitationItem,
    change: (client, call) =>
      revokeInvitation(client, { workspaceId: call.workspaceId, invitationId: call.id() }),
  }),
  list({
    name: 'audit',
    url: `${WORKSPACE}/audit`,
    permission: 'program:write',
    summary: 'Who changed what',
    query: AuditQuery,
    answer: AuditPage,
    positionLength: 2,
    list: (call, page) =>
      listAudit(
        call.pool,
        call.workspaceId,
        { programId: numberOf(call.query.program_id), action: call.query.action ?? null },
        page,
      ),
  }),
  list({
    name: 'security-log',
    url: `${WORKSPACE}/security-log`,
    // Where members sign in from is for those who manage the members, and for no management key.
    permission: 'member:write',
    summary: 'Sign-ins, changes of how members sign in, keys used from new addresses, and exports',
    query: SecurityEventQuery,
    answer: SecurityEventPage,
    positionLength: 2,
    list: (call, page) =>
      listSecurityEvents(
        call.pool,
        call.workspaceId,
        { type: call.query.type ?? null, userId: call.query.user_id ?? null },
        page,
      ),
  }),
];
