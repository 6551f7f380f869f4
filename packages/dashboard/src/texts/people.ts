import { messages } from '../language/messages.js';

/** Texts of members and invitations. */
export const texts = messages('people', {
  invitations: 'Invitations',
  noInvitationsYet: 'No invitations yet',
  pendingInvitationsAppearHere: 'Pending invitations appear here.',
  role: 'Role',
  invitedBy: 'Invited by',
  expires: 'Expires',
  invitationRevoked: 'Invitation revoked',
  revoke: 'Revoke',
  revokeThisInvitation: 'Revoke this invitation?',
  theLinkInTheEmail: 'The link in the email to {email} stops working. You can invite them again.',
  revokeInvitationFor: 'Revoke invitation for {email}',
  invitationSentTo: 'Invitation sent to {email}',
  noEmailYet: 'No email has been sent yet',
  noEmailYetHint:
    'If an email server is set up, the invitation to {email} is sent again automatically. Otherwise its link is in a file on the server, because another workspace already knows this address.',
  done: 'Done',
  inviteAMember: 'Invite a member',
  sendInvitation: 'Send invitation',
  wellEmailALinkWhere: 'We’ll email a link where they can choose a password.',
  aWorkspaceNeedsAtLeast:
    'A workspace needs at least one owner. Make someone else an owner before changing this role.',
  theOnlyOwner: 'The only owner',
  sRoleIsNow: '{name}’s role is now {role}',
  changeRole: 'Change role',
  thisIsYourOwnRole:
    'This is your own role. You will no longer be able to manage members, and only another owner can restore your access.',
  wasRemoved: '{name} was removed',
  leaveWorkspace: 'Leave workspace',
  removeFromWorkspace: 'Remove from workspace',
  theirPastActionsStay: 'Their past actions stay in the audit log.',
  leaveThisWorkspace: 'Leave this workspace?',
  removeQuestion: 'Remove {name}?',
  youImmediatelyLoseAccess:
    'You immediately lose access to all its programs. Only an owner can invite you again.',
  immediatelyLosesAccessToAll:
    '{email} immediately loses access to all programs in this workspace. You can invite them again.',
  leave: 'Leave',
  sessions: 'Sessions',
  signOutHint: 'Ends all sessions on every device, for example after a device was lost.',
  signOutEverywhere: 'Sign out everywhere',
  signOutQuestion: 'Sign {name} out everywhere?',
  signOutConsequence:
    '{email} is signed out on every device, of other workspaces too, and can sign in again with the password.',
  sessionsEnded:
    '{ended, plural, =0 {{name} was not signed in} one {{name} was signed out everywhere} other {{name} was signed out everywhere}}',
  keysStillWork: '{keys, plural, one {A management key still works} other {# management keys still work}}',
  revokeWhatYouDoNotNeed:
    'They were created by this person, and keep working so that nothing stops. Revoke the keys that you do not need, and rotate those that this person may have a copy of.',
  reviewKeys: 'Review keys',
  removeMember: 'Remove member',
  remove: 'Remove',
  members: 'Members',
  membersWithARole: 'members with a role',
  peopleOnYourTeam:
    'People on your team and what they can do. Select someone to change their role or remove them.',
  inviteMember: 'Invite member',
  searchMembers: 'Name or email',
  noMembers: 'No members',
  you: 'You',
  twoFactor: 'Two-factor',
  on: 'On',
  owner: 'Owner',
  fullAccessIncludingMembers: 'Full access, including members, the workspace name and archiving programs.',
  aRoleHoldsInAllPrograms: 'A role holds in all programs of the workspace.',
  admin: 'Admin',
  managesProgramsCommissionRulesApi:
    'Manages programs, commission rules, API keys, management keys, the payment provider, commissions and payouts.',
  member: 'Member',
  invitesApprovesAndManagesPartners:
    'Invites, approves and manages partners and links. Sees everything a viewer sees.',
  viewer: 'Viewer',
  seesEverythingExceptApiKeys: 'Sees everything except keys and the audit log. Can’t change anything.',
  noAccess: 'No access',
  seesNothingUse: 'Sees nothing. Use it to keep someone in the list without giving them access.',
  rolePermissions: 'Role permissions',
});
