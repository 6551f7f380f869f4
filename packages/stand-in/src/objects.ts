import { randomBytes } from 'node:crypto';

/** Layouts of the processor's objects that differ where svc looks. */
export const LAYOUTS = [
  '2022-11-15',
  '2023-10-16',
  '2025-01-27.acacia',
  '2025-07-30.basil',
  '2026-10-28.endive',
] as const;
export type Layout = (typeof LAYOUTS)[number];

export type Metadata = Readonly<Record<string, string>>;
export type Json = Readonly<Record<string, unknown>>;

/** Adds the mode to an object. Refunds have none. */
export function withMode(object: Json, livemode: boolean): Json {
  return object.object === 'refund' ? object : { ...object, livemode };
}

/** From basil on an invoice no longer names its payment, nor a charge its invoice. */
export function isBasil(layout: Layout): boolean {
  return layout >= '2025-03';
}

/** An id as the processor makes them. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Money that was paid, with every name it goes by. */
export interface Payment {
  readonly amountCents: number;
  readonly taxCents: number;
  readonly currency: string;
  readonly paidAtSeconds: number;
  readonly paymentIntent: string;
  readonly charge: string;
  readonly invoice: string | null;
  readonly session: string | null;
  readonly subscription: string | null;
  readonly billingReason: string;
  /** Of the checkout session. */
  readonly sessionMetadata: Metadata;
  /** Of the subscription, or of the invoice where there is none. */
  readonly invoiceMetadata: Metadata;
  /** The provider's id of the customer; null: a guest. */
  readonly customer: string | null;
  readonly email: string | null;
  readonly clientReference: string | null;
  readonly paymentLink: string | null;
  /** Promotion code that was used, with its coupon. */
  readonly promotionCode: string | null;
  /** Captured so far; null: captured at once. */
  readonly capturedCents: number | null;
}

export function sessionObject(payment: Payment, paymentStatus: 'paid' | 'unpaid' = 'paid'): Json {
  const isSubscription = payment.subscription !== null;
  return {
    id: payment.session,
    object: 'checkout.session',
    mode: isSubscription ? 'subscription' : 'payment',
    status: 'complete',
    payment_status: paymentStatus,
    amount_subtotal: payment.amountCents - payment.taxCents,
    amount_total: payment.amountCents,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: payment.taxCents },
    currency: payment.currency,
    metadata: payment.sessionMetadata,
    payment_intent: isSubscription ? null : payment.paymentIntent,
    invoice: payment.invoice,
    subscription: payment.subscription,
    created: payment.paidAtSeconds,
    client_reference_id: payment.clientReference,
    customer: payment.customer,
    customer_details: payment.email === null ? null : { ...NO_DETAILS, email: payment.email },
    payment_link: payment.paymentLink,
    discounts:
      payment.promotionCode === null ? [] : [{ coupon: null, promotion_code: payment.promotionCode }],
  };
}

const NO_DETAILS = {
  address: null,
  business_name: null,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
};

export function invoiceObject(payment: Payment, layout: Layout): Json {
  const { amountCents, taxCents, subscription, invoiceMetadata: metadata } = payment;
  const common = {
    id: payment.invoice,
    object: 'invoice',
    billing_reason: payment.billingReason,
    status: 'paid',
    amount_due: amountCents,
    amount_paid: amountCents,
    amount_remaining: 0,
    total: amountCents,
    total_excluding_tax: amountCents - taxCents,
    currency: payment.currency,
    customer: payment.customer,
    customer_email: payment.email,
    created: payment.paidAtSeconds,
    status_transitions: { finalized_at: payment.paidAtSeconds, paid_at: payment.paidAtSeconds },
    metadata: subscription === null ? metadata : {},
    lines: {
      object: 'list',
      has_more: false,
      data: [{ object: 'line_item', amount: amountCents, metadata: {} }],
    },
  };
  const details = { metadata, subscription };
  if (isBasil(layout)) {
    const parent =
      subscription === null
        ? null
        : { type: 'subscription_details', quote_details: null, subscription_details: details };
    return {
      ...common,
      parent,
      total_taxes: taxCents === 0 ? [] : [{ amount: taxCents, tax_behavior: 'exclusive' }],
    };
  }
  const old = {
    ...common,
    subscription,
    payment_intent: payment.paymentIntent,
    charge: payment.charge,
    paid: true,
    paid_out_of_band: false,
    tax: taxCents === 0 ? null : taxCents,
    total_tax_amounts: taxCents === 0 ? [] : [{ amount: taxCents, inclusive: false }],
  };
  if (layout !== '2022-11-15') return { ...old, subscription_details: { metadata } };
  const line = {
    object: 'line_item',
    amount: amountCents,
    type: 'subscription',
    metadata: subscription === null ? {} : metadata,
  };
  return { ...old, lines: { object: 'list', has_more: false, data: [line] } };
}

