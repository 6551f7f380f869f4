import type { CreditWay, Payer, PayerPrograms } from './attribution/payer-model.js';
import type { UncreditedReason } from './attribution/uncredited-report.js';
import type { LineItem } from './commission/rule.js';
import type { ClickKey, CommissionStatus, SaleSource } from './model.js';
import type { PaymentAdjustment } from './refunds/payment.js';

/**
 * What callers ask of the service: parsed and well-formed, but not yet checked against anything stored.
 * Times are epoch milliseconds; ids and randomness are already in the command, so that deciding is repeatable.
 */
export type Command = ClickCommand | LeadCommand | SaleCommand | RefundCommand | PaymentCommand | PaidCommand;

/** By what right the caller speaks: an API key of one program, or a page on an origin (null: none was sent). */
export type Caller =
  | { readonly mode: 'server'; readonly programId: number; readonly workspaceId: number }
  | { readonly mode: 'browser'; readonly origin: string | null };

/** A visitor's browser, on an address of the service that leads on to the link's destination. */
export interface RedirectCaller {
  readonly mode: 'redirect';
}

export interface ClickCommand {
  readonly kind: 'click';
  readonly caller: Caller | RedirectCaller;
  /** The identity the click will have; its time is when the click was received. */
  readonly key: ClickKey;
  /** The key of the link that the address names, read literally: the whole value of `aff`, in lower case. */
  readonly shortLinkKey: string;
  /** Keys of the links that are meant if there is none of `shortLinkKey`, in order. */
  readonly otherLinkKeys?: readonly string[] | undefined;
  readonly affiliateUrl: string;
  /** The click id that a redirect put into the address: if it recorded this visit, there is no second click. */
  readonly redirectClickId: string | null;
  readonly referrer: string | null;
  /** A keyed hash of the visitor's address and user agent, of this day only; null: not known. */
  readonly visitor: number | null;
  readonly testMode: boolean;
  readonly bot: boolean;
  readonly additionalData: string | null;
}

export interface LeadCommand {
  readonly kind: 'lead';
  readonly caller: Caller;
  readonly clickId: string | null;
  readonly customerKey: string | null;
  readonly code: string | null;
  readonly email: string | null;
  /** Browser mode only: the program the page says it belongs to. */
  readonly programId: number | null;
  readonly testMode: boolean;
  readonly additionalData: string | null;
  /** When the visitor signed up; null: when the lead was received. */
  readonly occurredAtMs: number | null;
  readonly atMs: number;
}

export interface SaleCommand {
  readonly kind: 'sale';
  readonly caller: Extract<Caller, { mode: 'server' }>;
  readonly transactionId: string;
  /** Further references of the same payment (invoice, payment, charge), unique like the transaction id. */
  readonly references: readonly string[];
  readonly amountCents: number;
  readonly taxCents: number;
  /** What was paid for; null: not reported. */
  readonly items: readonly LineItem[] | null;
  /** null: the program's currency. */
  readonly currency: string | null;
  readonly customerKey: string | null;
  readonly clickId: string | null;
  readonly code: string | null;
  /** The payment provider's ids of the discounts on the sale, any of which may belong to a code. */
  readonly discountIds: readonly string[];
  readonly testMode: boolean;
  readonly source: SaleSource;
  readonly additionalData: string | null;
  /** What a payment provider says of who paid; left out: an API caller reports the sale. */
  readonly payer?: Payer | null | undefined;
  /** When its checkout began, to which the window of a click is counted; left out: not known. */
  readonly startedAtMs?: number | null | undefined;
  /** When the sale happened; null: when it was received. */
  readonly occurredAtMs: number | null;
  readonly atMs: number;
}

/**
 * A payment provider reported a payment, or a checkout that fixes who is credited and takes no money yet: a trial, a full discount, an
 * authorisation.
 */
export interface PaidCommand extends Omit<SaleCommand, 'kind' | 'caller' | 'payer' | 'source'> {
  readonly kind: 'paid';
  readonly caller: { readonly mode: 'server'; readonly workspaceId: number };
  readonly programs: PayerPrograms;
  readonly payer: Payer;
  /** Nothing has been paid yet. */
  readonly isStart: boolean;
}

