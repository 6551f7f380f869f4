import { isRetryable, isSettled, lastingClickIdCookie, type Result, readClickId, Svc } from '@svc/node';
import { cookies } from 'next/headers';
import { after } from 'next/server';

/** In development and staging: nothing earns a commission. */
const testMode = process.env.SVC_TEST_MODE === 'true';

// Made when it is used, so that a build without the key does not fail.
const svc = () => new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_BASE_URL });

/** Where calls are kept that a job repeats later, with the same `event`: a table or a queue of your own. */
async function keepForLater(name: string, event: object): Promise<void> {
  console.error('svc: to be repeated', name, JSON.stringify(event));
}

/** Reports once the response has been sent: no sign-up, payment or refund waits for it. */
function report<Event extends object>(
  name: string,
  event: Event,
  call: (event: Event) => Promise<Result<unknown>>,
) {
  after(async () => {
    const result = await call(event);
    if (isRetryable(result)) await keepForLater(name, event);
    else if (!isSettled(result)) console.error('svc', name, result);
  });
}

/** Call this in the server action or route handler that has created an account. */
export async function reportLead(user: { id: string; email: string }) {
  const clickId = readClickId(await cookies());
  // The time is read now: the lead counts from now, however late it is reported.
  const lead = { customerExternalId: user.id, clickId, email: user.email, occurredAt: new Date(), testMode };
  report('lead', lead, (event) => svc().trackLead(event));
}

/**
 * Call this where you learn that a payment succeeded, for each renewal too, with the id of its own invoice. `amount` is in cents.
 * `invoiceId` is unique over all programs: give plain order numbers a prefix of your own, such as `acme-1001`, here and in refunds.
 * `clickId`: `readClickId(request)` where the customer's own request is at hand; it credits a customer whose lead had none.
 */
export function reportSale(sale: {
  userId: string;
  amount: number;
  invoiceId: string;
  clickId?: string | null;
}) {
  const { userId, ...rest } = sale;
  const event = { customerExternalId: userId, ...rest, occurredAt: new Date(), testMode };
  report('sale', event, (event) => svc().trackSale(event));
}

/**
 * Call this where you give money back. Without `amount`, all that is left of the sale. A part needs a `refundId` of its own, so that
 * repeating it changes nothing.
 */
export function reportRefund(refund: { invoiceId: string; amount?: number; refundId?: string }) {
  report('refund', { ...refund, occurredAt: new Date() }, (event) => svc().trackRefund(event));
}

/** Safari ends script-set cookies after seven days; append this to the `Set-Cookie` headers of the response, unless null. */
export function clickCookieOf(request: Request): string | null {
  return lastingClickIdCookie(request, { cookieWindowDays: 60, domain: 'shop.example' });
}