export function invoicePaymentObject(payment: Payment): Json {
  return {
    id: `inpay_${payment.charge}`,
    object: 'invoice_payment',
    amount_paid: payment.amountCents,
    currency: payment.currency,
    invoice: payment.invoice,
    payment: { type: 'payment_intent', payment_intent: payment.paymentIntent },
    status: 'paid',
  };
}

/** A charge. What was authorised and not captured counts as refunded once it was captured in part. */
export function chargeObject(payment: Payment, refundedCents: number, layout: Layout): Json {
  const capturedCents = payment.capturedCents ?? payment.amountCents;
  const releasedCents = capturedCents === 0 ? 0 : payment.amountCents - capturedCents;
  return {
    id: payment.charge,
    object: 'charge',
    amount: payment.amountCents,
    amount_captured: capturedCents,
    amount_refunded: refundedCents + releasedCents,
    captured: payment.capturedCents === null || payment.capturedCents > 0,
    customer: payment.customer,
    refunded: refundedCents >= capturedCents && refundedCents > 0,
    currency: payment.currency,
    payment_intent: payment.paymentIntent,
    ...(!isBasil(layout) && { invoice: payment.invoice }),
    created: payment.paidAtSeconds,
    metadata: {},
  };
}

export function paymentIntentObject(payment: Payment, status: string): Json {
  return {
    id: payment.paymentIntent,
    object: 'payment_intent',
    amount: payment.amountCents,
    amount_capturable: status === 'requires_capture' ? payment.amountCents : 0,
    amount_received: status === 'succeeded' ? (payment.capturedCents ?? payment.amountCents) : 0,
    capture_method: payment.capturedCents === null ? 'automatic' : 'manual',
    created: payment.paidAtSeconds,
    currency: payment.currency,
    customer: payment.customer,
    latest_charge: payment.charge,
    metadata: {},
    status,
  };
}

export function refundObject(payment: Payment, id: string, amountCents: number, status: string): Json {
  return {
    id,
    object: 'refund',
    amount: amountCents,
    currency: payment.currency,
    charge: payment.charge,
    payment_intent: payment.paymentIntent,
    status,
  };
}

export function creditNoteObject(
  payment: Payment,
  refund: { readonly id: string; readonly amountCents: number },
  layout: Layout,
): Json {
  const common = {
    id: `cn_${refund.id}`,
    object: 'credit_note',
    invoice: payment.invoice,
    amount: refund.amountCents,
    total: refund.amountCents,
    currency: payment.currency,
    status: 'issued',
    type: 'post_payment',
    out_of_band_amount: null,
    customer_balance_transaction: null,
  };
  if (!isBasil(layout)) return { ...common, refund: refund.id };
  const refunds = [{ amount_refunded: refund.amountCents, refund: refund.id, type: 'refund' }];
  return { ...common, refunds, pre_payment_amount: 0, post_payment_amount: refund.amountCents };
}

export function disputeObject(payment: Payment, id: string, amountCents: number, status: string): Json {
  return {
    id,
    object: 'dispute',
    amount: amountCents,
    currency: payment.currency,
    charge: payment.charge,
    payment_intent: payment.paymentIntent,
    status,
  };
}
