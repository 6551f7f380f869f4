import Type, { type Static } from 'typebox';
import { codesFound, Id, nullable, PAGE_QUERY, pageOf, Time } from './shapes.js';

// The security log. Contract, second part, 7.2.

/** The types of events in the security log. */
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
  'management_key.new_address',
  'export.downloaded',
]);

export const SecurityEventQuery = Type.Object({
  type: Type.Optional(SecurityEventType),
  user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  q_types: codesFound('Types'),
  ...PAGE_QUERY,
});

export const SecurityEventItem = Type.Object({
  id: Id,
  type: Type.String({ description: 'As the filter `type` names them.' }),
  user_id: nullable(Type.String({ description: 'The account it concerns.' })),
  email: nullable(Type.String()),
  api_key_id: nullable(Id),
  management_key_id: nullable(Id),
  address: nullable(Type.String({ description: 'IP address it came from.' })),
  user_agent: nullable(Type.String()),
  data: Type.Unknown({ description: 'Details, by type.' }),
  occurred_at: Time,
});

export const SecurityEventPage = pageOf(SecurityEventItem);

export type SecurityEventType = Static<typeof SecurityEventType>;
export type SecurityEventItem = Static<typeof SecurityEventItem>;
