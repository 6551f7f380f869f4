import { isRetryable, isSettled, lastingClickIdCookie, type Result, readClickId, Svc } from '@svc/node';
import express from 'express';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_BASE_URL });
/** In development and staging: nothing earns a commission. */
const testMode = process.env.SVC_TEST_MODE === 'true';

type Call = () => Promise<Result<unknown>>;

/** Calls to repeat. A restart loses them: keep them in your database or job queue if you have one. */
export const pending = new Set<Call>();

/** Reports in the background: no sign-up, payment or refund waits for it. Never throws. */
async function report(call: Call): Promise<void> {
  const result = await call();
  pending.delete(call);
  if (isSettled(result)) return;
  console.error('svc', result);
  if (isRetryable(result)) pending.add(call);
}
setInterval(() => pending.forEach((call) => void report(call)), 60_000).unref();

export const app = express();
app.use(express.json());

// Safari ends script-set cookies after seven days; one that your own server sets lasts.
app.use((request, response, next) => {
  const cookie = lastingClickIdCookie(request, { cookieWindowDays: 60, domain: 'shop.example' });
  if (cookie !== null && request.secure) response.append('Set-Cookie', cookie);
  next();
});

// The script tag is in the head of every page: of your template, or as here.
app.get('/', (_request, response) => {
  const tag =
    '<script async src="https://svc.example.com/js/svc-tracker.js" data-svc-program-id="424242"></script>';
  response.send(
    `<!doctype html><html lang="en"><head><title>Shop</title>${tag}</head><body>Welcome</body></html>`,
  );
});

app.post('/signup', (request, response) => {
  const user = { id: String(request.body.id), email: String(request.body.email) }; // your own account
  const clickId = readClickId(request);
  // The time is read now: the lead counts from now, however late it is reported.
  const lead = { customerExternalId: user.id, clickId, email: user.email, occurredAt: new Date(), testMode };
  void report(() => svc.trackLead(lead));
  response.status(201).json({ id: user.id });
});

/** Unique over all programs of the service, so plain order numbers need a prefix of your own. */
const invoiceIdOf = (orderId: string) => `acme-${orderId}`;

app.post('/orders', (request, response) => {
  const order = { id: String(request.body.id), userId: String(request.body.userId), cents: 4900 }; // once it is paid
  // The click id credits a customer whose lead had none.
  const sale = {
    customerExternalId: order.userId,
    clickId: readClickId(request),
    amount: order.cents,
    invoiceId: invoiceIdOf(order.id),
    testMode,
  };
  const occurredAt = new Date();
  void report(() => svc.trackSale({ ...sale, occurredAt }));
  response.status(201).json({ id: order.id });
});

/** A renewal is a sale of its own: the same customer, and the id of its own invoice. Call this when it has been paid. */
export function onRenewal(invoice: { id: string; userId: string; cents: number; paidAt: Date }): void {
  const { id: invoiceId, userId: customerExternalId, cents: amount, paidAt: occurredAt } = invoice;
  void report(() => svc.trackSale({ customerExternalId, amount, invoiceId, occurredAt, testMode }));
}

// Without `cents`, all that is left of the sale. A part needs an id of its own, so that repeating it changes nothing.
app.post('/orders/:id/refund', (request, response) => {
  const { cents, refundId } = request.body as { cents?: number; refundId?: string };
  const refund = {
    invoiceId: invoiceIdOf(request.params.id),
    amount: cents,
    refundId,
    occurredAt: new Date(),
  };
  void report(() => svc.trackRefund(refund));
  response.status(204).end();
});
