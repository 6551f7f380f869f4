import type { Operation } from '../../operations/operation.js';
import { acceptInvitation } from './accept-invitation.js';
import { endMemberSessions } from './end-member-sessions.js';
import { inviteMember } from './invite-member.js';
import { listInvitations } from './list-invitations.js';
import { listMembers } from './list-members.js';
import { readEmailStatus } from './read-email-status.js';
import { readInvitation } from './read-invitation.js';
import { readMe } from './read-me.js';
import { removeMember } from './remove-member.js';
import { revokeInvitation } from './revoke-invitation.js';
import { updateMe } from './update-me.js';
import { updateMember } from './update-member.js';

/** What can be asked of people. */
export const PEOPLE: readonly Operation[] = [
  acceptInvitation,
  endMemberSessions,
  inviteMember,
  listInvitations,
  listMembers,
  readEmailStatus,
  readInvitation,
  readMe,
  removeMember,
  revokeInvitation,
  updateMe,
  updateMember,
];
