import Type, { type Static } from 'typebox';
import { nullable, Time } from './shapes.js';

// What happens in a program, as it happens: `GET /api/v1/cli/watch`. Contract 2, section 17.

export const WatchQuery = Type.Object({
  after: Type.Optional(
    Type.String({ description: '`next_after` of the answer before; from now on when not given.' }),
  ),
  wait_seconds: Type.Optional(
    Type.String({ description: 'How long to wait for something to happen: 0 to 30, 0 when not given.' }),
  ),
});

const Recorded = Type.Object({
  type: Type.Enum(['click', 'lead', 'sale', 'refund']),
  id: Type.Integer({ description: 'The number of the click, or the id of the lead, sale or refund.' }),
  occurred_at: Time,
  test_mode: Type.Boolean(),
  bot: Type.Boolean({ description: 'A click of a bot or headless browser, which is in no total.' }),
  click_id: nullable(Type.String()),
  partner_id: nullable(Type.Integer()),
  link_id: nullable(Type.Integer()),
  customer_key: nullable(Type.String()),
  transaction_id: nullable(Type.String()),
  amount_cents: nullable(Type.Integer()),
  currency: nullable(Type.String()),
});

const Refused = Type.Object({
  type: Type.Literal('refused'),
  event: Type.Enum(['click', 'lead', 'sale', 'refund'], { description: 'What was refused.' }),
  occurred_at: Time,
  code: Type.String({ description: 'The code of the error, as in the header `svc-error-code`.' }),
  error: Type.String(),
  value: nullable(Type.String({ description: 'The origin or the `aff` that was refused.' })),
  count: Type.Integer({ description: 'How often this was refused today (UTC).' }),
});

/** Answer of `GET /api/v1/cli/watch`. */
export const WatchAnswer = Type.Object({
  data: Type.Array(Type.Union([Recorded, Refused])),
  next_after: Type.String({ description: 'Pass it as `after` to go on from here.' }),
});

export type WatchAnswer = Static<typeof WatchAnswer>;
export type WatchItem = WatchAnswer['data'][number];
