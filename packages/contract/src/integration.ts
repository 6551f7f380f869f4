import Type, { type Static } from 'typebox';
import { NoticedEvents } from './payments.js';
import { AcceptedLeadSource } from './programs.js';
import { CommissionRuleTerms } from './rules.js';
import { nullable } from './shapes.js';

// How far the integration of a program is (specification section 4, contract section 2), and test events.

/** Body of `…/test-events`: the last event to send; those that it needs are sent before it. */
export const TestEventRequest = Type.Object({ type: Type.Enum(['click', 'lead', 'sale']) });

/** Answer of `…/test-events`: what was recorded. */
export const TestEventAnswer = Type.Object({
  affiliate_url: Type.String({ description: 'The address that was clicked on.' }),
  click_id: Type.String(),
  customer_key: nullable(Type.String()),
  transaction_id: nullable(Type.String()),
});

const Step = Type.Enum(['complete', 'pending'], {
  description: 'Whether the integration step is done; derived, never set by a caller.',
});

/** The three steps of an integration. Specification section 3. */
export const StepStatuses = Type.Object({ pageview: Step, referrals: Step, payments: Step });

const TestEvents = Type.Object({
  testEventCount: Type.Integer({ minimum: 0, maximum: 10, description: 'Counted up to 10.' }),
  hasTestEvents: Type.Boolean(),
  latestTestEvent: nullable(
    Type.Object({
      id: Type.Integer({ description: 'The number of the click, or the id of the lead.' }),
      timestamp: Type.String({ format: 'date-time' }),
      createdAt: Type.String({ format: 'date-time' }),
    }),
  ),
});

/** What the steps were derived from. */
export const StatusStatistics = Type.Object({
  pageview: TestEvents,
  referrals: TestEvents,
  payments: Type.Object({
    processorConnectionStatus: Type.String(),
    isProcessorConnected: Type.Boolean(),
    processorAccountId: nullable(Type.String()),
    chargesEnabled: Type.Boolean(),
    payoutsEnabled: Type.Boolean(),
    detailsSubmitted: Type.Boolean(),
    connectionDate: nullable(Type.String({ format: 'date-time' })),
  }),
});

/** Answer of `GET /api/tracking/status/:programId`. */
export const TrackingStatusAnswer = Type.Object({
  data: Type.Object({
    programId: Type.String(),
    stepStatuses: StepStatuses,
    statistics: StatusStatistics,
    hasPartners: Type.Boolean({ description: 'Whether at least one partner is approved in the program.' }),
    lastUpdated: Type.String({ format: 'date-time' }),
  }),
});

const Refused = {
  count: Type.Integer({ minimum: 1 }),
  last_at: Type.String({ format: 'date-time' }),
};

/** What real visitors and customers did. Contract 2, section 17. */
const LiveFigures = Type.Object(
  {
    clicks: Type.Integer({ minimum: 0, description: 'Without bots and headless browsers.' }),
    leads: Type.Integer({ minimum: 0 }),
    sales: Type.Integer({ minimum: 0 }),
    last_event_at: nullable(Type.String({ format: 'date-time' })),
    refused_origins: Type.Array(Type.Object({ origin: Type.String(), ...Refused }), {
      description:
        'Pages whose clicks or leads were refused because the program does not allow their origin; the latest 20.',
    }),
    unknown_aff: Type.Array(Type.Object({ value: Type.String(), ...Refused }), {
      description:
        'Values of `aff`, in lower case, that no link of an approved partner has; from pages whose origin the program ' +
        'allows, or with its key. The latest 20.',
    }),
    ignored_test_mode: Type.Array(Type.Object({ value: Type.String(), ...Refused }), {
      description:
        'Values of `test_mode` other than true, as JSON, such as the text "true": these events were recorded as real ones. The latest 20.',
    }),
  },
  { description: 'Real events of the last 7 days (UTC), today included.' },
);

/** How far a program's integration is: what was tested, and what is live. */
const HEALTH = {
  steps: StepStatuses,
  statistics: StatusStatistics,
  has_partners: Type.Boolean(),
  live: LiveFigures,
  payments_reported: Type.Boolean({ description: 'Whether a real sale was reported by API.' }),
};

/** Answer of `…/integration`, for people what `GET /api/v1/cli/status` is for the command line tool. */
export const IntegrationAnswer = Type.Object({
  ...HEALTH,
  checked_at: Type.String({ format: 'date-time' }),
});

/** Answer of `GET /api/v1/cli/status`. */
export const CliStatusAnswer = Type.Object({
  program: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    domain: Type.String(),
    currency: Type.String(),
    cookie_window_days: Type.Integer(),
    lead_source: AcceptedLeadSource,
    commission: nullable(CommissionRuleTerms),
    allowed_origins: Type.Array(Type.String()),
  }),
  ...HEALTH,
  attention: Type.Array(NoticedEvents, {
    description: 'Payment events of the last 7 days that need attention, of this program or of no program.',
  }),
  test_link: nullable(Type.String({ description: 'A referral link of the program that works.' })),
  next_step: nullable(
    Type.Object({
      step: Type.String(),
      command: Type.String({
        description: 'A command that works on this service: it completes the step, or shows what does.',
      }),
      why: Type.String(),
    }),
  ),
});

export type TestEventRequest = Static<typeof TestEventRequest>;
export type TestEventAnswer = Static<typeof TestEventAnswer>;
export type StepStatuses = Static<typeof StepStatuses>;
export type StatusStatistics = Static<typeof StatusStatistics>;
export type TrackingStatusAnswer = Static<typeof TrackingStatusAnswer>;
export type IntegrationAnswer = Static<typeof IntegrationAnswer>;
export type CliStatusAnswer = Static<typeof CliStatusAnswer>;
