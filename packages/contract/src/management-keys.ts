import Type, { type Static } from 'typebox';
import { Id, NameInput, nullable, pageOf, Time } from './shapes.js';

// Management keys of a workspace. Contract, second part, 8.

/** What every management key begins with. */
export const MANAGEMENT_KEY_PREFIX = 'svc_mk_';

/** What a management key can be allowed to do: every permission but those over the workspace itself and its members. */
export const MANAGEMENT_KEY_PERMISSIONS = [
  'tracking:read',
  'program:read',
  'report:read',
  'partner:write',
  'link:write',
  'program:write',
  'key:write',
  'api_key:write',
  'commission:write',
  'payout:write',
  'webhook:write',
] as const;

const KeyPermission = Type.Enum([...MANAGEMENT_KEY_PERMISSIONS]);

export const ManagementKeyItem = Type.Object({
  id: Id,
  name: Type.String(),
  hint: Type.String({ description: 'Its last four characters.' }),
  permissions: Type.Array(KeyPermission),
  program_id: nullable(Id),
  created_by: Type.String({ description: 'Who created it, as the audit log names them.' }),
  creator_left: Type.Boolean({
    description:
      'Whoever created it, themselves or with another key, is no longer a member of the workspace.',
  }),
  created_at: Time,
  expires_at: nullable(Time),
  revoked_at: nullable(Time),
  last_used_at: nullable(Time),
});

export const ManagementKeyPage = pageOf(ManagementKeyItem);

export const ManagementKeyCreate = Type.Object({
  name: NameInput,
  permissions: Type.Array(KeyPermission, {
    minItems: 1,
    maxItems: MANAGEMENT_KEY_PERMISSIONS.length,
    description: 'Only permissions that the caller has.',
  }),
  program_id: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        description: 'The one program whose routes it opens; left out: all of the workspace.',
      }),
    ),
  ),
  expires_at: Type.Optional(
    nullable(
      Type.String({
        maxLength: 64,
        description:
          'When it expires, in the future (ISO 8601); left out: never. A key created with an expiring key expires with that key at the latest.',
      }),
    ),
  ),
});

/** A key that was just created: the only response that contains it. */
export const ManagementKeyMade = Type.Object({ management_key: Type.String(), key: ManagementKeyItem });

export type ManagementKeyPermission = Static<typeof KeyPermission>;
export type ManagementKeyItem = Static<typeof ManagementKeyItem>;
