/** The sale that a payment event recorded. Amounts in the smallest unit of `currency`. */
interface RecordedSale {
  readonly transaction_id: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly is_test: boolean;
}

/** A sale that an event is about, and whether its commission is held. */
interface AffectedSale {
  readonly transaction_id: string;
  readonly is_held: boolean;
}

/** A change of what was refunded of a sale. Amounts in the smallest unit of `currency`, not below zero. */
interface ChangedRefund extends AffectedSale {
  readonly changed_cents: number;
  /** Total of the sale. */
  readonly refunded_cents: number;
  readonly currency: string;
}

/** Whether the event is processed again later, because a lead or a checkout may arrive after it. */
interface Repeated {
  readonly is_tried_again: boolean;
}

type None = Readonly<Record<string, never>>;

/** Codes of reports without a payment that still determine the credit. */
export type StartReasonCode = 'checkout_unpaid' | 'checkout_free' | 'invoice_free';

/**
 * Parameters of each reason for the result of a payment event. They are stored with the event, so a code keeps its meaning, and none of
 * them identifies a customer.
 */
export interface EventReasonParameters {
  /** The commission is null if none was earned. */
  readonly sale_recorded: RecordedSale & {
    readonly commission_cents: number | null;
    readonly commission_currency: string | null;
  };
  readonly sale_commission_pending: RecordedSale;
  readonly sale_known: None;
  /** `after` is null if the report does not say why nothing was paid. */
  readonly checkout_credited: { readonly after: StartReasonCode | null };
  readonly refund_counted: ChangedRefund;
  readonly refund_undone: ChangedRefund;
  readonly payment_unchanged: AffectedSale;
  readonly payment_linked: AffectedSale;
  readonly sale_awaited: None;
  readonly sale_arrived: None;
  readonly sale_never_came: None;
  readonly two_sales: None;
  readonly refund_other_currency: { readonly transaction_id: string };

  readonly customer_unknown: Repeated;
  readonly payer_unknown: Repeated;
  readonly click_unknown: Repeated;
  readonly click_expired: Repeated;
  /** `code` as it was sent; null if only a discount of the provider names it. */
  readonly code_unknown: Repeated & { readonly code: string | null };
  readonly partner_not_approved: Repeated & { readonly code: string | null };
  readonly other_program: Repeated;
  readonly no_partner: None;
  readonly no_metadata: None;
  readonly program_archived: None;
  readonly no_program: None;
  readonly program_missing: None;
  readonly program_elsewhere: { readonly program_id: number };
  readonly keys_missing: None;
  /** `provider` is the id of the payment provider. */
  readonly no_keys: {
    readonly provider: string;
    readonly kind: 'checkout' | 'subscription_start' | 'renewal' | 'invoice';
  };

  readonly checkout_unpaid: None;
  readonly checkout_free: None;
  readonly checkout_saved_method: None;
  readonly invoice_free: None;
  readonly credit_note_empty: None;
  readonly charge_not_refunded: None;
  readonly invoice_payment_unnamed: None;
  readonly no_payment: None;
  readonly other_type: { readonly type: string };
  readonly unknown_layout: {
    readonly object: 'checkout' | 'invoice' | 'credit_note' | 'refund' | 'dispute';
    readonly lacks: 'id' | 'amount' | 'currency';
  };
  readonly thin_event: None;
  readonly invalid_event: None;
  readonly unknown_provider: { readonly provider: string };

  readonly no_account: None;
  readonly account_unknown: { readonly account_id: string };
  readonly connection_inactive: {
    readonly status: 'not_connected' | 'pending' | 'disconnected' | 'removed';
  };
  readonly account_event: None;
  readonly account_test_mode: None;
  readonly account_connected: None;
  readonly account_restricted: None;
  readonly account_outdated: None;
  readonly account_disconnected: None;
  readonly account_already_disconnected: None;

  readonly arrived: None;
  readonly not_recorded_yet: None;
  readonly service_error: { readonly attempts: number };
  /** A sentence stored before reasons had codes. */
  readonly text: { readonly text: string };
}

export type EventReasonCode = keyof EventReasonParameters;

/** A code with its parameters. */
export type EventReason = {
  readonly [Code in EventReasonCode]: {
    readonly code: Code;
    readonly parameters: EventReasonParameters[Code];
  };
}[EventReasonCode];

/** Formats an amount in the smallest unit of its currency for the reader. */
export type FormatAmount = (amountCents: number, currency: string) => string;

/** Texts of one code. */
export interface EventReasonText<Parameters> {
  /** One or two sentences about what happened. */
  text(parameters: Parameters, money: FormatAmount): string;
  /** What the reader can do about it; left out if nothing has to be done. */
  fix?(parameters: Parameters): string;
}

/** Texts of all codes in one language. */
export type EventReasonTexts = {
  readonly [Code in EventReasonCode]: EventReasonText<EventReasonParameters[Code]>;
};
