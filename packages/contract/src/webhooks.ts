import Type, { type Static } from 'typebox';
import { EVENT_TYPES } from './event-types.js';
import { Id, IdInput, nullable, PAGE_QUERY, pageOf, Time } from './shapes.js';

// Webhooks of a workspace and their deliveries. Contract 2, section 9.

/** `standard`: the event, as the Standard Webhooks specification has it; the others: a message for a chat. */
export const WebhookFormat = Type.Enum(['standard', 'slack', 'discord']);
export const WebhookStatus = Type.Enum(['enabled', 'disabled']);

const TypesInput = Type.Array(Type.Enum([...EVENT_TYPES]), { minItems: 1, maxItems: EVENT_TYPES.length });
const UrlInput = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'https, without user name and password; its host must have a public address.',
});
const DescriptionInput = Type.String({ maxLength: 200 });

export const WebhookItem = Type.Object({
  id: Id,
  url: Type.String(),
  types: nullable(Type.Array(Type.String(), { description: 'Only events of these types; null: of all.' })),
  program_id: nullable(Id),
  description: nullable(Type.String()),
  format: WebhookFormat,
  status: WebhookStatus,
  disabled_reason: nullable(
    Type.Enum(['person', 'gone', 'failing'], {
      description:
        'Why it is disabled: someone did it; the receiver answered 410; every attempt failed for five days.',
    }),
  ),
  failing_since: nullable(Time),
  last_sequence: Type.Integer({ description: 'Events up to this number have been handed over.' }),
  previous_secret_until: nullable(Time),
  created_at: Time,
});

export const WebhookPage = pageOf(WebhookItem);

export const WebhookCreate = Type.Object({
  url: UrlInput,
  types: Type.Optional(nullable(TypesInput)),
  program_id: Type.Optional(nullable(IdInput)),
  description: Type.Optional(nullable(DescriptionInput)),
  format: Type.Optional(WebhookFormat),
});

export const WebhookUpdate = Type.Object({
  url: Type.Optional(UrlInput),
  types: Type.Optional(nullable(TypesInput)),
  program_id: Type.Optional(nullable(IdInput)),
  description: Type.Optional(nullable(DescriptionInput)),
  format: Type.Optional(WebhookFormat),
  status: Type.Optional(WebhookStatus),
});

/** A webhook with a new secret: only this answer contains it. */
export const WebhookWithSecret = Type.Object({
  webhook: WebhookItem,
  secret: Type.String({ description: 'Starts with `whsec_`; verifies the signatures.' }),
});

export const WebhookReplay = Type.Object({
  after: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Events with a higher number are sent again.',
  }),
});

export const DeliveryStatus = Type.Enum(['pending', 'delivered', 'failed']);

export const DeliveryItem = Type.Object({
  id: Id,
  event_id: Type.String({ description: 'What `webhook-id` carries, at every attempt.' }),
  sequence: nullable(Type.Integer({ description: "The event's number; null for a test." })),
  type: Type.String(),
  status: DeliveryStatus,
  attempts: Type.Integer({ description: 'Since it was last queued.' }),
  last_status: nullable(Type.Integer({ description: 'The HTTP status of the last answer.' })),
  last_error: nullable(Type.String()),
  next_attempt_at: nullable(Time),
  delivered_at: nullable(Time),
  created_at: Time,
});

export const DeliveryPage = pageOf(DeliveryItem);

export const DeliveryQuery = Type.Object({ ...PAGE_QUERY, status: Type.Optional(DeliveryStatus) });

export type WebhookItem = Static<typeof WebhookItem>;
export type WebhookFormat = Static<typeof WebhookFormat>;
export type WebhookCreate = Static<typeof WebhookCreate>;
export type WebhookUpdate = Static<typeof WebhookUpdate>;
export type DeliveryItem = Static<typeof DeliveryItem>;
