import {
  chargeObject,
  creditNoteObject,
  disputeObject,
  invoiceObject,
  invoicePaymentObject,
  isBasil,
  type Json,
  type Layout,
  type Metadata,
  newId,
  type Payment,
  paymentIntentObject,
  refundObject,
  sessionObject,
  withMode,
} from './objects.js';

/** An event as the processor sends it. */
export interface ProcessorEvent extends Json {
  readonly id: string;
  readonly type: string;
}

export interface MerchantOptions {
  readonly account: string;
  readonly layout: Layout;
  readonly livemode?: boolean;
  /** Receives every event when it happens. */
  readonly emit: (event: ProcessorEvent) => void;
  /** The clock; seconds since 1970. */
  readonly nowSeconds?: () => number;
}

export interface Bought {
  /** The checkout session, where there is one already. */
  readonly session?: string;
  readonly mode: 'payment' | 'subscription';
  readonly amountCents: number;
  readonly taxCents?: number;
  readonly currency?: string;
  /** Of the checkout session. */
  readonly metadata: Metadata;
  /** `subscription_data.metadata`, or `invoice_creation.invoice_data.metadata` where an invoice is asked for. */
  readonly invoiceMetadata?: Metadata;
  readonly withInvoice?: boolean;
  /** Paid by a bank debit, which takes days. */
  readonly isDelayed?: boolean;
  /** Authorised only; `capture` takes the money. */
  readonly isManual?: boolean;
  /** The provider's id of the customer; one is made for a subscription, none for a single payment. */
  readonly customer?: string;
  readonly email?: string;
  /** `client_reference_id`. */
  readonly clientReference?: string;
  readonly paymentLink?: string;
  readonly promotionCode?: string;
}

/** A payment that was made, and what became of it. */
export interface Paid {
  payment: Payment;
  refundedCents: number;
  readonly refunds: { readonly id: string; readonly amountCents: number; status: string }[];
  /** Credit notes, as the processor has them. */
  readonly notes: Json[];
  readonly disputes: Dispute[];
}

/** A chargeback; in the oldest layout, `charge_refunded` says that the charge had already been refunded. */
export interface Dispute {
  readonly id: string;
  readonly amountCents: number;
  readonly createdSeconds: number;
  readonly status: 'needs_response' | 'won' | 'lost' | 'charge_refunded';
}

type EmitEvent = (type: string, object: Json) => void;

interface Trade {
  readonly emitEvent: EmitEvent;
  readonly now: () => number;
  readonly layout: Layout;
  readonly paid: Paid[];
  /** Subscriptions that began with a trial, as payments of nothing. */
  readonly trials: Paid[];
}

/** A business that takes payments at Stripe: what its customers do, and the resulting events. */
export type Merchant = ReturnType<typeof createMerchant>;

/** Everything happens at once and in order; the delivery of the events decides when and in what order they arrive. */
export function createMerchant({ account, layout, emit, livemode = true, ...options }: MerchantOptions) {
  const now = options.nowSeconds ?? (() => Math.floor(Date.now() / 1000));
  const emitEvent: EmitEvent = (type, object) =>
    emit({
      id: newId('evt'),
      object: 'event',
      account,
      api_version: layout,
      created: now(),
      livemode,
      pending_webhooks: 1,
      type,
      data: { object: withMode(object, livemode) },
    });
  const trade: Trade = { emitEvent, now, layout, paid: [], trials: [] };
  return {
    account,
    livemode,
    paid: trade.paid as readonly Paid[],
    trials: trade.trials as readonly Paid[],
    ...saleMethods(trade),
    ...captureMethods(trade),
    ...refundMethods(trade),
    /** The account's abilities changed. */
    updateAccount(abilities: {
      charges_enabled: boolean;
      payouts_enabled: boolean;
      details_submitted: boolean;
    }) {
      emitEvent('account.updated', { id: account, object: 'account', ...abilities });
    },
    /** The account takes its permission back. */
    deauthorize(): void {
      emitEvent('account.application.deauthorized', { id: 'ca_platform', object: 'application' });
    },
  };
}

function paymentOf(bought: Bought, atSeconds: number, details: Partial<Payment>): Payment {
  return {
    amountCents: bought.amountCents,
    taxCents: bought.taxCents ?? 0,
    currency: bought.currency ?? 'usd',
    paidAtSeconds: atSeconds,
    paymentIntent: newId('pi'),
    charge: newId('ch'),
    invoice: null,
    session: null,
    subscription: null,
    billingReason: 'manual',
    sessionMetadata: bought.metadata,
    invoiceMetadata: bought.invoiceMetadata ?? {},
    customer: bought.customer ?? (bought.mode === 'subscription' ? newId('cus') : null),
    email: bought.email ?? null,
    clientReference: bought.clientReference ?? null,
    paymentLink: bought.paymentLink ?? null,
    promotionCode: bought.promotionCode ?? null,
    capturedCents: bought.isManual === true ? 0 : null,
    ...details,
  };
}

