import Stripe from 'stripe';
import type { Account } from './sessions.js';

export interface CardSettings {
  /** The shop's own Stripe key; it never reaches a page. */
  readonly secretKey: string;
  /** Address of the Stripe API, if it is not the real one. */
  readonly apiBase?: string;
  /** The shop's own address, to which customers return; without a trailing slash. */
  readonly origin: string;
}

/** A card payment at Stripe. */
export interface CardPayment {
  /** Payment intent. */
  readonly id: string;
  /** In cents. */
  readonly amount: number;
}

export interface CheckoutRequest {
  readonly account: Account;
  readonly programId: number;
  /** From the cookie that the script tag keeps. */
  readonly clickId: string | null;
  /** In cents. */
  readonly amount: number;
}

const PRODUCT = { currency: 'usd', product_data: { name: 'Tidydesk, team plan' } };

/** What this shop asks of the card processor. Nothing here talks to the affiliate service: the processor's webhook does. */
export function openCards({ secretKey, apiBase, origin }: CardSettings) {
  const stripe = new Stripe(secretKey, apiBase === undefined ? {} : addressWithin(apiBase));
  return {
    /** Begins a checkout; gives its page, and the metadata by which its payment is credited. */
    async checkout({ account, programId, clickId, amount }: CheckoutRequest) {
      const metadata = {
        program_id: String(programId),
        svc_customer_key: account.id,
        ...(clickId !== null && { svc_click_id: clickId }),
      };
      const { url } = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ quantity: 1, price_data: { ...PRODUCT, unit_amount: amount } }],
        metadata,
        // A subscription needs them once more, or its renewals are credited to nobody:
        // subscription_data: { metadata },
        customer_email: account.email,
        success_url: `${origin}/checkout/{CHECKOUT_SESSION_ID}`,
        cancel_url: `${origin}/account`,
      });
      return { url, metadata };
    },
    /** The payment of a checkout; null when it was not paid. */
    async paymentOf(checkoutId: string): Promise<CardPayment | null> {
      const checkout = await stripe.checkout.sessions.retrieve(checkoutId);
      const { payment_status, payment_intent, amount_total } = checkout;
      if (payment_status !== 'paid' || typeof payment_intent !== 'string') return null;
      return { id: payment_intent, amount: amount_total ?? 0 };
    },
    /** Pays a payment back, as a whole; gives the id of the refund. */
    async refund(paymentIntent: string): Promise<string> {
      return (await stripe.refunds.create({ payment_intent: paymentIntent })).id;
    },
  };
}

function addressWithin(base: string) {
  const { protocol, hostname, port } = new URL(base);
  return {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port,
    telemetry: false,
  } as const;
}
