import Type, { type Static } from 'typebox';
import { CommissionRuleTerms } from './management.js';
import { ClaimItem, PAYEE, PayoutMethod } from './management-money.js';
import { Balance } from './management-programs.js';
import {
  Cents,
  Day,
  EmailInput,
  Id,
  MinimumPayout,
  NameInput,
  NoteInput,
  nullable,
  PAGE_QUERY,
  pageOf,
  Time,
  Total,
} from './management-types.js';

// What partners see and do: their own, and of customers nothing. Contract section 5.

const EnrollmentStatus = Type.Enum(['pending', 'approved', 'rejected', 'suspended']);

export const PartnerProgramItem = Type.Object({
  program_id: Id,
  name: Type.String(),
  domain: Type.String(),
  company: Type.String(),
  currency: Type.String(),
  status: EnrollmentStatus,
  commission: nullable(CommissionRuleTerms),
  cookie_window_days: Type.Integer(),
  hold_days: Type.Integer(),
  minimum_payout_cents: Type.Integer({ description: "In the program's currency; 0: none." }),
  minimum_payouts: Type.Array(MinimumPayout, { description: 'In other currencies, by currency.' }),
  /** Null: the partner has not said where to be paid. */
  payout_method: nullable(PayoutMethod),
  payouts_held_until: nullable(
    Type.String({
      format: 'date-time',
      description: 'No payout is created before, because the payout details were changed.',
    }),
  ),
  payout_details_hold_hours: Type.Integer(),
  joined_at: Time,
});
export const PartnerProgramList = Type.Object({
  data: Type.Array(PartnerProgramItem),
  next_cursor: Type.Null(),
});
export const PartnerProgramDetail = Type.Object({
  ...PartnerProgramItem.properties,
  balances: Type.Array(Balance),
  maturing: Type.Array(
    Type.Object({
      day: Day,
      currency: Type.String(),
      amount_cents: Total,
      commissions: Type.Integer(),
    }),
    { description: 'What is pending, by the day on which it becomes payable, the first day first.' },
  ),
});

export const PartnerLinkCreate = Type.Object({
  short_link: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  destination_url: Type.Optional(
    nullable(Type.String({ maxLength: 2048, description: 'A page of the site of the program.' })),
  ),
});

const PartnerCommissionStatus = Type.Enum(['pending', 'payable', 'paid', 'held', 'reversed']);

export const PartnerCommissionItem = Type.Object({
  id: Id,
  amount_cents: Type.Integer({ description: 'What is left now.' }),
  original_amount_cents: Type.Integer({ description: 'What was first earned.' }),
  currency: Type.String(),
  status: PartnerCommissionStatus,
  payable_at: Time,
  payout_id: nullable(Id),
  link_id: nullable(Id),
  sale_amount_cents: Cents,
  sale_refunded_cents: Cents,
  sale_currency: Type.String(),
  sale_at: Time,
  created_at: Time,
});
export const PartnerCommissionPage = pageOf(PartnerCommissionItem);
export const PartnerCommissionQuery = Type.Object({
  status: Type.Optional(PartnerCommissionStatus),
  ...PAGE_QUERY,
});

/** Why a commission is what it is, in sentences that say nothing of the customer. */
export const PartnerCommissionStory = Type.Object({
  commission: PartnerCommissionItem,
  story: Type.Array(Type.String()),
});

export const PartnerPayoutItem = Type.Object({
  id: Id,
  currency: Type.String(),
  amount_cents: Cents,
  status: Type.Enum(['open', 'paid', 'cancelled']),
  reference: nullable(Type.String()),
  ...PAYEE,
  created_at: Time,
  settled_at: nullable(Time),
});
export const PartnerPayoutPage = pageOf(PartnerPayoutItem);

/** What a payout consists of: its commissions, and what was taken back from earlier ones. */
export const PartnerStatement = Type.Object({
  payout: PartnerPayoutItem,
  lines: Type.Array(
    Type.Object({
      kind: Type.Enum(['commission', 'carried']),
      commission_id: nullable(Id),
      sale_at: nullable(Time),
      amount_cents: Type.Integer({
        description:
          'Below zero: taken back after an earlier payout. A carried one above zero: made up for an earlier payout.',
      }),
    }),
  ),
});

export const PayoutDetails = Type.Object({
  method: PayoutMethod,
  account_name: NameInput,
  details: Type.String({ minLength: 1, maxLength: 1000, description: 'IBAN, account, or address.' }),
  country: Type.Optional(nullable(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1.' }))),
});
export const PayoutDetailsAnswer = Type.Object({ payout_details: nullable(PayoutDetails) });

export const ClaimCreate = Type.Object({
  reference: Type.String({ minLength: 1, maxLength: 255, description: "The customer's order." }),
  note: Type.Optional(NoteInput),
});
const { sale_id: _saleId, partner_id: _partnerId, ...partnerClaim } = ClaimItem.properties;
export const PartnerClaimItem = Type.Object({
  ...partnerClaim,
  story: Type.Array(Type.String({ description: 'What the books say, without the customer.' })),
});
export const PartnerClaimPage = pageOf(Type.Object(partnerClaim));

export const ApplicationForm = Type.Object({
  program: Type.String(),
  company: Type.String(),
  domain: Type.String(),
  currency: Type.String(),
  commission: nullable(CommissionRuleTerms),
  cookie_window_days: Type.Integer(),
  text: nullable(Type.String()),
});
export const ApplicationInput = Type.Object({
  email: EmailInput,
  name: NameInput,
  website: Type.Optional(nullable(Type.String({ maxLength: 2048 }))),
  message: Type.Optional(nullable(NoteInput)),
});
export const ApplicationReceived = Type.Object({ received: Type.Boolean() });

export type PartnerProgramItem = Static<typeof PartnerProgramItem>;
export type PartnerProgramDetail = Static<typeof PartnerProgramDetail>;
export type PartnerCommissionItem = Static<typeof PartnerCommissionItem>;
export type PartnerPayoutItem = Static<typeof PartnerPayoutItem>;
export type PartnerStatement = Static<typeof PartnerStatement>;
export type PayoutDetails = Static<typeof PayoutDetails>;
export type ApplicationForm = Static<typeof ApplicationForm>;
