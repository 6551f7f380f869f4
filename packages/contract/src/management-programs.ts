import Type, { type Static } from 'typebox';
import {
  AcceptedLeadSource,
  CommissionItem,
  CommissionRuleTerms,
  LinkItem,
  PartnerItem,
  PartnerStatus,
  TOTALS,
} from './management.js';
import {
  AmountInput,
  CurrencyInput,
  DayQuery,
  EmailInput,
  Id,
  IdInput,
  IdQuery,
  MinimumPayout,
  NameInput,
  NoteInput,
  nullable,
  PAGE_QUERY,
  pageOf,
  Time,
  Total,
} from './management-types.js';

// Programs, their rules, keys, partners and links, as the dashboard changes them. Contract sections 3 and 5.

const Months = Type.Integer({ minimum: 0, maximum: 1200 });
const BasisPoints = Type.Integer({ minimum: 0, maximum: 10_000 });

/** A commission rule as it is sent. */
export const RuleInput = Type.Union([
  Type.Object({
    type: Type.Literal('percent'),
    basis_points: BasisPoints,
    duration_months: Type.Optional(nullable(Months)),
  }),
  Type.Object({
    type: Type.Literal('flat'),
    amount_cents: AmountInput,
    duration_months: Type.Optional(nullable(Months)),
  }),
]);

const PROGRAM_SETTINGS = {
  cookie_window_days: Type.Integer({ minimum: 1, maximum: 3650 }),
  hold_days: Type.Integer({ minimum: 0, maximum: 3650 }),
  lead_source: AcceptedLeadSource,
  allowed_origins: Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 }),
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
  payout_details_hold_hours: Type.Integer({ minimum: 0, maximum: 720 }),
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

export const RuleItem = Type.Object({
  id: Id,
  partner_id: nullable(Id),
  ...CommissionRuleTerms.properties,
  type: Type.Enum(['percent', 'flat', 'program'], {
    description: "`program`: from then on the program's rule counts for the partner again.",
  }),
  created_at: Time,
});
export const RulePage = pageOf(RuleItem);

/** Query of the list of rule versions: the program's, or those of one partner in it. */
export const RuleQuery = Type.Object({ partner_id: Type.Optional(IdQuery), ...PAGE_QUERY });

/** Body of a rule change. */
export const RuleChange = Type.Object({ commission: RuleInput });

/** Query of the preview of a rule change. */
export const RulePreviewQuery = Type.Object({
  type: Type.Enum(['percent', 'flat']),
  basis_points: Type.Optional(Type.String({ pattern: '^[0-9]{1,5}$' })),
  amount_cents: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  duration_months: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,4}$', description: 'Left out: every sale.' }),
  ),
  partner_id: Type.Optional(IdQuery),
});

/** What the sales of the last 90 days earned, and what they would have earned under another rule. */
export const RulePreviewAnswer = Type.Object({
  from: Time,
  to: Time,
  currencies: Type.Array(
    Type.Object({
      currency: Type.String(),
      sales: Type.Integer({
        description: 'Sales in this currency; a flat commission of theirs is in the currency of the program.',
      }),
      commission_cents: Total,
      preview_cents: Total,
      difference_cents: Total,
    }),
  ),
  is_cut: Type.Boolean({ description: 'There were more sales than were looked at: the newest count.' }),
});

export const ApiKeyItem = Type.Object({
  id: Id,
  name: Type.String(),
  hint: Type.String({ description: 'Its last four characters.' }),
  created_at: Time,
  expires_at: nullable(Time),
  last_used_at: nullable(Time),
});
export const ApiKeyPage = pageOf(ApiKeyItem);
export const ApiKeyCreate = Type.Object({ name: NameInput });
export const ApiKeyRotate = Type.Object({
  grace_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 720,
      description: 'How long the old key stays valid; 24 by default.',
    }),
  ),
});

/** A key that was just made: the only time it is told. */
export const ApiKeyMade = Type.Object({ api_key: Type.String(), key: ApiKeyItem });

/** Query of the list of partners; figures are of the days from `from` to `to`, the last 30 when not given. */
export const PartnerQuery = Type.Object({
  status: Type.Optional(PartnerStatus),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A part of the name or of the address, in any case.',
    }),
  ),
  from: Type.Optional(DayQuery),
  to: Type.Optional(DayQuery),
  ...PAGE_QUERY,
});

