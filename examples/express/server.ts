import type { AddressInfo } from 'node:net';
import { isRetryable, isSettled, lastingClickIdCookie, type Result, readClickId, Svc } from '@svc/node';
import express from 'express';

const { SVC_API_KEY, SVC_BASE_URL, PORT = '3000' } = process.env;

const svc = new Svc(SVC_API_KEY, { baseUrl: SVC_BASE_URL });

const REPEAT_EVERY_MS = 60_000;

type Call = () => Promise<Result<unknown>>;

/** Calls to repeat, by event. They are lost when the process ends: a shop of your own keeps them in its database. */
const unsettled = new Map<Call, string>();

/**
 * Reports an event in the background: whatever the service says, the customer has signed up or paid. What the service did not take is
 * in the log, and is repeated later if that can help.
 */
async function report(event: string, call: Call): Promise<void> {
  const result = await call();
  unsettled.delete(call);
  if (isSettled(result)) return;
  console.error(`svc: ${event} was not recorded:`, result);
  if (isRetryable(result)) unsettled.set(call, event);
}

setInterval(() => {
  for (const [call, event] of unsettled) void report(event, call);
}, REPEAT_EVERY_MS).unref();

const app = express();
app.use(express.json());

// Safari ends cookies that scripts set after seven days. Set again by the server, the click lasts as long as the program
// says. A site on several subdomains also gives its `domain`.
app.use((request, response, next) => {
  const cookie = lastingClickIdCookie(request, { cookieWindowDays: 60, secure: request.secure });
  if (cookie !== null) response.append('Set-Cookie', cookie);
  next();
});

app.post('/signup', (request, response) => {
  const user = { id: String(request.body.userId), email: String(request.body.email) };
  const clickId = readClickId(request);
  // The time is read now, so that the lead counts from now, whenever it arrives.
  const lead = { customerExternalId: user.id, clickId, email: user.email, occurredAt: new Date() };
  void report('lead', () => svc.trackLead(lead));
  response.status(201).json({ userId: user.id });
});

// Here a payment has succeeded: amounts are known to the server, and never taken from the browser.
app.post('/purchase', (request, response) => {
  const order = { id: String(request.body.orderId), userId: String(request.body.userId), cents: 4900 };
  // Unique over all programs: give plain order numbers a prefix of your own, such as `acme-1001`, here and in refunds.
  const sale = {
    customerExternalId: order.userId,
    clickId: readClickId(request),
    amount: order.cents,
    invoiceId: order.id,
    occurredAt: new Date(),
  };
  void report('sale', () => svc.trackSale(sale));
  response.status(201).json({ orderId: order.id });
});

app.post('/refund', (request, response) => {
  const refund = { invoiceId: String(request.body.orderId), occurredAt: new Date() };
  void report('refund', () => svc.trackRefund(refund));
  response.status(204).end();
});

const server = app.listen(Number(PORT), 'localhost', () => {
  console.log(`Listening on http://localhost:${(server.address() as AddressInfo).port}`);
});
