import Type, { type Static } from 'typebox';
import {
  ApplicationAnswer,
  ApplicationAnswerInput,
  ApplicationQuestion,
  MAX_QUESTIONS,
} from './applications.js';
import { PartnerBranding } from './branding.js';
import { CommissionItem } from './commissions.js';
import { LinkItem } from './links.js';
import { MAIL_SENT } from './people.js';
import { FIGURES, TOTALS } from './reports.js';
import { CommissionRuleTerms, RuleInput, RuleItem, RuleScope } from './rules.js';
import {
  EmailInput,
  Id,
  IdInput,
  NameInput,
  NoteInput,
  nullable,
  PAGE_QUERY,
  PartnerStatus,
  pageOf,
  REPORT_DAYS,
  Time,
  Total,
} from './shapes.js';
import { TagsInput } from './tags.js';

// Partners, and how people become partners. Contract section 5.

/** A partner. `commission`: the rule of their own or of their group in force; null where the program's counts. */
export const PartnerItem = Type.Object({
  id: Id,
  enrollment_id: Id,
  name: Type.String(),
  email: Type.String(),
  status: PartnerStatus,
  commission: nullable(CommissionRuleTerms),
  commission_scope: RuleScope,
  group_id: nullable(Id),
  group: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  joined_at: Time,
});

/** The days of which a partner's figures are; the last 30 if not given. */
export const PartnerDays = Type.Object({
  ...REPORT_DAYS,
});

/** Query of the list of partners; figures are of the days from `from` to `to`, the last 30 when not given. */
export const PartnerQuery = Type.Object({
  status: Type.Optional(PartnerStatus),
  tag: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only partners with this tag.' }),
  ),
  group_id: Type.Optional(
    Type.String({
      pattern: '^([0-9]{1,15}|none)$',
      description: 'Only partners in this group; `none`: in no group.',
    }),
  ),
  has_account: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'Whether they have accepted an invitation.' }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A part of the name or of the address, in any case.',
    }),
  ),
  ...PartnerDays.properties,
  ...PAGE_QUERY,
});

export const PartnerFigures = Type.Object({
  ...PartnerItem.properties,
  application_website: nullable(Type.String({ description: 'Given when they applied.' })),
  application_message: nullable(Type.String({ description: 'Written when they applied.' })),
  application_answers: Type.Array(ApplicationAnswer, {
    description: 'What they answered when they applied.',
  }),
  totals: Type.Optional(Type.Array(Type.Object(TOTALS), FIGURES)),
  has_account: Type.Boolean({ description: 'They have accepted an invitation.' }),
});

export const PartnerFiguresPage = pageOf(PartnerFigures);

/** How many partners of a program there are in each status. */
export const PartnerCounts = Type.Object({
  pending: Type.Integer(),
  approved: Type.Integer(),
  rejected: Type.Integer(),
  suspended: Type.Integer(),
});

/** Body of an invitation of a partner. `commission`: a rule of the partner's own, only with the permission to change rules. */
export const PartnerInvite = Type.Object({
  email: EmailInput,
  name: NameInput,
  short_link: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  commission: Type.Optional(RuleInput),
  group_id: Type.Optional(IdInput),
  tags: Type.Optional(TagsInput),
});

/** What became of an invitation: `mail_sent` false: it is kept, and can be sent again. */
export const PartnerInvited = Type.Object({ partner: PartnerItem, ...MAIL_SENT });

export const PartnerUpdate = Type.Object({
  name: Type.Optional(NameInput),
  status: Type.Optional(PartnerStatus),
  tags: Type.Optional(TagsInput),
  group_id: Type.Optional({
    ...nullable(IdInput),
    description: 'null: no group. Into or out of a group with a rule takes the permission to change rules.',
  }),
  hold_earned: Type.Optional(
    Type.Boolean({
      description: 'With the status `suspended`: also hold every commission that is pending or payable.',
    }),
  ),
});

/** A changed partner; `mail_sent` null: the change needs no email. */
export const PartnerUpdated = Type.Object({
  ...PartnerItem.properties,
  mail_sent: nullable(MAIL_SENT.mail_sent),
  invitation_url: MAIL_SENT.invitation_url,
});

/** What a partner has in one program and currency, by the state of the money. */
export const Balance = Type.Object({
  currency: Type.String(),
  pending_cents: Type.Unsafe<bigint>(Type.Integer({ description: 'Below zero: deductions.' })),
  held_cents: Total,
  payable_cents: Type.Unsafe<bigint>(
    Type.Integer({
      description: 'Below zero: deducted, or reversed after a payout; balanced by the next one.',
    }),
  ),
  paid_cents: Total,
});

const Sum = (description: string) => Type.Unsafe<bigint>(Type.Integer({ description }));

/** What the payable balance of a partner in a currency consists of: the three together are `payable_cents`. */
export const PayablePart = Type.Object({
  currency: Type.String(),
  commissions_cents: Sum('Of commissions that are payable.'),
  adjustments_cents: Sum('Of bonuses and deductions that are.'),
  carried_cents: Sum('Below zero: refunded after a payout paid for it, and taken off the next one.'),
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
  group_commission: nullable(CommissionRuleTerms),
  application: nullable(
    Type.Object({ website: nullable(Type.String()), message: nullable(Type.String()), created_at: Time }),
  ),
  balances: Type.Optional(Type.Array(Balance, FIGURES)),
  payable_parts: Type.Optional(Type.Array(PayablePart, FIGURES)),
  links: Type.Array(LinkItem),
  recent_commissions: Type.Optional(Type.Array(CommissionItem, FIGURES)),
  rules: Type.Array(RuleItem),
  history: Type.Array(HistoryEntry),
});

export const ApplicationForm = Type.Object({
  program: Type.String(),
  company: Type.String(),
  domain: Type.String(),
  currency: Type.String(),
  commission: nullable(CommissionRuleTerms),
  cookie_window_days: Type.Integer(),
  text: nullable(Type.String()),
  questions: Type.Array(ApplicationQuestion),
  branding: PartnerBranding,
});

export const ApplicationInput = Type.Object({
  email: EmailInput,
  name: NameInput,
  website: Type.Optional(nullable(Type.String({ maxLength: 2048 }))),
  message: Type.Optional(nullable(NoteInput)),
  answers: Type.Optional(Type.Array(ApplicationAnswerInput, { maxItems: MAX_QUESTIONS })),
});

export const ApplicationReceived = Type.Object({ received: Type.Boolean() });

export type PartnerItem = Static<typeof PartnerItem>;
export type PartnerUpdated = Static<typeof PartnerUpdated>;
export type PartnerFigures = Static<typeof PartnerFigures>;
export type PartnerCounts = Static<typeof PartnerCounts>;
export type PartnerDetail = Static<typeof PartnerDetail>;
export type Balance = Static<typeof Balance>;
export type PayablePart = Static<typeof PayablePart>;
export type ApplicationForm = Static<typeof ApplicationForm>;
