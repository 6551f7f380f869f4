import Type, { type Static } from 'typebox';
import { codesFound, daysOf, Id, IdQuery, nullable, PAGE_QUERY, pageOf, Time } from './shapes.js';

// The audit log. Contract section 5.

/** Days (UTC) are both included. */
export const AuditQuery = Type.Object({
  program_id: Type.Optional(IdQuery),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  ...daysOf('an entry was written'),
  q_actions: codesFound('Actions'),
  q_fields: codesFound('Fields, such as `hold_days`, whose change an entry is'),
  ...PAGE_QUERY,
});

export const AuditItem = Type.Object({
  id: Id,
  program_id: nullable(Id),
  user_id: nullable(Type.String()),
  by: Type.String({
    description:
      'The address of the person who did it, or what did it: anonymous, provision file, payout schedule.',
  }),
  action: Type.String(),
  target_type: Type.String(),
  target_id: Type.String(),
  target_name: nullable(
    Type.String({ description: 'What it is called now; null: it has no name, or is gone.' }),
  ),
  related: Type.Array(Type.Object({ type: Type.String(), id: Id, name: Type.String() }), {
    description:
      'What fields such as `partner_id` in `before` and `after` refer to, by the names these things have now.',
  }),
  before: Type.Unknown(),
  after: Type.Unknown(),
  occurred_at: Time,
});

export const AuditPage = pageOf(AuditItem);

export type AuditItem = Static<typeof AuditItem>;
