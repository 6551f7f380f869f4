import type { Bought, Paid } from './merchant.js';
import { type Json, newId, sessionObject } from './objects.js';
import { fieldsIn } from './webhook-endpoints.js';

/** A checkout: what is to be paid, and the payment once it was made. */
export interface Session {
  readonly id: string;
  readonly url: string;
  readonly account: string;
  readonly product: string;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly bought: Bought;
  paid: Paid | null;
}

/** A checkout as the processor's own client asks for it: a form with fields such as `metadata[program_id]`. */
export function createCheckout(form: URLSearchParams, baseUrl: string, account: string): Session {
  const id = newId('cs_test');
  const isSubscription = form.get('mode') === 'subscription';
  const withInvoice = form.get('invoice_creation[enabled]') === 'true';
  const invoiceField = isSubscription
    ? 'subscription_data[metadata]'
    : 'invoice_creation[invoice_data][metadata]';
  return {
    id,
    url: `${baseUrl}/pay/${id}`,
    account,
    product: form.get('line_items[0][price_data][product_data][name]') ?? 'Something',
    successUrl: (form.get('success_url') ?? `${baseUrl}/`).replaceAll('{CHECKOUT_SESSION_ID}', id),
    cancelUrl: form.get('cancel_url'),
    bought: {
      session: id,
      mode: isSubscription ? 'subscription' : 'payment',
      amountCents: amountOf(form),
      currency: form.get('line_items[0][price_data][currency]') ?? 'usd',
      metadata: fieldsIn(form, 'metadata'),
      invoiceMetadata: fieldsIn(form, invoiceField),
      withInvoice,
      ...(form.get('client_reference_id') && { clientReference: form.get('client_reference_id') ?? '' }),
    },
    paid: null,
  };
}

function amountOf(form: URLSearchParams): number {
  const cents = Number(form.get('line_items[0][price_data][unit_amount]') ?? 0);
  return cents * Number(form.get('line_items[0][quantity]') ?? 1);
}

/** The checkout session as the API returns it. */
export function checkoutObject({ id, url, bought, paid }: Session): Json {
  if (paid !== null) return { ...sessionObject(paid.payment), url: null };
  const { mode, amountCents, currency, metadata } = bought;
  return {
    id,
    object: 'checkout.session',
    mode,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amountCents,
    currency,
    metadata,
    payment_intent: null,
    url,
  };
}
