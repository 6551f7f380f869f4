import type { Bought } from './merchant.js';
import { type Metadata, newId } from './objects.js';

/** A checkout that waits for its customer. */
export interface Session {
  readonly id: string;
  readonly url: string;
  readonly account: string;
  readonly successUrl: string;
  readonly bought: Bought;
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
    successUrl: form.get('success_url') ?? `${baseUrl}/paid`,
    bought: {
      mode: isSubscription ? 'subscription' : 'payment',
      amountCents: amountOf(form),
      currency: form.get('line_items[0][price_data][currency]') ?? 'usd',
      metadata: fieldsOf(form, 'metadata'),
      invoiceMetadata: fieldsOf(form, invoiceField),
      withInvoice,
    },
  };
}

function amountOf(form: URLSearchParams): number {
  const cents = Number(form.get('line_items[0][price_data][unit_amount]') ?? 0);
  return cents * Number(form.get('line_items[0][quantity]') ?? 1);
}

function fieldsOf(form: URLSearchParams, name: string): Metadata {
  const fields: Record<string, string> = {};
  for (const [key, value] of form) {
    const inner = key.startsWith(`${name}[`) ? key.slice(name.length + 1, -1) : '';
    if (inner !== '' && value !== '') fields[inner] = value;
  }
  return fields;
}

/** The page a customer pays on: one button. */
export function checkoutPage({ bought }: Session): string {
  const amount = `${(bought.amountCents / 100).toFixed(2)} ${(bought.currency ?? 'usd').toUpperCase()}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pay ${amount}</title></head>
<body><h1>Pay ${amount}</h1><p>This stands in for the card processor. Nothing is charged.</p>
<form method="post"><button>Pay ${amount}</button></form></body></html>
`;
}
