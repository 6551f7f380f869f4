/** The request succeeded. */
export interface Success<Data> {
  readonly ok: true;
  /** The body of the response, as the service sent it. */
  readonly data: Data;
}

/** The service refused the request, or did not respond. */
export interface Failure {
  readonly ok: false;
  /** The HTTP status of the last attempt; 0 if there was no response (network, time limit, unwritable request). */
  readonly status: number;
  /** The error text of the service, or why there was no response. */
  readonly error: string;
  /** The error code of the service, which stays the same if the text changes; absent if it sent none. */
  readonly code?: string;
}

/** What every call resolves to. Calls do not reject. Specification section 4. */
export type Result<Data> = Success<Data> | Failure;

/** Response to a lead. Contract section 2. */
export interface LeadData {
  readonly success: true;
  readonly status: 'lead';
  readonly click_id: string | null;
  readonly customer_key: string | null;
  /** Whether a partner is credited for the customer. */
  readonly attributed: boolean;
  readonly test_mode: boolean;
}

/** Response to a sale. Contract section 2. Amounts are integers in the smallest unit of `currency`. */
export interface SaleData {
  readonly success: true;
  readonly transaction_id: string;
  readonly sale_id: number;
  readonly amount_cents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly test_mode: boolean;
  /** null if the sale earns none, as in test mode. */
  readonly commission: {
    readonly id: number;
    readonly amount_cents: number;
    readonly currency: string;
    readonly status: string;
    /** ISO 8601: when it becomes payable. */
    readonly payable_at: string;
  } | null;
}

/** Response to a refund. Contract section 2. */
export interface RefundData {
  readonly success: true;
  readonly transaction_id: string;
  /** Total refunded so far, in the smallest unit of the sale's currency. */
  readonly refunded_amount_cents: number;
  /** The sale had already been refunded in full, perhaps by an attempt of this call whose response was lost. */
  readonly already_refunded: boolean;
  /** null if the sale earned none; `amount_cents` is the rest after refunds. */
  readonly commission: {
    readonly id: number;
    readonly amount_cents: number;
    readonly status: string;
  } | null;
}

/** The code of a request that could not be written as JSON: nothing was sent, and nothing ever will be. */
const UNSENDABLE = 'json_invalid';

/**
 * Whether the same call may succeed later: there was no response, the service was busy, or it failed. Keep such a call with the time it
 * is about (`occurredAt`), a partial refund also with its `refundId`, and repeat it every few minutes until `isSettled`.
 */
export function isRetryable(result: Result<unknown>): boolean {
  if (result.ok || result.code === UNSENDABLE) return false;
  return result.status === 0 || result.status === 429 || result.status >= 500;
}

/** The codes of refusals after which nothing is left to do. */
const SETTLED = new Set([
  'sale_duplicate',
  'sale_duplicate_different',
  'status_not_visitor',
  'sale_no_relationship',
]);

/**
 * Whether nothing is left to do: the call succeeded, or the service refused it because
 * - the sale is already recorded (409) or the customer is already a lead. A call whose first response was lost also ends this way,
 *   because its retry finds the event recorded. With another amount or currency (`sale_duplicate_different`) a retry changes nothing
 *   either: the recorded amount stays. False if another program has used the `invoiceId` (`sale_duplicate_elsewhere`): then
 *   this sale is not recorded;
 * - no partner referred the customer who paid, so no one earns a commission.
 *
 * Older services send no codes: of their refusals, only a 409 counts as settled.
 */
export function isSettled(result: Result<unknown>): boolean {
  if (result.ok) return true;
  return result.code === undefined ? result.status === 409 : SETTLED.has(result.code);
}
