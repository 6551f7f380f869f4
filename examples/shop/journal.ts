import { isSettled, type LeadData, type RefundData, type Result, type SaleData } from '@svc/node';
import { formatMoney } from './money.js';

/** One thing that was told to the service, and what came back. It is there for the panel, not for the tracking. */
export interface Entry {
  readonly event: 'click' | 'lead' | 'checkout' | 'sale' | 'refund';
  readonly at: Date;
  /** The call, as it stands in the code, and what it was given. */
  readonly call: string;
  readonly told: unknown;
  readonly answer: unknown;
  /** What it means, in a sentence. */
  readonly meaning: string;
  readonly isTest: boolean;
  /** Whether everything is as it should be. */
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
    told: { affiliate_url: affiliateUrl },
    answer: { click_id: clickId },
    meaning: meaningOfClick({ clickId, affiliateUrl }),
    isTest: false,
    isFine: clickId !== null,
  };
}

function meaningOfClick({ clickId, affiliateUrl }: Visit): string {
  if (clickId === null) return 'No click id came back. The console of the browser says why.';
  return affiliateUrl === null
    ? 'The browser still has the click of an earlier visit.'
    : 'The click is recorded, and its id is in a cookie.';
}

export function leadEntry(told: object, result: Result<LeadData>): Entry {
  return serverEntry('lead', 'svc.trackLead', told, result, ({ attributed }) =>
    attributed
      ? 'The signup is recorded and credited to the partner.'
      : 'The signup is recorded. No partner brought this customer.',
  );
}

export function saleEntry(told: object, result: Result<SaleData>): Entry {
  return serverEntry('sale', 'svc.trackSale', told, result, ({ commission, test_mode }) => {
    if (commission !== null) {
      const earned = formatMoney(commission.amount_cents, commission.currency);
      return `The sale is recorded, and the partner earns ${earned}.`;
    }
    if (test_mode) return 'The sale is recorded as a test: checked like any other, and nobody earns.';
    return 'The sale is recorded. No commission is due for it.';
  });
}

export function refundEntry(told: object, result: Result<RefundData>): Entry {
  return serverEntry('refund', 'svc.trackRefund', told, result, ({ commission }) =>
    commission?.amount_cents === 0
      ? 'The refund is recorded, and the commission is taken back.'
      : 'The refund is recorded.',
  );
}

/** What was done at the card processor: the service hears of it from there, and nothing from the shop. */
export function cardEntry(event: 'checkout' | 'sale' | 'refund', told: object, answer: object): Entry {
  const { call, meaning } = AT_THE_PROCESSOR[event];
  return { event, at: new Date(), call, told, answer, meaning, isTest: false, isFine: true };
}

const AT_THE_PROCESSOR = {
  checkout: {
    call: 'stripe.checkout.sessions.create',
    meaning: 'A checkout by card begins. Its metadata says whose customer this is.',
  },
  sale: {
    call: 'stripe.checkout.sessions.retrieve',
    meaning: 'Paid by card. The card processor tells the service; the shop tells it nothing.',
  },
  refund: {
    call: 'stripe.refunds.create',
    meaning: 'Paid back to the card. The card processor tells the service; the shop tells it nothing.',
  },
} as const;

function serverEntry<Data>(
  event: Entry['event'],
  call: string,
  told: object,
  result: Result<Data>,
  meaningOf: (data: Data) => string,
): Entry {
  return {
    event,
    at: new Date(),
    call,
    told,
    answer: result,
    meaning: result.ok ? meaningOf(result.data) : meaningOfRefusal(result),
    isTest: 'testMode' in told && told.testMode === true,
    isFine: isSettled(result),
  };
}

/** The shop goes on whatever the service says: its customer has signed up, or paid, all the same. */
function meaningOfRefusal(result: { readonly status: number; readonly error: string }): string {
  if (result.status === 0) return 'The service did not answer. The shop goes on without it.';
  if (result.error.startsWith('No partner-program relationship')) {
    return 'No partner brought this customer, so nobody earns.';
  }
  if (result.error.startsWith('Customer not found')) {
    return 'Only a test has named this customer, so nobody earns.';
  }
  return `Refused with ${result.status}: ${result.error}`;
}
