import { readClickId } from '@svc/node';
import Stripe from 'stripe';

const stripe = new Stripe(process.env.STRIPE_SECRET_KEY ?? '');

/** What a checkout has to carry, so that its payment is attributed. */
function attributionOf(request: Request, user: { id: string }): Record<string, string> {
  const clickId = readClickId(request);
  return {
    svc_customer_key: user.id,
    program_id: '424242',
    ...(clickId !== null && { svc_click_id: clickId }),
  };
}

export function createPaymentCheckout(request: Request, user: { id: string }, price: string) {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://shop.example/thanks',
    metadata: attributionOf(request, user),
  });
}

export function createSubscriptionCheckout(request: Request, user: { id: string }, price: string) {
  const attribution = attributionOf(request, user);
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://shop.example/thanks',
    metadata: attribution,
    // The same three once more: renewals carry only these.
    subscription_data: { metadata: attribution },
  });
}
