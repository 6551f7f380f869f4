/**
 * Ways to attribute a payment, in the order of precedence: keys in the metadata, the reference that the page attached to the checkout, an
 * earlier payment of the same subscription or of the same customer at the provider, a code, the email address.
 */
export type CreditWay =
  | 'metadata'
  | 'client_reference'
  | 'subscription'
  | 'provider_customer'
  | 'code'
  | 'email';

/** Identifier that a provider repeats in later events: of a subscription, of its own customer, or of one payment. */
export interface PayerName {
  readonly kind: 'payment' | 'subscription' | 'customer';
  /** The provider's id, unique in the connection. */
  readonly name: string;
}

/** Hints about the payer in an event of a payment provider, except for the keys and the code in the metadata. */
export interface Payer {
  /** Connection that received the event. */
  readonly connectionId: number;
  readonly names: readonly PayerName[];
  /** Reference that the page attached to the checkout: a click id or a customer key. */
  readonly clientReference: string | null;
  /** Email address in lower case, trimmed. */
  readonly email: string | null;
  /** Whether remembered subscriptions and customers count; otherwise each payment needs keys of its own. */
  readonly isRemembered: boolean;
  /** Whether a code alone creates a customer, without a customer key. */
  readonly makesCustomers: boolean;
}

/** Customer that a provider's identifier was attributed to. */
export interface RememberedPayer {
  readonly customerId: number;
  /** Time of the latest payment under this identifier. */
  readonly creditedAtMs: number;
  /** Way in which the first payment was attributed. */
  readonly way: CreditWay;
}

/** Candidate programs for a payment. */
export interface PayerPrograms {
  /** Program named by the metadata or by the connection. */
  readonly programId: number | null;
  /** Programs of the workspace that are not archived. */
  readonly activeIds: readonly number[];
}
