import { type CallSettings, callService, type FetchLike } from './call.js';
import type { LeadData, RefundData, Result, SaleData } from './results.js';

export interface SvcOptions {
  /** Where the service is, http or https. Needed; undefined only so that `process.env.SVC_BASE_URL` can be passed. */
  readonly baseUrl: string | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** How long one attempt may take, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is tried again after no answer, 429 or 503. Default: 3; 0 turns retries off. */
  readonly maxRetries?: number | undefined;
  /** How long a call may take with all retries and pauses, in milliseconds. Default: 30,000, or `timeoutMs` if longer. */
  readonly totalTimeoutMs?: number | undefined;
}

interface AnyEvent {
  /** true: a test event, which the service records, counts as a test, and pays nobody for. */
  readonly testMode?: boolean | undefined;
  /** Kept with the event as it is; at most 4 KiB, written as JSON. */
  readonly additionalData?: Readonly<Record<string, unknown>> | undefined;
}

export interface Lead extends AnyEvent {
  /** Your own stable id of the customer; the same at sale time. */
  readonly customerExternalId: string;
  /** From the cookie `svc_click_id`, see `readClickId`. Without it the lead is recorded, but credited to nobody. */
  readonly clickId?: string | null | undefined;
  readonly email?: string | null | undefined;
}

interface SaleFields extends AnyEvent {
  /** What was paid, an integer in the smallest unit of the currency (4900 for 49.00 USD, 4900 for 4900 JPY). */
  readonly amount: number;
  /** ISO 4217. Default: the program's. */
  readonly currency?: string | null | undefined;
  /** The id that was used at lead time. Either this or `clickId` is needed. */
  readonly customerExternalId?: string | null | undefined;
  readonly clickId?: string | null | undefined;
  /** Tax within `amount`, in the same unit; nothing is earned on it. Default: 0. */
  readonly taxCents?: number | null | undefined;
  /** When the sale was made, if not now; a Date, or ISO 8601. */
  readonly occurredAt?: Date | string | null | undefined;
}

/**
 * `invoiceId` is the idempotency key: unique per sale over all programs of the service, so plain order numbers need a prefix
 * of your own (`acme-1001`). Only a test sale can do without.
 */
export type Sale = SaleFields &
  (
    | { readonly invoiceId: string; readonly testMode?: boolean | undefined }
    | { readonly invoiceId?: string | null | undefined; readonly testMode: true }
  );

export interface Refund {
  /** The `invoiceId` of the sale. */
  readonly invoiceId: string;
  /** What went back, in the smallest unit of the sale's currency. Default: all that is left. */
  readonly amount?: number | null | undefined;
  /** Your own id of this refund: repeating one changes nothing. */
  readonly refundId?: string | null | undefined;
  /** Says no more than that you mean a test: a refund is one exactly when its sale was. */
  readonly testMode?: boolean | undefined;
}

/**
 * Reports leads, sales and refunds from a server. Needs nothing but `fetch`: Node, Bun, Deno, edge runtimes.
 *
 * The methods do not throw and do not reject for what the service or the network does; they resolve to `{ ok: true, data }` or
 * `{ ok: false, status, error }`. Specification section 4, contract section 6.
 */
export class Svc {
  readonly #settings: CallSettings;

  /** Throws a TypeError on a missing or unusable key or option, and in a browser, where the key would be public. */
  constructor(apiKey: string | undefined, options: SvcOptions) {
    if ('window' in globalThis && 'document' in globalThis) {
      throw new TypeError(
        'Svc runs only on a server: in a browser everyone could read the API key. Use @svc/browser there',
      );
    }
    this.#settings = readSettings(apiKey, options);
  }

