import { ClickAnswer, clickBody, LeadAnswer, leadBody, SaleAnswer, saleBody } from '@svc/contract';
import Fastify from 'fastify';

/**
 * What every figure is compared with: Fastify as one would run it in production, without a log, checking bodies and
 * writing answers by the same schemas as the service, and storing nothing.
 */
const app = Fastify();

interface Click {
  affiliate_url: string;
}
app.post<{ Body: Click }>(
  '/api/v1/track/click',
  { schema: { body: clickBody.schema, response: { 200: ClickAnswer } } },
  async () => ({ success: true, click_id: 'cust_140737488355327_1767225600000', cookie_window_days: 60 }),
);

app.get('/r/:short_link', async (_request, reply) =>
  reply.header('cache-control', 'no-store').redirect('https://shop.test/?aff=partner'),
);

interface Lead {
  click_id: string;
  customer_key: string;
}
app.post<{ Body: Lead }>(
  '/api/v1/track/lead',
  { schema: { body: leadBody.schema, response: { 200: LeadAnswer } } },
  async ({ body: { click_id, customer_key } }) => ({
    success: true,
    status: 'lead',
    click_id,
    customer_key,
    attributed: true,
    test_mode: false,
  }),
);

interface Sale {
  transaction_id: string;
  amount_cents: number;
  currency: string;
}
app.post<{ Body: Sale }>(
  '/api/v1/track/sale',
  { schema: { body: saleBody.schema, response: { 200: SaleAnswer } } },
  async ({ body: { transaction_id, amount_cents, currency } }) => ({
    success: true,
    transaction_id,
    sale_id: 1,
    amount_cents,
    currency,
    test_mode: false,
    commission: {
      id: 2,
      amount_cents: Math.round(amount_cents / 5),
      currency,
      status: 'pending',
      payable_at: '2026-01-31T00:00:00.000Z',
    },
  }),
);

app.get('/readyz', async () => ({ status: 'ok' }));

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => void app.close());