export const PartnerFigures = Type.Object({
  ...PartnerItem.properties,
  totals: Type.Array(Type.Object(TOTALS)),
});
export const PartnerFiguresPage = pageOf(PartnerFigures);

/** How many partners of a program there are in each status. */
export const PartnerCounts = Type.Object({
  pending: Type.Integer(),
  approved: Type.Integer(),
  rejected: Type.Integer(),
  suspended: Type.Integer(),
});

/** Body of an invitation of a partner. `commission`: a rule of the partner's own, for whoever may change rules. */
export const PartnerInvite = Type.Object({
  email: EmailInput,
  name: NameInput,
  short_link: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  commission: Type.Optional(RuleInput),
});

/** What became of an invitation: `mail_sent` false: it is kept, and can be sent again. */
export const PartnerInvited = Type.Object({ partner: PartnerItem, mail_sent: Type.Boolean() });

export const PartnerUpdate = Type.Object({
  name: Type.Optional(NameInput),
  status: Type.Optional(PartnerStatus),
});

/** What a partner has in one program and currency, by the state of the money. */
export const Balance = Type.Object({
  currency: Type.String(),
  pending_cents: Total,
  held_cents: Total,
  payable_cents: Type.Unsafe<bigint>(
    Type.Integer({ description: 'Below zero: taken back after a payout, settled by the next one.' }),
  ),
  paid_cents: Total,
});

const HistoryEntry = Type.Object({
  action: Type.String(),
  by: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  occurred_at: Time,
});

export const PartnerDetail = Type.Object({
  ...PartnerFigures.properties,
  has_account: Type.Boolean(),
  application: nullable(
    Type.Object({ website: nullable(Type.String()), message: nullable(Type.String()), created_at: Time }),
  ),
  balances: Type.Array(Balance),
  links: Type.Array(LinkItem),
  recent_commissions: Type.Array(CommissionItem),
  rules: Type.Array(RuleItem),
  history: Type.Array(HistoryEntry),
});

/** Query of the list of links; figures are of the days from `from` to `to`, the last 30 when not given. */
export const LinkQuery = Type.Object({
  partner_id: Type.Optional(IdQuery),
  from: Type.Optional(DayQuery),
  to: Type.Optional(DayQuery),
  ...PAGE_QUERY,
});

export const LinkFigures = Type.Object({ ...LinkItem.properties, totals: Type.Array(Type.Object(TOTALS)) });
export const LinkFiguresPage = pageOf(LinkFigures);

export const LinkCreate = Type.Object({
  partner_id: IdInput,
  short_link: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Made up when not given.' }),
  ),
  destination_url: Type.Optional(nullable(Type.String({ maxLength: 2048 }))),
});
export const LinkUpdate = Type.Object({
  destination_url: Type.Optional(nullable(Type.String({ maxLength: 2048 }))),
  is_active: Type.Optional(Type.Boolean()),
});

/** Body of `…/test-events`: the last event to send; those that it needs are sent before it. */
export const TestEventRequest = Type.Object({ type: Type.Enum(['click', 'lead', 'sale']) });

/** Answer of `…/test-events`: what was recorded. */
export const TestEventAnswer = Type.Object({
  affiliate_url: Type.String({ description: 'The address that was clicked on.' }),
  click_id: Type.String(),
  customer_key: nullable(Type.String()),
  transaction_id: nullable(Type.String()),
});

export type RuleInput = Static<typeof RuleInput>;
export type ProgramCreate = Static<typeof ProgramCreate>;
export type ProgramUpdate = Static<typeof ProgramUpdate>;
export type RuleItem = Static<typeof RuleItem>;
export type RulePreviewAnswer = Static<typeof RulePreviewAnswer>;
export type ApiKeyItem = Static<typeof ApiKeyItem>;
export type PartnerFigures = Static<typeof PartnerFigures>;
export type PartnerCounts = Static<typeof PartnerCounts>;
export type LinkFigures = Static<typeof LinkFigures>;
export type PartnerDetail = Static<typeof PartnerDetail>;
export type Balance = Static<typeof Balance>;
export type TestEventRequest = Static<typeof TestEventRequest>;
export type TestEventAnswer = Static<typeof TestEventAnswer>;
