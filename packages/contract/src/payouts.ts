import Type, { type Static } from 'typebox';
import {
  Cents,
  CurrencyInput,
  Id,
  IdInput,
  IdQuery,
  NameInput,
  nullable,
  PAGE_QUERY,
  PartnerStatus,
  pageOf,
  Time,
  Total,
} from './shapes.js';

// Payouts, payment files and payout details. Contract 2, section 7.1.

/** What makes payout details useless, as an error text such as `iban is invalid`. */
const DetailsProblem = nullable(
  Type.String({
    description:
      'What is wrong with the payout details, such as `iban is invalid`: payout runs skip the partner, and payment files the payout. Null: nothing.',
  }),
);

/** What is due to one partner in one currency, after what was reversed since earlier payouts. */
export const DueItem = Type.Object({
  partner_id: Id,
  name: Type.String(),
  email: Type.String(),
  status: PartnerStatus,
  currency: Type.String(),
  payable_cents: Type.Unsafe<bigint>(
    Type.Integer({ description: 'Commissions and adjustments that can be paid.' }),
  ),
  adjustments_cents: Type.Unsafe<bigint>(
    Type.Integer({
      description: 'The part of `payable_cents` that adjustments are; below zero: deductions.',
    }),
  ),
  carried_cents: Type.Unsafe<bigint>(
    Type.Integer({
      description:
        'Reversed after earlier payouts, and deducted from this one. Below zero: they paid too little, and it is added.',
    }),
  ),
  due_cents: Type.Unsafe<bigint>(
    Type.Integer({ description: 'What a payout would pay; below zero: carried on.' }),
  ),
  minimum_cents: Type.Integer({ description: "The program's minimum payout in this currency; 0: none." }),
  is_due: Type.Boolean({ description: 'Above zero and at least the minimum of this currency.' }),
  carried_for: Type.Array(
    Type.Object({ commission_id: Id, refund_id: Id, amount_cents: Cents, occurred_at: Time }),
    { description: 'The refunds behind what is carried, the newest first, a few at most.' },
  ),
  method: nullable(Type.String({ description: 'How the partner wants to be paid, where that is known.' })),
  details_problem: DetailsProblem,
  held_until: nullable(
    Type.String({
      format: 'date-time',
      description:
        'The payout details were changed a short time ago: payout runs skip the partner until then.',
    }),
  ),
});

export const DueAnswer = Type.Object({
  minimum_cents: Type.Integer({ description: "The minimum payout in the program's currency; 0: none." }),
  data: Type.Array(DueItem),
});

const Sum = (description: string) => Type.Unsafe<bigint>(Type.Integer({ description }));

/** What a program owes its partners in one currency. */
export const ProgramBalance = Type.Object({
  program_id: Id,
  program: Type.String(),
  currency: Type.String(),
  pending_cents: Sum('Earned, but still in the refund period.'),
  held_cents: Sum('Held.'),
  due_cents: Sum(
    'What payouts are to be made of, with adjustments, less what is carried from earlier payouts.',
  ),
  owed_cents: Sum('All of these.'),
  ready_cents: Sum(
    'What payout runs could pay now: of partners whose amount due reaches the minimum payout and whose payout details are not held after a change.',
  ),
  ready_partners: Type.Integer({ description: 'How many partners that is.' }),
});

export const BalancesAnswer = Type.Object({
  data: Type.Array(ProgramBalance, {
    description: 'By program and currency; one in which nothing is owed or carried is left out.',
  }),
});

/** How somebody is paid, and so the payment file that a payout is in. */
export const PayoutMethod = Type.Enum(['bank', 'paypal', 'wise']);

/** Who a payout was made to, as it was when the payout was created. */
export const PAYEE = {
  payee_name: Type.String({
    description: 'The name on the account; without payout details, the name of the partner.',
  }),
  method: nullable(
    Type.Enum(['bank', 'paypal', 'wise'], { description: 'Null: there were no payout details.' }),
  ),
  account: nullable(Type.String({ description: 'Its last four characters, such as `…2051`.' })),
};

export const PayoutItem = Type.Object({
  id: Id,
  run_id: nullable(Id),
  partner_id: Id,
  name: Type.String(),
  ...PAYEE,
  format: Type.Enum(['bank', 'paypal', 'wise'], {
    description:
      'The one payment file that it is in while it is open; without payout details that of the bank.',
  }),
  details_problem: DetailsProblem,
  currency: Type.String(),
  amount_cents: Cents,
  status: Type.Enum(['open', 'paid', 'cancelled']),
  reference: nullable(Type.String()),
  created_at: Time,
  settled_at: nullable(Time),
});

export const PayoutPage = pageOf(PayoutItem);

export const PayoutQuery = Type.Object({ partner_id: Type.Optional(IdQuery), ...PAGE_QUERY });

export const PayoutRunItem = Type.Object({
  id: Id,
  created_by: Type.String(),
  created_at: Time,
  totals: Type.Array(
    Type.Object({
      currency: Type.String(),
      status: Type.Enum(['open', 'paid', 'cancelled']),
      payouts: Type.Integer(),
      amount_cents: Total,
    }),
  ),
  skipped: Type.Array(
    Type.Object({
      partner_id: Id,
      reason: Type.Enum(['payout_details_changed', 'payout_details_invalid', 'carried_too_large', 'failed'], {
        description:
          'Payout details that are held were saved within `payout_details_hold_hours` before the run, no bank would accept them, more is carried in one currency than a payout can settle (2^53−1), or the payout could not be written (`failed`): `svc-server verify` names what is wrong.',
      }),
      held_until: nullable(
        Type.String({ format: 'date-time', description: 'Where the reason is a recent change.' }),
      ),
      problem: Type.Optional(DetailsProblem),
    }),
    { description: 'Partners to whom at least the minimum was due, and whom the run left out all the same.' },
  ),
  is_complete: Type.Boolean({
    description:
      'False while payouts of the run are still being created. Payment files, and marking the whole run as paid, wait until it is true.',
  }),
});

