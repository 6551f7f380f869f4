import type { IncomingHttpHeaders } from 'node:http';
import type { EventReason } from '@svc/contract/event-reasons';
import type { LineItem, PaymentAdjustment } from '@svc/core';
import type { FetchedEvent } from './fetched-event.js';
import type { ProviderKeys } from './own-accounts.js';
import type { Json } from './read-json.js';
import type { SaleKeys } from './sale-keys.js';

/** What a payment was for; `renewal` is every later payment of a subscription. */
export type PaymentKind = 'checkout' | 'subscription_start' | 'renewal' | 'invoice';

/**
 * The port to a payment provider. A provider verifies, parses, translates and fetches; it stores nothing and decides
 * nothing. `payments/` does both and knows no provider by name: the composition passes in a list of them.
 */
export interface PaymentProvider {
  /** Stored with everything that comes from the provider, so it never changes. */
  readonly id: string;
  /** As people call it. */
  readonly name: string;
  /**
   * Comes before the provider's ids wherever they name a sale or an adjustment, so that the ids of two providers never meet.
   * One provider may have the empty prefix: its ids are those that API callers give as `transaction_id`.
   */
  readonly referencePrefix: string;
  /** How to add our keys to the metadata of each kind of payment, in plain words. */
  readonly metadataAdvice: Readonly<Record<PaymentKind, string>>;
  /** Whether the provider sent these bytes just before `nowMs`: signed with one of the secrets. */
  verify(
    headers: IncomingHttpHeaders,
    body: Buffer,
    secrets: readonly string[],
    nowMs: number,
  ): boolean | Promise<boolean>;
  /** The event in a body; null: it has none. */
  parse(body: string): ProviderEvent | null;
  /** What an event reports. Pure; may throw when the event is not what the provider documents. */
  translate(event: ProviderEvent): PaymentReport | AccountReport;
  /** The provider's ids of the persons whom a body is about. Pure. */
  personsOf(body: string): readonly string[];
  /** A body without whom it is about: ids, states, amounts and times stay. Pure; never throws. */
  withoutPersons(body: string): string;
  /** Connects accounts of companies by a key that they paste; null: the provider has no such way. */
  readonly keys: ProviderKeys | null;
  /** Connects accounts; null: the platform's credentials are not configured. */
  readonly connect: ProviderConnect | null;
  /** Fetches what the provider has, as the events that would report it; null: no credentials. Rejects when it cannot be asked. */
  readonly fetchSince: ((request: FetchRequest) => Promise<readonly FetchedEvent[]>) | null;
}

/** An event of a provider, not yet interpreted. */
export interface ProviderEvent {
  /** Unique at the provider. */
  readonly id: string;
  readonly type: string;
  /** The connected account it is about; null: the platform's own. */
  readonly account: string | null;
  /** False: of the provider's test mode. */
  readonly livemode: boolean;
  readonly createdMs: number;
  /** The object it is about, as it was then; null in events that carry none. */
  readonly object: Json | null;
}

/** Money that was paid. Amounts in the smallest unit of `currency`. */
export interface ReportedPayment {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly taxCents: number;
  /** What was paid for, by the provider's ids of products; together not more than the payment. null: the event does not say. */
  readonly items: readonly LineItem[] | null;
  /** null: nothing was paid, and it is not said. */
  readonly currency: string | null;
  readonly occurredAtMs: number;
  readonly kind: PaymentKind;
  /** Nothing was paid yet, and `amountCents` is 0: a trial, a full discount, an authorisation. It only fixes who is credited. */
  readonly isStart: boolean;
  /** When its checkout began; null: it had none, or the event does not say. */
  readonly startedAtMs: number | null;
  readonly keys: SaleKeys;
  readonly payer: ReportedPayer;
  /** The provider's ids of the discounts on it: of each discount, its coupon and its promotion code. */
  readonly discountIds: readonly string[];
}

/** Who paid, by what the provider calls them. */
export interface ReportedPayer {
  /** What the page attached to the checkout. */
  readonly clientReference: string | null;
  readonly subscription: string | null;
  readonly customer: string | null;
  /** As it was typed. */
  readonly email: string | null;
}

/** What an event reports about money, in our terms. Nothing of it has been checked or stored. */
export interface PaymentReport {
  /** Ids of the same payment. */
  readonly references: readonly string[];
  readonly paid: ReportedPayment | null;
  /** Refunds and disputes. */
  readonly adjustments: readonly PaymentAdjustment[];
  /** Why nothing was paid or returned; null when something was. A checkout that took no money has both. */
  readonly nothing: EventReason | null;
}

/** What an account of the provider may do. */
export interface AccountState {
  readonly chargesEnabled: boolean;
  readonly payoutsEnabled: boolean;
  readonly detailsSubmitted: boolean;
}

/** What an event reports about the connected account itself. */
export type AccountReport =
  | ({ readonly kind: 'updated' } & AccountState)
  /** The account's owner ended the connection at the provider. */
  | { readonly kind: 'disconnected' };

/** A report of at most some references of the same payment. */
export function reportNothing(references: readonly string[], nothing: EventReason): PaymentReport {
  return { references, paid: null, adjustments: [], nothing };
}

/** How a person connects their account with the service, in the manner of OAuth. */
export interface ProviderConnect {
  /** The page where the person gives permission; it sends them back to `redirectUri` with `state` and a code. */
  authorizeUrl(request: { readonly redirectUri: string; readonly state: string }): string;
  /** Exchanges the code for the account. Rejects when the provider does not confirm it. */
  exchange(code: string): Promise<ConnectedAccount>;
  /** Returns an account's permission. Rejects when the provider could not be reached. */
  deauthorize(accountId: string): Promise<void>;
}

/** An account that was connected. */
export interface ConnectedAccount extends AccountState {
  readonly accountId: string;
  /** Whether it was connected with real money. */
  readonly livemode: boolean;
}

/** An account, by the id that its provider gave it. */
export interface ProviderAccount {
  /** The provider's id. */
  readonly provider: string;
  readonly accountId: string;
}

/** What to fetch of an account. */
export interface FetchRequest {
  readonly accountId: string;
  readonly sinceMs: number;
  readonly nowMs: number;
  /** Ids of disputes that are open here: they last for months, so they are fetched however old they are. */
  readonly openDisputes: readonly string[];
}

/** The providers of an installation, by their id. */
export type Providers = ReadonlyMap<string, PaymentProvider>;

/** Where a provider's events arrive, and with which secrets they may be signed; none: the endpoint is not configured. */
export interface WebhookEndpoint {
  readonly path: string;
  readonly provider: PaymentProvider;
  readonly secrets: readonly string[];
}

/** Providers by their id. */
export function providersById(...providers: readonly PaymentProvider[]): Providers {
  return new Map(providers.map((provider) => [provider.id, provider]));
}

/** A report with the provider's prefix before every id that names a sale or an adjustment. */
export function withPrefix(
  report: PaymentReport,
  { referencePrefix: prefix }: PaymentProvider,
): PaymentReport {
  if (prefix === '') return report;
  const { references, paid, adjustments, nothing } = report;
  return {
    references: references.map((reference) => prefix + reference),
    paid: paid && { ...paid, transactionId: prefix + paid.transactionId },
    adjustments: adjustments.map((adjustment) => ({ ...adjustment, key: prefix + adjustment.key })),
    nothing,
  };
}
