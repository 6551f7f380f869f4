import Type, { type Static } from 'typebox';
import { Language } from './people.js';
import { Id, nullable, PAGE_QUERY, pageOf, Time, Total } from './shapes.js';

// What is read and done about the card processor. Contract sections 4 and 5.

const EventStatus = Type.Enum(['processed', 'ignored', 'failed', 'waiting']);

/** An event of the card processor, and what came of it. */
export const ProcessorEventItem = Type.Object({
  id: Type.String({ description: "The event's own id at the processor." }),
  type: Type.String(),
  status: EventStatus,
  connection_id: nullable({ ...Id, description: 'The payment connection it counted for.' }),
  reason_code: Type.String({ description: 'Why it has this status. New codes may be added.' }),
  reason_parameters: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Values of the text of the reason. Amounts are in the smallest unit of their currency.',
  }),
  reason: Type.String({ description: 'What was done, why, and what to do, in the language of the request.' }),
  attempts: Type.Integer(),
  received_at: Time,
});

export const ProcessorEventPage = pageOf(ProcessorEventItem);

/** Language of the texts in an answer. */
export const LANGUAGE_QUERY = {
  language: Type.Optional({ ...Language, description: 'Language of the texts; `en` when not given.' }),
};

/** Query of the list of events. */
export const ProcessorEventQuery = Type.Object({
  status: Type.Optional(EventStatus),
  ...LANGUAGE_QUERY,
  ...PAGE_QUERY,
});

/** Body of `…/processor-events/:id/replay`. */
export const ReplayInput = Type.Object(LANGUAGE_QUERY);

/** Payment events of the last 7 days that need attention, grouped by reason and connection. */
export const NoticedEvents = Type.Object({
  reason_code: Type.String(),
  connection_id: nullable({ ...Id, description: 'null: the events belong to no connection.' }),
  count: Type.Integer({ minimum: 1, description: 'Counted up to 1,000 for each reason.' }),
  latest_at: Time,
  message: Type.String({ description: 'Reason of the latest one.' }),
  fix: nullable(Type.String()),
});

const Share = Type.Integer({ description: 'Hundredths of a percent of the paid amount.' });

/** Answer of `…/processor-coverage`. */
export const ProcessorCoverageAnswer = Type.Object({
  days: Type.Integer(),
  totals: Type.Array(
    Type.Object({ currency: Type.String(), paid_cents: Total, paid_cents_with_keys: Total, share: Share }),
  ),
  kinds: Type.Array(
    Type.Object({
      currency: Type.String(),
      kind: Type.Enum(['checkout', 'subscription_start', 'renewal', 'invoice']),
      payments: Total,
      paid_cents: Total,
      payments_with_keys: Total,
      paid_cents_with_keys: Total,
      share: Share,
      first_without_keys: nullable(
        Type.Object({
          transaction_id: Type.String(),
          event_id: Type.String(),
          occurred_at: Time,
        }),
      ),
      advice: nullable(Type.String({ description: 'What to change.' })),
    }),
  ),
});

/** Answer of `…/processor`. */
export const ProcessorConnectionAnswer = Type.Object({
  status: Type.Enum(['not_connected', 'pending', 'connected', 'restricted', 'disconnected']),
  account_id: nullable(Type.String()),
  charges_enabled: Type.Boolean(),
  payouts_enabled: Type.Boolean(),
  details_submitted: Type.Boolean(),
  connected_at: nullable(Time),
  can_connect: Type.Boolean({ description: "Whether the service has the platform's credentials." }),
  takes_events: Type.Boolean({ description: 'Whether the service has a secret to check events with.' }),
});

/** Answer of `…/processor/connect`. */
export const ProcessorConnectAnswer = Type.Object({
  authorize_url: Type.String({ description: 'The page of the processor to send the person to.' }),
  expires_at: Time,
});

/** Answer of `…/processor/disconnect`. */
export const DisconnectAnswer = Type.Object({ disconnected: Type.Boolean() });

/** Answer of `POST /api/v1/cli/processor/connect`. */
export const ConnectAnswer = Type.Object({
  authorize_url: Type.String(),
  poll_token: Type.String(),
  interval_seconds: Type.Integer(),
  expires_at: Time,
});

/** Answer of `GET /api/v1/cli/processor/connect/:poll_token`. */
export const ConnectStateAnswer = Type.Object({
  status: Type.Enum(['pending', 'connected', 'denied', 'expired']),
  account_id: nullable(Type.String()),
});

/** Answer of `POST /webhooks/processor`. */
export const ReceivedAnswer = Type.Object({ received: Type.Boolean() });

export type NoticedEvents = Static<typeof NoticedEvents>;
export type ProcessorEventItem = Static<typeof ProcessorEventItem>;
export type ProcessorCoverageAnswer = Static<typeof ProcessorCoverageAnswer>;
export type ProcessorConnectionAnswer = Static<typeof ProcessorConnectionAnswer>;
export type ConnectAnswer = Static<typeof ConnectAnswer>;
export type ConnectStateAnswer = Static<typeof ConnectStateAnswer>;
