import { isSettled, type LeadData, type RefundData, type Result, type SaleData } from '@svc/node';
import { formatPrice } from './money.js';

/** A request to the service and its response, shown in the panel. Tracking does not need it. */
export interface Entry {
  readonly event: 'click' | 'lead' | 'checkout' | 'sale' | 'refund';
  readonly at: Date;
  /** The call as written in the code, and its argument. */
  readonly call: string;
  readonly sent: unknown;
  readonly answer: unknown;
  /** What happened, in one sentence. */
  readonly meaning: string;
  readonly isTest: boolean;
  /** Whether the call succeeded. */
  readonly isFine: boolean;
}

/** What the tracker knows on a page, from `svc.getData()`. */
export interface Visit {
  readonly clickId: string | null;
  /** Null: the click is from an earlier page or visit. */
  readonly affiliateUrl: string | null;
}

export function clickEntry({ clickId, affiliateUrl }: Visit): Entry {
  return {
    event: 'click',
    at: new Date(),
    call: 'svc-tracker.js in the page',
    sent: { affiliate_url: affiliateUrl },
    answer: { click_id: clickId },
    meaning: meaningOfClick({ clickId, affiliateUrl }),
    isTest: false,
    isFine: clickId !== null,
  };
}

function meaningOfClick({ clickId, affiliateUrl }: Visit): string {
  if (clickId === null) return 'The response had no click id. The browser console says why.';
  return affiliateUrl === null
    ? 'The browser still has the click of an earlier visit.'
    : 'The click is recorded, and its id is in a cookie.';
}

export function leadEntry(sent: object, result: Result<LeadData>): Entry {
  return serverEntry('lead', 'svc.trackLead', sent, result, ({ attributed }) =>
    attributed
      ? 'The signup is recorded and credited to the partner.'
      : 'The signup is recorded. No partner referred this customer.',
  );
}

export function saleEntry(sent: object, result: Result<SaleData>): Entry {
  return serverEntry('sale', 'svc.trackSale', sent, result, ({ commission, test_mode }) => {
    if (commission !== null) {
      const earned = formatPrice(commission.amount_cents, commission.currency);
      return `The sale is recorded, and the partner earns ${earned}.`;
    }
    if (test_mode) return 'The sale is recorded as a test: it earns no commission.';
    return 'The sale is recorded. No commission is due for it.';
  });
}

export function refundEntry(sent: object, result: Result<RefundData>): Entry {
  return serverEntry('refund', 'svc.trackRefund', sent, result, ({ commission }) =>
    commission?.amount_cents === 0
      ? 'The refund is recorded, and the commission is reversed.'
      : 'The refund is recorded.',
  );
}

/** An action at Stripe, which reports it to the service; the shop reports nothing. */
export function cardEntry(event: 'checkout' | 'sale' | 'refund', sent: object, answer: object): Entry {
  const { call, meaning } = STRIPE_CALLS[event];
  return { event, at: new Date(), call, sent, answer, meaning, isTest: false, isFine: true };
}

const STRIPE_CALLS = {
  checkout: {
    call: 'stripe.checkout.sessions.create',
    meaning: 'A card checkout begins. Its metadata identifies the customer and the click.',
  },
  sale: {
    call: 'stripe.checkout.sessions.retrieve',
    meaning: 'Paid by card. Stripe reports the payment to the service; the shop does not.',
  },
  refund: {
    call: 'stripe.refunds.create',
    meaning: 'Refunded to the card. Stripe reports the refund to the service; the shop does not.',
  },
} as const;

function serverEntry<Data>(
  event: Entry['event'],
  call: string,
  sent: object,
  result: Result<Data>,
  meaningOf: (data: Data) => string,
): Entry {
  return {
    event,
    at: new Date(),
    call,
    sent,
    answer: result,
    meaning: result.ok ? meaningOf(result.data) : meaningOfRefusal(result),
    isTest: 'testMode' in sent && sent.testMode === true,
    isFine: isSettled(result),
  };
}

/** The shop continues in any case: its customer has signed up or paid. */
function meaningOfRefusal(result: Extract<Result<unknown>, { ok: false }>): string {
  if (result.status === 0) return 'The service did not respond. The shop continues without it.';
  if (result.code === 'sale_no_relationship') {
    return 'No partner referred this customer, so no one earns a commission.';
  }
  if (result.code === 'sale_customer_not_found') {
    return 'Only a test has named this customer, so no one earns a commission.';
  }
  return `Refused with ${result.status}: ${result.error}`;
}
