import Type, { type Static } from 'typebox';
import { Password, Role } from './people.js';
import { EmailInput, Id, NameInput, nullable, Time } from './shapes.js';

// Workspaces, and how the first one is created. Contract section 5.

export const WorkspaceAnswer = Type.Object({
  id: Id,
  name: Type.String(),
  require_two_factor: Type.Boolean({
    description: 'Members without two-factor authentication can do nothing here until they set it up.',
  }),
  time_zone: Type.String({
    description:
      'IANA name, such as `Europe/Berlin`. The weekly digest is sent on Mondays at 08:00 there, and payout schedules prepare their runs at 08:00 there; days in reports are those of UTC.',
  }),
  role: nullable(Role),
  created_at: Time,
});

export const WorkspaceUpdate = Type.Object({
  name: Type.Optional(NameInput),
  require_two_factor: Type.Optional(
    Type.Boolean({ description: 'Can be turned on only by someone who uses two-factor authentication.' }),
  ),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'An IANA name in any case, such as `Europe/Berlin`, or `UTC`. Of several names of one zone, one is stored.',
    }),
  ),
});

export const SetupState = Type.Object({
  needed: Type.Boolean(),
  needs_token: Type.Boolean({
    description: 'Whether the first setup takes the setup token from this caller.',
  }),
  base_url: Type.String({ description: 'Base address of the service: scheme://host[:port].' }),
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

export const SetupDone = Type.Object({ workspace_id: Id, email: Type.String() });

export type SetupInput = Static<typeof SetupInput>;
