import Type, { type Static } from 'typebox';
import { PartnerBranding } from './branding.js';
import { Balance, PayablePart } from './partners.js';
import { PayoutMethod } from './payouts.js';
import { CommissionRuleTerms, RuleInput } from './rules.js';
import {
  Currency,
  CurrencyInput,
  Day,
  Id,
  MinimumPayout,
  NameInput,
  NoteInput,
  nullable,
  PartnerStatus,
  pageOf,
  Time,
} from './shapes.js';

// Programs, as the team and as partners see them. Contract section 5.

/** From where a program accepts leads. Contract section 7.2. */
export const AcceptedLeadSource = Type.Enum(['any', 'server'], {
  description:
    '`any`: leads of pages and of servers. `server`: of servers only; a lead of a page is 403. Anybody can send what a page sends.',
});

/** Who comes first on a sale of another partner's customer. Contract 2 section 11. */
export const AttributionPrecedence = Type.Enum(['link', 'code'], {
  description:
    'Who earns a sale that carries the code of one partner when its customer came by another: `link`, the partner who has the customer; ' +
    '`code`, the partner of the code, on this sale only.',
});

/** The address that partners hand out. Contract 2 section 10. */
export const LinkStyle = Type.Enum(['direct', 'redirect'], {
  description:
    '`direct`: the destination itself, with `aff`; the script on the page records the click. `redirect`: an address of svc or of ' +
    'a link domain, which records the click and leads on.',
});

const LINK_DOMAINS =
  'Hosts, such as `go.acme.example`, on which `GET /:short_link` does what `/r/:short_link` does. Each belongs to one program.';
const LINK_PARAMETERS =
  'Query parameters that hold the short link where an address has no `aff`, in the order in which they are tried.';
const FALLBACK_URL = 'Where redirect links lead that are unknown or inactive; null: to a page that says so.';
const LEAD_REWARD = "What a lead earns its partner, once, in the program's currency; null: nothing.";

const STRICT = { additionalProperties: false } as const;

/** On which days payout runs are prepared, which is `PayoutSchedule` of payout-schedule.ts. */
const Schedule = nullable(
  Type.Union(
    [
      Type.Object(
        {
          every: Type.Literal('week'),
          day: Type.Integer({ minimum: 1, maximum: 7, description: '1: Monday.' }),
        },
        STRICT,
      ),
      Type.Object({ every: Type.Literal('half_month') }, STRICT),
      Type.Object({ every: Type.Literal('month'), day: Type.Integer({ minimum: 1, maximum: 28 }) }, STRICT),
    ],
    {
      description:
        'On which days a payout run is prepared, at 8:00 in the time zone of the workspace; `half_month`: on the 1st and the 15th. ' +
        'A person pays it, or cancels it. Null: runs are made by hand.',
    },
  ),
);

const LeadReward = nullable(Type.Integer({ description: LEAD_REWARD }));

const FraudAction = Type.Enum(['off', 'flag', 'hold'], {
  description:
    '`flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.',
});

/** What a program looks for in the sales that partners bring. Contract 2 section 14. */
const FRAUD_SETTINGS = {
  self_referral: FraudAction,
  fast_sale: FraudAction,
  click_burst: FraudAction,
  paid_search: FraudAction,
  code_leak: FraudAction,
  page_named: FraudAction,
};

/** A host of a program's origins and link domains. */
export const ProgramHost = Type.Object({
  host: Type.String(),
  status: Type.Enum(['serving', 'unproven'], {
    description:
      '`unproven`: another workspace uses the host. Its pages and links are not those of this program until the record is found.',
  }),
  record: Type.String({ description: 'Text of the TXT record that proves the host, at `_svc.<host>`.' }),
});
export type ProgramHost = Static<typeof ProgramHost>;

/** Answer of `POST …/hosts/:host/check`. */
export const ProgramHostCheck = Type.Object({
  ...ProgramHost.properties,
  record_found: Type.Boolean({ description: 'Whether DNS has the record now.' }),
});

export const ProgramItem = Type.Object({
  id: Id,
  workspace_id: Id,
  name: Type.String(),
  domain: Type.String(),
  currency: Currency,
  cookie_window_days: Type.Integer(),
  hold_days: Type.Integer(),
  lead_source: AcceptedLeadSource,
  attribution_precedence: AttributionPrecedence,
  ...FRAUD_SETTINGS,
  lead_reward_cents: LeadReward,
  commission: nullable(CommissionRuleTerms),
  allowed_origins: Type.Array(Type.String()),
  link_style: LinkStyle,
  link_domains: Type.Array(Type.String(), { description: LINK_DOMAINS }),
  hosts: Type.Array(ProgramHost, {
    description:
      'Hosts of the allowed origins and link domains, other than localhost and numeric addresses. Each serves one workspace at a time.',
  }),
  link_parameters: Type.Array(Type.String(), { description: LINK_PARAMETERS }),
  fallback_url: nullable(Type.String({ description: FALLBACK_URL })),
  minimum_payout_cents: Type.Integer({ description: "In the program's currency; 0: none." }),
  minimum_payouts: Type.Array(MinimumPayout, {
    description: 'In other currencies, by currency. One that is not listed has no minimum.',
  }),
  payout_schedule: Schedule,
  next_payout_at: nullable({
    ...Time,
    description: 'When the next payout run is prepared; null: no run is planned.',
  }),
  payout_details_hold_hours: Type.Integer({
    description: 'For how many hours after a change of payout details payout runs skip the partner.',
  }),
  click_retention_months: nullable(
    Type.Integer({ description: 'Clicks are removed so many months after the end of theirs; null: never.' }),
  ),
  accepts_applications: Type.Boolean(),
  application_text: nullable(Type.String()),
  archived_at: nullable(Time),
  created_at: Time,
});

