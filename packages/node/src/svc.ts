import { newAutoId } from './auto-id.js';
import { callService } from './call.js';
import type { CallSettings } from './request.js';
import type { LeadData, RefundData, Result, SaleData } from './results.js';
import { readSettings, type SvcOptions } from './settings.js';

interface CodeFields {
  /** The partner's code that the customer typed, in any letter case. A code that leads nowhere counts as none. */
  readonly code?: string | null | undefined;
}

interface AnyEvent {
  /** true: a test event, which is recorded but earns no commission. */
  readonly testMode?: boolean | undefined;
  /** Stored with the event unchanged; at most 4 KiB as JSON. */
  readonly additionalData?: Readonly<Record<string, unknown>> | undefined;
  /**
   * When it happened, if not now; a Date, or ISO 8601. Keep the time with a call that you may have to repeat later: a lead is then
   * credited by the age that its click had at that time.
   */
  readonly occurredAt?: Date | string | null | undefined;
}

export interface Lead extends AnyEvent, CodeFields {
  /** Your own stable id of the customer; the same at sale time. */
  readonly customerExternalId: string;
  /** From the cookie `svc_click_id`, see `readClickId`. Without it and without a code the lead is recorded, but no partner is credited. */
  readonly clickId?: string | null | undefined;
  readonly email?: string | null | undefined;
}

interface SaleFields extends AnyEvent, CodeFields {
  /** What was paid, an integer in the smallest unit of the currency (4900 for 49.00 USD, 4900 for 4900 JPY). */
  readonly amount: number;
  /** ISO 4217. Default: the program's. */
  readonly currency?: string | null | undefined;
  /** The id that was used at lead time. Either this or `clickId` is required. */
  readonly customerExternalId?: string | null | undefined;
  readonly clickId?: string | null | undefined;
  /** Tax included in `amount`, in the same unit; it earns no commission. Default: 0. */
  readonly taxCents?: number | null | undefined;
  /** What was paid for, up to 100 items, together not more than `amount`: commission rules can pay products differently. */
  readonly items?: readonly SaleItem[] | null | undefined;
}

/** A part of a sale. */
export interface SaleItem {
  /** Your own id of the product, as the commission rule names it. */
  readonly product: string;
  /** What was paid for it with its tax, in the unit of the sale's amount. */
  readonly amount: number;
}

/**
 * `invoiceId` is the idempotency key. It must be unique for each sale across all programs of the service, so give plain order
 * numbers a prefix of your own (`acme-1001`). Only a test sale can omit it.
 */
export type Sale = SaleFields &
  (
    | { readonly invoiceId: string; readonly testMode?: boolean | undefined }
    | { readonly invoiceId?: string | null | undefined; readonly testMode: true }
  );

export interface Refund {
  /** The `invoiceId` of the sale. */
  readonly invoiceId: string;
  /** The refunded amount, in the smallest unit of the sale's currency. Default: the rest of the sale. */
  readonly amount?: number | null | undefined;
  /** Your own id for this refund: repeating it changes nothing. */
  readonly refundId?: string | null | undefined;
  /** When the money was returned, if not now; a Date, or ISO 8601. */
  readonly occurredAt?: Date | string | null | undefined;
  /** Has no effect: a refund is a test exactly when its sale was. */
  readonly testMode?: boolean | undefined;
}

/**
 * Reports leads, sales and refunds from a server. Needs only `fetch`: Node, Bun, Deno, edge runtimes.
 *
 * The methods never throw or reject because of a service or network error; they resolve to `{ ok: true, data }` or
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
    this.#settings = readSettings(apiKey, 'SVC_API_KEY', options);
  }

  /**
   * Reports that a visitor signed up. If the customer is already a lead, `ok` is false with status 400, and nothing changes: see
   * `isSettled`.
   */
  trackLead(lead: Lead): Promise<Result<LeadData>> {
    return callService(this.#settings, '/api/v1/track/lead', () => ({
      click_id: lead.clickId,
      customer_key: lead.customerExternalId,
      code: visible(lead.code),
      email: lead.email,
      occurred_at: visible(lead.occurredAt),
      additional_data: additionalData(lead),
    }));
  }

  /**
   * Reports that a customer paid. A failed call can be repeated safely: if the `invoiceId` is already recorded, `ok` is false with
   * status 409, the sale counts once, and nothing is left to do (`isSettled`). If it is recorded
   * with another amount or currency, `code` is `sale_duplicate_different`, and the recorded amount stays. If another program has used the `invoiceId`, `code` is
   * `sale_duplicate_elsewhere`, and the sale is not recorded.
   */
  trackSale(sale: Sale): Promise<Result<SaleData>> {
    return callService(this.#settings, '/api/v1/track/sale', () => ({
      transaction_id: sale.invoiceId,
      amount_cents: sale.amount,
      currency: sale.currency,
      customer_key: sale.customerExternalId,
      click_id: sale.clickId,
      code: visible(sale.code),
      tax_cents: visible(sale.taxCents),
      items: sale.items?.map(({ product, amount }) => ({ product, amount_cents: visible(amount) })),
      occurred_at: visible(sale.occurredAt),
      additional_data: additionalData(sale),
    }));
  }

  /**
   * Reports a full or partial refund of a sale. Repeating a full refund is harmless (`already_refunded`); if you may repeat a
   * partial one, give it a `refundId`, or it counts twice. 404: no such sale in this program.
   */
  trackRefund(refund: Refund): Promise<Result<RefundData>> {
    return callService(this.#settings, '/api/v1/track/refund', () => ({
      transaction_id: refund.invoiceId,
      amount_cents: visible(refund.amount),
      // Marks retries of this call as the same refund, in case only a response was lost.
      refund_id: refund.refundId || (isGiven(refund.amount) ? newAutoId() : undefined),
      occurred_at: visible(refund.occurredAt),
      additional_data: additionalData(refund),
    }));
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * JSON turns NaN, Infinity and invalid dates into null, and the service treats null as "not given": a refund of NaN would be a
 * full refund. As strings they are refused.
 */
function visible(value: unknown): unknown {
  return isGiven(value) && JSON.stringify(value) === 'null' ? String(value) : value;
}

function additionalData(event: AnyEvent): Readonly<Record<string, unknown>> | undefined {
  return event.testMode === true ? { ...event.additionalData, test_mode: true } : event.additionalData;
}