  /**
   * A visitor signed up. A customer who is a lead already gives `ok` false with status 400 and changes nothing: see
   * `isSettled`.
   */
  trackLead(lead: Lead): Promise<Result<LeadData>> {
    return callService(this.#settings, '/api/v1/track/lead', () => ({
      click_id: lead.clickId,
      customer_key: lead.customerExternalId,
      email: lead.email,
      additional_data: additionalData(lead),
    }));
  }

  /**
   * A customer paid. An `invoiceId` that is recorded already gives `ok` false with status 409: the sale counts, once,
   * and there is nothing to do (`isSettled`). So a call that did not get through can be repeated safely. Where another program
   * has used the `invoiceId`, `code` is `sale_duplicate_elsewhere`, and the sale is not recorded.
   */
  trackSale(sale: Sale): Promise<Result<SaleData>> {
    return callService(this.#settings, '/api/v1/track/sale', () => ({
      transaction_id: sale.invoiceId,
      amount_cents: sale.amount,
      currency: sale.currency,
      customer_key: sale.customerExternalId,
      click_id: sale.clickId,
      tax_cents: visible(sale.taxCents),
      occurred_at: visible(sale.occurredAt),
      additional_data: additionalData(sale),
    }));
  }

  /**
   * Money of a sale went back, all of it or a part. Repeating a full refund is harmless (`already_refunded`); if you may
   * repeat a partial one, give it a `refundId`, or it counts twice. 404: no such sale in this program.
   */
  trackRefund(refund: Refund): Promise<Result<RefundData>> {
    return callService(this.#settings, '/api/v1/track/refund', () => ({
      transaction_id: refund.invoiceId,
      amount_cents: visible(refund.amount),
      // The retries of this call must be known as the same refund when only an answer was lost.
      refund_id: refund.refundId || (isGiven(refund.amount) ? newRefundId() : undefined),
      additional_data: additionalData(refund),
    }));
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * JSON makes null of NaN, of Infinity and of a date that is none, and the service takes null for "not given": a refund
 * of NaN would be a refund of everything. As text they are refused.
 */
function visible(value: unknown): unknown {
  return isGiven(value) && JSON.stringify(value) === 'null' ? String(value) : value;
}

function additionalData(event: AnyEvent): Readonly<Record<string, unknown>> | undefined {
  return event.testMode === true ? { ...event.additionalData, test_mode: true } : event.additionalData;
}

/** Unlike any other of the same sale. Not from `crypto`, which Node 18 does not have as a global. */
function newRefundId(): string {
  const random = () => Math.random().toString(36).slice(2);
  return `auto_${Date.now().toString(36)}_${random()}${random()}`;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_TOTAL_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;
/** What timers can count to. */
const LONGEST_MS = 2 ** 31 - 1;

function readSettings(apiKey: unknown, given: unknown): CallSettings {
  const options = (given ?? {}) as Partial<SvcOptions>;
  const timeoutMs = readMs('timeoutMs', options.timeoutMs) ?? DEFAULT_TIMEOUT_MS;
  const totalTimeoutMs =
    readMs('totalTimeoutMs', options.totalTimeoutMs) ?? Math.max(DEFAULT_TOTAL_TIMEOUT_MS, timeoutMs);
  const maxRetries = options.maxRetries ?? DEFAULT_RETRIES;
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new TypeError('maxRetries must be a whole number, 0 or more');
  }
  if (typeof (options.fetch ?? globalThis.fetch) !== 'function') {
    throw new TypeError('There is no fetch here: use Node 18 or newer, or pass the option fetch');
  }
  return {
    apiKey: readApiKey(apiKey),
    baseUrl: readBaseUrl(options.baseUrl),
    fetch: options.fetch ?? null,
    timeoutMs,
    totalTimeoutMs,
    maxRetries,
  };
}

function readApiKey(given: unknown): string {
  const key = typeof given === 'string' ? given.trim() : '';
  if (key === '') throw new TypeError('The API key is missing: pass the value of SVC_API_KEY');
  // The key itself stays out of the message: messages end up in logs.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('The API key holds characters that no key has');
  return key;
}

function readBaseUrl(given: unknown): string {
  if (typeof given !== 'string' || given.trim() === '') {
    throw new TypeError('baseUrl is missing: pass the value of SVC_BASE_URL, as in https://svc.example.com');
  }
  let url: URL | null;
  try {
    url = new URL(given.trim());
  } catch {
    url = null;
  }
  const isUsable =
    (url?.protocol === 'https:' || url?.protocol === 'http:') &&
    `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (url === null || !isUsable) {
    throw new TypeError('baseUrl must be an http or https address, as in https://svc.example.com');
  }
  return url.href.replace(/\/+$/, '');
}

function readMs(name: string, given: number | undefined): number | undefined {
  if (given === undefined || (given > 0 && given <= LONGEST_MS)) return given;
  throw new TypeError(`${name} must be a number of milliseconds above 0`);
}
