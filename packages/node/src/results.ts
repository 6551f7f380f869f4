/** The service did what was asked. */
export interface Success<Data> {
  readonly ok: true;
  /** The body of the answer, as the service sent it. */
  readonly data: Data;
}

/** The service refused, or no answer came. */
export interface Failure {
  readonly ok: false;
  /** The HTTP status of the last attempt; 0 when there was no answer (network, time limit, unwritable request). */
  readonly status: number;
  /** What the service said, word for word, or why no answer came. */
  readonly error: string;
  /** The service's own code of the error, which stays the same when its words change; absent where it said none. */
  readonly code?: string;
}

/** What every call resolves to. Calls do not reject. Specification section 4. */
export type Result<Data> = Success<Data> | Failure;

/** Answer to a lead. Contract section 2. */
export interface LeadData {
  readonly success: true;
  readonly status: 'lead';
  readonly click_id: string | null;
  readonly customer_key: string | null;
  /** Whether a partner is credited with the customer. */
  readonly attributed: boolean;
  readonly test_mode: boolean;
}

/** Answer to a sale. Contract section 2. Amounts are integers in the smallest unit of `currency`. */
export interface SaleData {
  readonly success: true;
  readonly transaction_id: string;
  readonly sale_id: number;
  readonly amount_cents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly test_mode: boolean;
  /** null when none is due, as in test mode. */
  readonly commission: {
    readonly id: number;
    readonly amount_cents: number;
    readonly currency: string;
    readonly status: string;
    /** ISO 8601: when it can be paid out. */
    readonly payable_at: string;
  } | null;
}

/** Answer to a refund. Contract section 2. */
export interface RefundData {
  readonly success: true;
  readonly transaction_id: string;
  /** In all so far, in the smallest unit of the sale's currency. */
  readonly refunded_amount_cents: number;
  /** The sale had been refunded in full before; also when by an attempt of this call whose answer was lost. */
  readonly already_refunded: boolean;
  /** null when the sale earned none; `amount_cents` is what is left of it. */
  readonly commission: {
    readonly id: number;
    readonly amount_cents: number;
    readonly status: string;
  } | null;
}

/** How the refusals begin that leave nothing to do. */
const SETTLED = ['Customer status cannot be updated to lead.', 'No partner-program relationship found'];

/**
 * Whether nothing is left to do: the call succeeded, or the service refused it because
 * - the sale is recorded already (409) or the customer is a lead already, which is also how a call ends whose first
 *   answer was lost on the way and whose retry found the event in place. Not where another program has used the `invoiceId`
 *   (`sale_duplicate_elsewhere`): then this sale is not recorded;
 * - no partner brought the customer who paid, so that nobody earns anything.
 */
export function isSettled(result: Result<unknown>): boolean {
  if (result.ok) return true;
  if (result.status === 409) return result.code !== 'sale_duplicate_elsewhere';
  return result.status === 400 && SETTLED.some((start) => result.error.startsWith(start));
}