export const PayoutRunPage = pageOf(PayoutRunItem);

export const PayoutRunDetail = Type.Object({ ...PayoutRunItem.properties, payouts: Type.Array(PayoutItem) });

/** Body of a payout run: everybody who is due, or some of them. */
export const PayoutRunCreate = Type.Object({
  currency: Type.Optional(CurrencyInput),
  partner_ids: Type.Optional(Type.Array(IdInput, { minItems: 1, maxItems: 500 })),
});

/** Body that marks payouts as paid. With a `format`, only what is in that payment file. */
export const PayoutPay = Type.Object({
  reference: Type.String({ minLength: 1, maxLength: 200 }),
  format: Type.Optional(PayoutMethod),
});

/** What became of the payouts of a run; with a `format`, `paid`, `already_paid` and `cancelled` count those of that file. */
export const PayoutRunPaid = Type.Object({
  paid: Type.Integer({ description: 'Marked as paid by this request.' }),
  already_paid: Type.Integer({ description: 'Had been marked before.' }),
  cancelled: Type.Integer(),
  open: Type.Integer({ description: 'Payouts of the run that are still to be paid.' }),
});

/** For how long marking payouts as paid can be undone. */
export const UNDO_PAID_SECONDS = 60;

/** Body that undoes that payouts of a run were marked as paid: those with this `settled_at`, which one request marked. */
export const PayoutRunReopen = Type.Object({
  settled_at: Type.String({ maxLength: 40, description: 'ISO 8601, as the run shows it.' }),
});

/** What came of undoing that payouts of a run were marked as paid. */
export const PayoutRunReopened = Type.Object({
  reopened: Type.Integer({ description: 'Payouts that are open again.' }),
});

export const PayoutFileQuery = Type.Object({ format: Type.Optional(PayoutMethod) });

/** A payment file that was written. */
export const PayoutFileItem = Type.Object({
  id: Id,
  format: PayoutMethod,
  sha256: Type.String({ description: 'Of the bytes of the file, in hexadecimal.' }),
  payouts: Type.Array(Id, { description: 'The payouts in it.' }),
  skipped: Type.Array(Id, {
    description: 'Open payouts that it leaves out, because their payout details are invalid.',
  }),
  totals: Type.Array(Type.Object({ currency: Type.String(), payouts: Type.Integer(), amount_cents: Total })),
  created_by: Type.String({ description: 'Who downloaded it.' }),
  created_at: Time,
});

export const PayoutFilePage = pageOf(PayoutFileItem);

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

/** What a payout consists of: its commissions and adjustments, and what was reversed after earlier ones. */
export const PartnerStatement = Type.Object({
  payout: PartnerPayoutItem,
  lines: Type.Array(
    Type.Object({
      kind: Type.Enum(['commission', 'adjustment', 'carried']),
      commission_id: nullable(Id),
      adjustment_id: nullable(Id),
      reason: nullable(Type.String({ description: 'Of an adjustment.' })),
      sale_at: nullable(Time),
      lead_at: nullable(Type.String({ format: 'date-time', description: 'Of a commission for a lead.' })),
      amount_cents: Type.Integer({
        description:
          'Below zero: a deduction, or reversed after an earlier payout. A carried one above zero: owed since an earlier payout.',
      }),
    }),
  ),
});

const BankNumber = (description: string) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 64, description })));

const COUNTRY = Type.Optional(nullable(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1.' })));

const BANK_ACCOUNT = {
  iban: BankNumber('Of a bank account where banks use IBANs; length and check digits are checked.'),
  bic: BankNumber('BIC (SWIFT code) of the bank; required where there is no IBAN.'),
  routing_number: BankNumber('ABA routing number, in the United States.'),
  sort_code: BankNumber('Sort code, in the United Kingdom.'),
  account_number: BankNumber('Account number, where there is no IBAN.'),
};

const AccountText = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'The account on one line: IBAN, bank account, or address.',
});

/** Where a partner wants to be paid, as it is kept. */
export const PayoutDetails = Type.Object({
  method: PayoutMethod,
  account_name: NameInput,
  details: AccountText,
  country: COUNTRY,
  ...BANK_ACCOUNT,
});

/**
 * Body of payout details. A bank account is given by the fields of its country; `details` alone may hold an IBAN. PayPal and
 * Wise take `details`.
 */
export const PayoutDetailsInput = Type.Object({
  method: PayoutMethod,
  account_name: NameInput,
  details: Type.Optional(AccountText),
  country: COUNTRY,
  ...BANK_ACCOUNT,
});

export const PayoutDetailsAnswer = Type.Object({ payout_details: nullable(PayoutDetails) });

export type DueItem = Static<typeof DueItem>;
export type PayoutItem = Static<typeof PayoutItem>;
export type PayoutRunItem = Static<typeof PayoutRunItem>;
export type PayoutRunPaid = Static<typeof PayoutRunPaid>;
export type PayoutFileItem = Static<typeof PayoutFileItem>;
export type PayoutMethod = Static<typeof PayoutMethod>;
export type PartnerPayoutItem = Static<typeof PartnerPayoutItem>;
export type PartnerStatement = Static<typeof PartnerStatement>;
export type PayoutDetails = Static<typeof PayoutDetails>;
export type PayoutDetailsInput = Static<typeof PayoutDetailsInput>;

export type ProgramBalance = Static<typeof ProgramBalance>;
