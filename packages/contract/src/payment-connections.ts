import Type, { type Static } from 'typebox';
import { Currency, Id, IdInput, NameInput, nullable, Time } from './shapes.js';

// Connections of a workspace to payment providers.

const Provider = Type.Enum(['stripe']);
const Mode = Type.Enum(['live', 'test']);
const CreditRenewals = Type.Enum(['remembered', 'metadata'], {
  description:
    'By what renewals are credited: `remembered`, the partner of an earlier payment of the subscription or the customer; `metadata`, keys of their own only.',
});
const ApiKeyInput = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'A restricted key. It is encrypted, and never shown again.',
});
const SecretInput = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'The signing secret of an endpoint that you made yourself. Blanks around it do not count.',
});

/** What keeps a connection from working, and what to do. */
export const ConnectionProblem = Type.Object({
  code: Type.Enum([
    'webhook_permission_missing',
    'webhook_limit',
    'webhook_address',
    'webhook_disabled',
    'webhook_missing',
    'webhook_secret_missing',
    'permission_missing',
    'key_expired',
    'key_revoked',
    'key_expires_soon',
    'provider_unreachable',
  ]),
  message: Type.String(),
  fix: Type.String({ description: 'What puts it right.' }),
});

export const PaymentConnection = Type.Object({
  id: Id,
  provider: Provider,
  kind: Type.Enum(['key', 'connect'], {
    description: 'An account of your own, by its key; or one that is connected through the platform.',
  }),
  mode: Mode,
  account_id: nullable(Type.String({ description: 'null: the key may not read it.' })),
  hint: nullable(Type.String({ description: '`…` and the last four characters of the key.' })),
  label: Type.String(),
  program_id: nullable(Id),
  credit_renewals: CreditRenewals,
  status: Type.Enum(['connected', 'restricted', 'disconnected']),
  webhook: Type.Object({
    url: Type.String(),
    managed: Type.Boolean({ description: 'Whether the service made the endpoint, and looks after it.' }),
    status: Type.Enum(['active', 'disabled', 'missing']),
    events: Type.Array(Type.String()),
  }),
  problems: Type.Array(ConnectionProblem),
  last_event_at: nullable(Time),
  created_at: Time,
});

/** Answer of `GET …/payment-connections`. */
export const PaymentConnectionList = Type.Object({
  data: Type.Array(PaymentConnection),
  next_cursor: Type.Null(),
});

export const PaymentConnectionCreate = Type.Object({
  provider: Provider,
  api_key: ApiKeyInput,
  label: Type.Optional(NameInput),
  program_id: Type.Optional(nullable(IdInput)),
  credit_renewals: Type.Optional(CreditRenewals),
  webhook: Type.Optional(
    Type.Enum(['managed', 'manual'], {
      description: '`managed` when not given: the service makes the endpoint.',
    }),
  ),
});

export const PaymentConnectionUpdate = Type.Object({
  label: Type.Optional(NameInput),
  program_id: Type.Optional(nullable(IdInput)),
  api_key: Type.Optional(ApiKeyInput),
  webhook_secret: Type.Optional(SecretInput),
  credit_renewals: Type.Optional(CreditRenewals),
});

/** Answer of `DELETE …/payment-connections/:id`. */
export const PaymentConnectionRemoved = Type.Object({
  deleted: Type.Literal(true),
  not_removed: Type.Array(
    Type.Object({ id: Type.String(), url: Type.String(), reason: Type.String(), fix: Type.String() }),
    { description: 'Endpoints at the provider that could not be removed.' },
  ),
});

/** Query of `GET …/payment-connections/key-link`. */
export const KeyLinkQuery = Type.Object({
  provider: Type.Optional(Provider),
  mode: Type.Optional(Mode),
});

export const ProviderPermissionItem = Type.Object({
  permission: Type.String(),
  name: Type.String({ description: 'As the form of the provider has it.' }),
  why: Type.String(),
});

/** Answer of `GET …/payment-connections/key-link`. */
export const KeyLinkAnswer = Type.Object({
  url: nullable(Type.String({ description: 'The page that makes a key with these permissions.' })),
  permissions: Type.Array(ProviderPermissionItem),
});

export const BackfillInput = Type.Object({
  days: Type.Integer({ minimum: 1, maximum: 365 }),
  preview: Type.Optional(Type.Boolean()),
});

const BackfillPreview = Type.Object({
  preview: Type.Literal(true),
  sales: Type.Array(
    Type.Object({
      transaction_id: Type.String(),
      amount_cents: Type.Integer(),
      currency: Currency,
      occurred_at: Time,
      credited_by: Type.String(),
      program_id: Id,
      partner_id: Id,
    }),
  ),
  skipped: Type.Object({ known: Type.Integer(), nobody: Type.Integer(), not_paid: Type.Integer() }),
});

/** How far a backfill is. */
export const BackfillState = Type.Object({
  id: Id,
  status: Type.Enum(['running', 'done', 'failed']),
  done: Type.Integer(),
  total: nullable(Type.Integer()),
});

export const BackfillAnswer = Type.Union([BackfillPreview, BackfillState]);

export type PaymentConnection = Static<typeof PaymentConnection>;
export type ConnectionProblem = Static<typeof ConnectionProblem>;
export type PaymentConnectionCreate = Static<typeof PaymentConnectionCreate>;
export type PaymentConnectionUpdate = Static<typeof PaymentConnectionUpdate>;
export type PaymentConnectionRemoved = Static<typeof PaymentConnectionRemoved>;
export type KeyLinkAnswer = Static<typeof KeyLinkAnswer>;
export type BackfillState = Static<typeof BackfillState>;
export type BackfillAnswer = Static<typeof BackfillAnswer>;