export interface RefundCommand {
  readonly kind: 'refund';
  readonly caller: Extract<Caller, { mode: 'server' }>;
  readonly transactionId: string;
  /** null: all that is left. */
  readonly amountCents: number | null;
  readonly refundKey: string | null;
  readonly source: SaleSource;
  /** When the money was returned; null: when the refund was received. */
  readonly occurredAtMs: number | null;
  readonly atMs: number;
}

/** The payment provider reported something about a payment. */
export interface PaymentCommand {
  readonly kind: 'payment';
  /** Whose payment it is. Only its sale says which program it belongs to. */
  readonly caller: { readonly mode: 'server'; readonly workspaceId: number };
  /** References of the same payment. */
  readonly references: readonly string[];
  /** Money that was returned or is disputed; may be empty. */
  readonly adjustments: readonly PaymentAdjustment[];
  readonly atMs: number;
}

/** Why a command was refused. `@svc/contract` gives each its status and public text. */
export type Refusal =
  | 'link_not_found'
  | 'link_invalid'
  | 'link_other_program'
  | 'origin_not_allowed'
  | 'lead_server_only'
  | 'lead_customer_not_found'
  /** The lead has neither a click id nor a customer key. */
  | 'lead_ids_missing'
  | 'customer_other_program'
  /** The program of the caller's key, or of a processor sale, is archived. */
  | 'program_archived'
  | 'status_not_visitor'
  | 'sale_duplicate'
  /** As `sale_duplicate`, and the sale that has the transaction id is not of the caller's program. */
  | 'sale_duplicate_elsewhere'
  /** As `sale_duplicate`, and the recorded sale has another amount or currency. */
  | 'sale_duplicate_different'
  | 'sale_customer_not_found'
  | 'sale_no_attribution'
  | 'sale_no_relationship'
  | 'sale_no_partner'
  | 'refund_sale_not_found'
  | 'refund_too_large';

export interface RefusedOutcome {
  readonly kind: 'refused';
  readonly refusal: Refusal;
  readonly status?: string;
  /** Of payments that a provider reported: the program, and why it is listed as uncredited; left out or null if it is not. */
  readonly programId?: number;
  readonly uncredited?: UncreditedReason | null;
}

export type Outcome =
  | RefusedOutcome
  | ClickOutcome
  | LeadOutcome
  | SaleOutcome
  | RefundOutcome
  | PaymentOutcome
  | CheckoutOutcome
  /** A payment of a provider for which several programs come into question, and none is named. */
  | { readonly kind: 'no_program' };

export interface ClickOutcome {
  readonly kind: 'click';
  readonly clickId: string;
  readonly cookieWindowDays: number;
  /** Recorded, and in no total. */
  readonly bot: boolean;
}

export interface LeadOutcome {
  readonly kind: 'lead';
  readonly clickId: string | null;
  readonly customerKey: string | null;
  readonly attributed: boolean;
  readonly testMode: boolean;
}

export interface SaleOutcome {
  readonly kind: 'sale';
  readonly saleId: number;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly testMode: boolean;
  /** `failed`: one was due but could not be written; it will be completed later. */
  readonly commission:
    | {
        readonly id: number;
        readonly amountCents: number;
        readonly currency: string;
        readonly status: string;
        readonly payableAtMs: number;
      }
    | 'failed'
    | null;
}

export interface PaymentOutcome {
  readonly kind: 'payment';
  /**
   * `waiting`: its sale is not known; `conflict`: it belongs to two sales. The rest is about its sale.
   */
  readonly result: 'applied' | 'unchanged' | 'waiting' | 'conflict';
  readonly transactionId: string | null;
  readonly currency: string | null;
  /** Of the sale in all. */
  readonly refundedCents: number;
  /** By how much that changed; below zero when a refund failed. */
  readonly changedCents: number;
  readonly commissionStatus: CommissionStatus | null;
  /** Money was refunded in another currency than the sale's and is not counted. */
  readonly isForeign: boolean;
}

/** A checkout that took no money yet has fixed who is credited. */
export interface CheckoutOutcome {
  readonly kind: 'checkout';
  readonly customerId: number;
  readonly partnerId: number;
  readonly way: CreditWay;
  readonly testMode: boolean;
}

export interface RefundOutcome {
  readonly kind: 'refund';
  readonly transactionId: string;
  /** In all so far. */
  readonly refundedCents: number;
  /** The sale was fully refunded before this request. */
  readonly alreadyRefunded: boolean;
  readonly commission: { readonly id: number; readonly amountCents: number; readonly status: string } | null;
}
