import type { AddressInfo } from 'node:net';
import { isSettled, lastingClickIdCookie, type Result, readClickId, Svc } from '@svc/node';
import express from 'express';

const { SVC_API_KEY, SVC_BASE_URL, PORT = '3000' } = process.env;

const svc = new Svc(SVC_API_KEY, { baseUrl: SVC_BASE_URL });

/** Whatever the service says, the customer has signed up or paid: what went wrong is for the log. */
function logUnlessSettled(event: string, result: Result<unknown>): void {
  if (!isSettled(result)) console.error(`svc: ${event} was not recorded:`, result);
}

const app = express();
app.use(express.json());

// Safari ends cookies that scripts set after seven days. Set again by the server, the click lasts as long as the program
// says. A site on several subdomains also gives its `domain`.
app.use((request, response, next) => {
  const cookie = lastingClickIdCookie(request, { cookieWindowDays: 60, secure: request.secure });
  if (cookie !== null) response.append('Set-Cookie', cookie);
  next();
});

app.post('/signup', async (request, response) => {
  const user = { id: String(request.body.userId), email: String(request.body.email) };
  const clickId = readClickId(request);
  const result = await svc.trackLead({ customerExternalId: user.id, clickId, email: user.email });
  logUnlessSettled('lead', result);
  response.status(201).json({ userId: user.id });
});

// Here a payment has succeeded: amounts are known to the server, and never taken from the browser.
app.post('/purchase', async (request, response) => {
  const order = { id: String(request.body.orderId), userId: String(request.body.userId), cents: 4900 };
  // Unique over all programs: give plain order numbers a prefix of your own, such as `acme-1001`, here and in refunds.
  const result = await svc.trackSale({
    customerExternalId: order.userId,
    amount: order.cents,
    invoiceId: order.id,
  });
  logUnlessSettled('sale', result);
  response.status(201).json({ orderId: order.id });
});

app.post('/refund', async (request, response) => {
  const result = await svc.trackRefund({ invoiceId: String(request.body.orderId) });
  logUnlessSettled('refund', result);
  response.status(204).end();
});

const server = app.listen(Number(PORT), 'localhost', () => {
  console.log(`Listening on http://localhost:${(server.address() as AddressInfo).port}`);
});
