import Type, { type Static } from 'typebox';
import {
  EmailInput,
  Id,
  IdQuery,
  NameInput,
  nullable,
  PAGE_QUERY,
  pageOf,
  Time,
} from './management-types.js';

// Workspaces, their members and invitations, and the audit log. Contract section 5.

const Role = Type.Enum(['owner', 'admin', 'member', 'viewer', 'none']);

export const WorkspaceAnswer = Type.Object({
  id: Id,
  name: Type.String(),
  require_two_factor: Type.Boolean({
    description: 'Members without two-factor authentication can do nothing here until they set it up.',
  }),
  role: Role,
  created_at: Time,
});
export const WorkspaceUpdate = Type.Object({
  name: Type.Optional(NameInput),
  require_two_factor: Type.Optional(
    Type.Boolean({ description: 'Can be turned on only by someone who uses two-factor authentication.' }),
  ),
});

export const MemberItem = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  two_factor: Type.Boolean(),
  joined_at: Time,
});
export const MemberList = Type.Object({ data: Type.Array(MemberItem), next_cursor: Type.Null() });
export const MemberUpdate = Type.Object({ role: Role });

export const InvitationItem = Type.Object({
  id: Id,
  email: Type.String(),
  role: nullable(Role),
  partner_id: nullable(Id),
  invited_by: Type.String(),
  status: Type.Enum(['open', 'accepted', 'revoked', 'expired']),
  created_at: Time,
  expires_at: Time,
});
export const InvitationPage = pageOf(InvitationItem);
export const InvitationCreate = Type.Object({ email: EmailInput, role: Role });
export const InvitationMade = Type.Object({ invitation: InvitationItem, mail_sent: Type.Boolean() });

/** What the page that an invitation's mail leads to has to know. */
export const InvitationView = Type.Object({
  email: Type.String(),
  workspace: Type.String(),
  role: nullable(Role),
  programs: Type.Array(Type.String({ description: 'That the partner takes part in.' })),
  has_account: Type.Boolean({ description: 'No password is asked for: the account exists.' }),
  expires_at: Time,
});
// The rules have error codes of their own, so they are checked after this (auth/password-rules.ts of the service).
const Password = Type.String({
  minLength: 1,
  maxLength: 128,
  description:
    'At least 12 characters, none of the 10,000 most common passwords, and not the email address. The header svc-error-code says which: password_too_short, password_too_long, password_common or password_is_address.',
});
export const InvitationAccept = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 255 }),
  name: Type.Optional(NameInput),
  password: Type.Optional(Password),
});
export const InvitationAccepted = Type.Object({ email: Type.String(), is_new_account: Type.Boolean() });

export const SetupState = Type.Object({
  needed: Type.Boolean(),
  needs_token: Type.Boolean({
    description: 'Whether the first setup takes the setup token from this caller.',
  }),
});
export const SetupInput = Type.Object({
  name: NameInput,
  email: EmailInput,
  password: Password,
  workspace: NameInput,
  setup_token: Type.Optional(
    Type.String({ maxLength: 255, description: 'What `svc-server serve` printed, or SVC_SETUP_TOKEN.' }),
  ),
});
export type SetupInput = Static<typeof SetupInput>;
export const SetupDone = Type.Object({ workspace_id: Id, email: Type.String() });

export const AuditQuery = Type.Object({
  program_id: Type.Optional(IdQuery),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  ...PAGE_QUERY,
});
export const AuditItem = Type.Object({
  id: Id,
  program_id: nullable(Id),
  user_id: nullable(Type.String()),
  by: Type.String({
    description:
      'The address of the person who did it, or what did it: anonymous, first setup, provision file.',
  }),
  action: Type.String(),
  target_type: Type.String(),
  target_id: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  occurred_at: Time,
});
export const AuditPage = pageOf(AuditItem);

/** What the security log tells. */
const SecurityEventType = Type.Enum([
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_in.paused',
  'verification.failed',
  'verification.paused',
  'password.changed',
  'password.reset',
  'two_factor.enabled',
  'two_factor.disabled',
  'backup_codes.created',
  'api_key.new_address',
  'export.downloaded',
]);
export const SecurityEventQuery = Type.Object({
  type: Type.Optional(SecurityEventType),
  user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  ...PAGE_QUERY,
});
export const SecurityEventItem = Type.Object({
  id: Id,
  type: Type.String({ description: 'As the filter `type` names them.' }),
  user_id: nullable(Type.String({ description: 'The account it concerns.' })),
  email: nullable(Type.String()),
  api_key_id: nullable(Id),
  address: nullable(Type.String({ description: 'IP address it came from.' })),
  user_agent: nullable(Type.String()),
  data: Type.Unknown({ description: 'Details, by type.' }),
  occurred_at: Time,
});
export const SecurityEventPage = pageOf(SecurityEventItem);

export type SecurityEventType = Static<typeof SecurityEventType>;
export type SecurityEventItem = Static<typeof SecurityEventItem>;
export type MemberItem = Static<typeof MemberItem>;
export type InvitationItem = Static<typeof InvitationItem>;
export type InvitationView = Static<typeof InvitationView>;
export type AuditItem = Static<typeof AuditItem>;