export const ProgramPage = pageOf(ProgramItem);

const CLICK_RETENTION =
  'Clicks are removed so many months after the end of theirs, but not those that customers came with, and none that can still earn a commission; null: kept as long as the service keeps clicks.';

const PROGRAM_SETTINGS = {
  cookie_window_days: Type.Integer({ minimum: 1, maximum: 3650 }),
  hold_days: Type.Integer({ minimum: 0, maximum: 3650 }),
  lead_source: AcceptedLeadSource,
  attribution_precedence: AttributionPrecedence,
  ...FRAUD_SETTINGS,
  lead_reward_cents: nullable(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: `${LEAD_REWARD} 0 is the same as null.`,
    }),
  ),
  allowed_origins: Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 }),
  link_style: LinkStyle,
  link_domains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 20, description: LINK_DOMAINS }),
  link_parameters: Type.Array(
    Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$', description: 'Not `aff` or `svc_click_id`.' }),
    { maxItems: 10, description: LINK_PARAMETERS },
  ),
  fallback_url: nullable(Type.String({ maxLength: 2048, description: FALLBACK_URL })),
  minimum_payout_cents: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "The minimum payout in the program's currency; 0: none.",
  }),
  minimum_payouts: Type.Array(MinimumPayout, {
    maxItems: 200,
    description:
      "The minimum payouts in other currencies, the whole list. An entry in the program's currency sets `minimum_payout_cents`.",
  }),
  payout_schedule: Schedule,
  payout_details_hold_hours: Type.Integer({ minimum: 0, maximum: 720 }),
  click_retention_months: nullable(Type.Integer({ minimum: 1, maximum: 1200, description: CLICK_RETENTION })),
  accepts_applications: Type.Boolean(),
  application_text: nullable(NoteInput),
};

const Domain = Type.String({ minLength: 1, maxLength: 253, description: 'Such as acme.example.' });

/** Body of `POST /api/workspaces/:workspaceId/programs`. */
export const ProgramCreate = Type.Object({
  name: NameInput,
  domain: Domain,
  currency: Type.Optional(CurrencyInput),
  commission: RuleInput,
  ...Type.Partial(Type.Object(PROGRAM_SETTINGS)).properties,
});

/** Body of `PATCH /api/programs/:programId`: what is left out stays as it is. */
export const ProgramUpdate = Type.Partial(
  Type.Object({ name: NameInput, domain: Domain, ...PROGRAM_SETTINGS }),
);

/** Body of `…/archive`: the name once more, because of what it does. */
export const ProgramArchive = Type.Object({ name: NameInput });

export const PartnerProgramItem = Type.Object({
  program_id: Id,
  name: Type.String(),
  domain: Type.String(),
  company: Type.String(),
  branding: PartnerBranding,
  currency: Type.String(),
  status: PartnerStatus,
  commission: nullable(CommissionRuleTerms),
  lead_reward_cents: LeadReward,
  cookie_window_days: Type.Integer(),
  hold_days: Type.Integer(),
  minimum_payout_cents: Type.Integer({ description: "In the program's currency; 0: none." }),
  minimum_payouts: Type.Array(MinimumPayout, { description: 'In other currencies, by currency.' }),
  payout_schedule: Schedule,
  next_payout_on: nullable({
    ...Day,
    description:
      'The day on which the next payout run is prepared, in the time zone of the company; null: no run is planned.',
  }),
  /** Null: the partner has not said where to be paid. */
  payout_method: nullable(PayoutMethod),
  payouts_held_until: nullable(
    Type.String({
      format: 'date-time',
      description: 'No payout is created before, because payout details were saved that are held.',
    }),
  ),
  payout_details_hold_hours: Type.Integer(),
  payout_details_held_when_saved: Type.Boolean({
    description:
      'Whether payout runs will leave the partner out for `payout_details_hold_hours` after payout details are saved now: others are stored, the partner has been paid before, or something is due already in any program of the workspace.',
  }),
  joined_at: Time,
  balances: Type.Array(Balance),
});

export const PartnerProgramList = Type.Object({
  data: Type.Array(PartnerProgramItem),
  next_cursor: Type.Null(),
});

export const PartnerProgramDetail = Type.Object({
  ...PartnerProgramItem.properties,
  payable_parts: Type.Array(PayablePart),
  maturing: Type.Array(
    Type.Object({
      day: Day,
      currency: Type.String(),
      amount_cents: Type.Unsafe<bigint>(Type.Integer({ description: 'Below zero: deductions.' })),
      commissions: Type.Integer(),
      adjustments: Type.Integer(),
    }),
    { description: 'What is pending, by the day on which it becomes payable, the first day first.' },
  ),
});

export type ProgramItem = Static<typeof ProgramItem>;
export type ProgramCreate = Static<typeof ProgramCreate>;
export type ProgramUpdate = Static<typeof ProgramUpdate>;
export type PartnerProgramItem = Static<typeof PartnerProgramItem>;
export type PartnerProgramDetail = Static<typeof PartnerProgramDetail>;
