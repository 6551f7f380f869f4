import { isSettled, lastingClickIdCookie, readClickId, Svc } from '@svc/node';
import { cookies } from 'next/headers';

// Made when it is used, so that a build without the key does not fail.
const svc = () => new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_BASE_URL });

/** Call this in the server action or route handler that has created an account. */
export async function reportLead(user: { id: string; email: string }) {
  const clickId = readClickId(await cookies());
  const result = await svc().trackLead({ customerExternalId: user.id, clickId, email: user.email });
  if (!result.ok && !isSettled(result)) console.error('svc lead', result.status, result.error);
}

/**
 * Call this where you learn that a payment succeeded. `amount` is in cents. `invoiceId` is unique over all programs: give plain
 * order numbers a prefix of your own, such as `acme-1001`, here and in refunds.
 */
export async function reportSale(sale: { userId: string; amount: number; invoiceId: string }) {
  const { userId, amount, invoiceId } = sale;
  const result = await svc().trackSale({ customerExternalId: userId, amount, invoiceId });
  if (!result.ok && !isSettled(result)) console.error('svc sale', result.status, result.error);
}

/** Call this where you give money back. Without `amount`, all that is left of the sale. */
export async function reportRefund(refund: { invoiceId: string; amount?: number; refundId?: string }) {
  const result = await svc().trackRefund(refund);
  if (!result.ok) console.error('svc refund', result.status, result.error);
}

/** Safari ends script-set cookies after seven days; append this to the `Set-Cookie` headers of the response, unless null. */
export function clickCookieOf(request: Request): string | null {
  return lastingClickIdCookie(request, { cookieWindowDays: 60, domain: 'shop.example' });
}