/** What customers buy. */
function saleMethods({ emitEvent, now, layout, paid, trials }: Trade) {
  function emitInvoice(payment: Payment): void {
    emitEvent('invoice.payment_succeeded', invoiceObject(payment, layout));
    emitEvent('invoice.paid', invoiceObject(payment, layout));
    if (isBasil(layout)) emitEvent('invoice_payment.paid', invoicePaymentObject(payment));
  }

  function keepPayment(payment: Payment, among = paid): Paid {
    const one: Paid = { payment, refundedCents: 0, refunds: [], notes: [], disputes: [] };
    among.push(one);
    return one;
  }

  return {
    /** A customer goes through a checkout. */
    buy(bought: Bought): Paid {
      const isSubscription = bought.mode === 'subscription';
      const payment = paymentOf(bought, now(), {
        session: bought.session ?? newId('cs_live'),
        invoice: isSubscription || bought.withInvoice === true ? newId('in') : null,
        subscription: isSubscription ? newId('sub') : null,
        billingReason: isSubscription ? 'subscription_create' : 'manual',
      });
      const isUnpaid = bought.isDelayed === true || bought.isManual === true;
      emitEvent('checkout.session.completed', sessionObject(payment, isUnpaid ? 'unpaid' : 'paid'));
      if (bought.isManual) {
        const intent = paymentIntentObject(payment, 'requires_capture');
        emitEvent('payment_intent.amount_capturable_updated', intent);
      }
      if (bought.isDelayed) emitEvent('checkout.session.async_payment_succeeded', sessionObject(payment));
      if (payment.invoice !== null) emitInvoice(payment);
      return keepPayment(payment);
    },
    /** A free trial begins: a checkout and an invoice over nothing. */
    startTrial(bought: Bought): Payment {
      const names = { session: newId('cs_live'), invoice: newId('in'), subscription: newId('sub') };
      const payment = paymentOf({ ...bought, amountCents: 0, taxCents: 0 }, now(), names);
      emitEvent('checkout.session.completed', {
        ...sessionObject(payment),
        payment_status: 'no_payment_required',
      });
      const invoice = invoiceObject({ ...payment, billingReason: 'subscription_create' }, layout);
      emitEvent('invoice.payment_succeeded', invoice);
      emitEvent('invoice.paid', invoice);
      keepPayment(payment, trials);
      return payment;
    },
    /** A subscription is paid again, or more of it (`subscription_update`). */
    renew(earlier: Payment, amountCents: number, billingReason = 'subscription_cycle'): Paid {
      const bought = { mode: 'subscription', amountCents, currency: earlier.currency, metadata: {} } as const;
      const { subscription, invoiceMetadata, customer, email } = earlier;
      const names = { invoice: newId('in'), subscription, billingReason, invoiceMetadata, customer, email };
      const payment = paymentOf(bought, now(), names);
      emitInvoice(payment);
      return keepPayment(payment);
    },
  };
}

/** Authorised money: taken, in one part or several, or released. */
function captureMethods({ emitEvent, now, layout }: Trade) {
  return {
    /** Captures `amountCents` in all; the last capture releases the rest. */
    capture(one: Paid, amountCents: number, isFinal = true): void {
      one.payment = { ...one.payment, capturedCents: amountCents, paidAtSeconds: now() };
      emitEvent('charge.captured', chargeObject(one.payment, one.refundedCents, layout));
      if (isFinal) emitEvent('payment_intent.succeeded', paymentIntentObject(one.payment, 'succeeded'));
    },
    /** Releases all that was authorised. */
    cancelAuthorization(one: Paid): void {
      emitEvent('payment_intent.canceled', paymentIntentObject(one.payment, 'canceled'));
      emitEvent('charge.expired', chargeObject(one.payment, 0, layout));
    },
  };
}

/** Refunds and disputes. */
function refundMethods({ emitEvent, now, layout }: Trade) {
  function emitCreditNote(one: Paid, note: Json): void {
    one.notes.push({ ...note, created: now() });
    emitEvent('credit_note.created', note);
  }

  return {
    /** Refunds money; the charge, the refund and (for invoices, if requested) a credit note report it. */
    refund(one: Paid, amountCents: number, withCreditNote = false): string {
      const refund = { id: newId('re'), amountCents, status: 'succeeded' };
      one.refunds.push(refund);
      one.refundedCents += amountCents;
      emitEvent('charge.refunded', chargeObject(one.payment, one.refundedCents, layout));
      emitEvent('refund.created', refundObject(one.payment, refund.id, amountCents, 'pending'));
      emitEvent('refund.updated', refundObject(one.payment, refund.id, amountCents, 'succeeded'));
      if (withCreditNote && one.payment.invoice !== null) {
        emitCreditNote(one, creditNoteObject(one.payment, refund, layout));
      }
      return refund.id;
    },
    /** Refunds an invoice outside Stripe; only a credit note reports it. */
    refundOutside(one: Paid, amountCents: number): void {
      const note = creditNoteObject(one.payment, { id: newId('outside'), amountCents }, layout);
      emitCreditNote(one, { ...note, out_of_band_amount: amountCents, refund: null, refunds: [] });
    },
    /** The customer's bank sends a refund back. */
    failRefund(one: Paid, id: string): void {
      const refund = one.refunds.find((other) => other.id === id);
      if (refund === undefined) throw new Error(`there is no refund ${id}`);
      refund.status = 'failed';
      one.refundedCents -= refund.amountCents;
      emitEvent('refund.failed', refundObject(one.payment, id, refund.amountCents, 'failed'));
    },
    /** A customer's bank claims money back. */
    dispute(one: Paid, amountCents = one.payment.amountCents): string {
      const id = newId('du');
      one.disputes.push({ id, amountCents, createdSeconds: now(), status: 'needs_response' });
      emitEvent('charge.dispute.created', disputeObject(one.payment, id, amountCents, 'needs_response'));
      return id;
    },
    /** It is decided, in the end about `amountCents`. */
    closeDispute(
      one: Paid,
      id: string,
      status: Exclude<Dispute['status'], 'needs_response'>,
      amountCents = one.payment.amountCents,
    ): void {
      const at = one.disputes.findIndex((other) => other.id === id);
      const dispute = one.disputes[at];
      if (dispute === undefined) throw new Error(`there is no dispute ${id}`);
      one.disputes[at] = { ...dispute, amountCents, status };
      emitEvent('charge.dispute.closed', disputeObject(one.payment, id, amountCents, status));
    },
  };
}
