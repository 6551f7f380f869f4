import Type, { type Static } from 'typebox';
import { PartnerBranding } from './branding.js';
import { ManagementKeyItem } from './management-keys.js';
import { EmailInput, Id, NameInput, nullable, pageOf, Time } from './shapes.js';

// Members, invitations and who is signed in. Contract section 5.

/** The languages of the application and of emails. */
export const Language = Type.Enum(['en', 'de']);

/** Answer of `GET /api/me`. */
export const MeAnswer = Type.Object({
  user: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    two_factor: Type.Boolean({ description: 'Whether the caller signs in with a code.' }),
    language: nullable(Language),
  }),
  workspaces: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      role: Type.Enum(['owner', 'admin', 'member', 'viewer', 'none']),
      permissions: Type.Array(Type.String()),
      two_factor_required: Type.Boolean({
        description:
          'The workspace requires two-factor authentication: without it, every route of the workspace answers 403.',
      }),
    }),
  ),
  is_partner: Type.Boolean({ description: 'Whether the caller takes part in a program as a partner.' }),
});

export const MeUpdate = Type.Object({ language: Language });

export const MeUpdated = Type.Object({ language: Language });

export const Role = Type.Enum(['owner', 'admin', 'member', 'viewer', 'none']);

export const MemberItem = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  two_factor: Type.Boolean(),
  joined_at: Time,
});

/** Answer of removing a member: the member, and what this person leaves behind. */
export const MemberRemoved = Type.Object({
  ...MemberItem.properties,
  management_keys: Type.Array(ManagementKeyItem, {
    description:
      'Valid management keys that the member created, or keys of theirs. They stay until they are revoked.',
  }),
});

export const SessionsEnded = Type.Object({
  ended: Type.Integer({ description: 'How many sessions were ended.' }),
});

export const MemberList = Type.Object({ data: Type.Array(MemberItem), next_cursor: Type.Null() });

export const MemberQuery = Type.Object({
  q: Type.Optional(
    Type.String({ maxLength: 255, description: 'A part of the name or the email, in any case.' }),
  ),
});

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

/** What became of the email of an invitation. */
export const MAIL_SENT = {
  mail_sent: Type.Boolean({
    description:
      'False: no email server is configured, or it has not taken the email, which is then sent again; or the address has been sent ten invitation emails within the last hour, and gets no other.',
  }),
  invitation_url: nullable(
    Type.String({
      description:
        'The link to hand over, where no email server is configured. It works once, for 14 days. Null for callers without the permission `member:write`, for management keys, and for an address that another workspace knows.',
    }),
  ),
};

export const InvitationMade = Type.Object({ invitation: InvitationItem, ...MAIL_SENT });

/** What the page that an invitation's mail leads to has to know. */
export const InvitationView = Type.Object({
  email: Type.String(),
  workspace: Type.String(),
  role: nullable(Role),
  programs: Type.Array(Type.String({ description: 'That the partner takes part in.' })),
  name: nullable(
    Type.String({
      description: 'What the program calls the partner; null: it knows no name, or invites a member.',
    }),
  ),
  has_account: nullable(
    Type.Boolean({
      description:
        'True: no password is required, because the account exists. Null: no email carried the link, so the response does not say; an account that exists has to be signed in.',
    }),
  ),
  branding: PartnerBranding,
  expires_at: Time,
});

// The rules have error codes of their own, so they are checked after this (auth/password-rules.ts of the service).
export const Password = Type.String({
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

export type Language = Static<typeof Language>;
export type MeAnswer = Static<typeof MeAnswer>;
export type MemberItem = Static<typeof MemberItem>;
export type InvitationItem = Static<typeof InvitationItem>;
export type InvitationView = Static<typeof InvitationView>;
