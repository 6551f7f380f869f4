import { isSettled, lastingClickIdCookie, readClickId, Svc } from '@svc/node';
import express from 'express';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_BASE_URL });

export const app = express();
app.use(express.json());

// Safari ends script-set cookies after seven days; one that your own server sets lasts.
app.use((request, response, next) => {
  const cookie = lastingClickIdCookie(request, { cookieWindowDays: 60, domain: 'shop.example' });
  if (cookie !== null && request.secure) response.append('Set-Cookie', cookie);
  next();
});

app.post('/signup', async (request, response) => {
  const user = { id: String(request.body.id), email: String(request.body.email) }; // your own account
  const lead = { customerExternalId: user.id, clickId: readClickId(request), email: user.email };
  const result = await svc.trackLead(lead);
  if (!result.ok && !isSettled(result)) console.error('svc lead', result.status, result.error);
  response.status(201).json({ id: user.id });
});

app.post('/orders', async (request, response) => {
  const order = { id: String(request.body.id), userId: String(request.body.userId), cents: 4900 }; // once it is paid
  // Unique over all programs: give plain order numbers a prefix of your own, such as `acme-1001`, here and in refunds.
  const sale = { customerExternalId: order.userId, amount: order.cents, invoiceId: order.id };
  const result = await svc.trackSale(sale);
  if (!result.ok && !isSettled(result)) console.error('svc sale', result.status, result.error);
  response.status(201).json({ id: order.id });
});

app.post('/orders/:id/refund', async (request, response) => {
  const result = await svc.trackRefund({ invoiceId: request.params.id });
  if (!result.ok) console.error('svc refund', result.status, result.error);
  response.status(204).end();
});
