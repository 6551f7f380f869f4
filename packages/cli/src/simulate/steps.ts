import { EXPECT_FIELDS, type Expectation, readExpectation } from './expectation.js';
import type { Names } from './names.js';
import type { Reader } from './reader.js';
import type { Duration } from './simulation.js';

type Body = Readonly<Record<string, unknown>>;

/** A payment at the stand-in for Stripe: one of its own, or the first, second … of a subscription. */
export type PaymentName =
  | { readonly payment_id: string }
  | { readonly subscription_id: string; readonly payment: number };

/** What a site reports. `error`: the code with which the service shall refuse it; null: it shall not. */
interface Tracked<Type extends string> {
  readonly type: Type;
  readonly body: Body;
  readonly error: string | null;
}

/** What happens. Bodies are those of the HTTP interface, as the file has them. */
export type Step =
  | Tracked<'click'>
  | Tracked<'lead'>
  | Tracked<'sale'>
  | Tracked<'refund'>
  | { readonly type: 'payment'; readonly id: string; readonly input: PaymentFields }
  | { readonly type: 'subscription'; readonly id: string; readonly input: SubscriptionFields }
  | { readonly type: 'cancel'; readonly id: string }
  | { readonly type: 'refund_payment'; readonly payment: PaymentName; readonly amountCents?: number }
  | { readonly type: 'dispute'; readonly payment: PaymentName }
  | { readonly type: 'dispute_close'; readonly payment: PaymentName; readonly status: 'won' | 'lost' }
  | { readonly type: 'rule'; readonly email: string | null; readonly commission: Body }
  | {
      readonly type: 'payout_run';
      readonly body: Body;
      readonly emails: readonly string[] | null;
      readonly reference: string | null;
    }
  | { readonly type: 'advance'; readonly by: Duration | null; readonly toMs: number | null }
  | { readonly type: 'expect'; readonly expect: Expectation };

/** A step, and its place in the file. */
export type PlacedStep = Step & { readonly path: string };

export interface PaymentFields {
  readonly customer_key?: string | undefined;
  readonly click_id?: string | undefined;
  readonly amount_cents: number;
  readonly tax_cents?: number | undefined;
  readonly currency?: string | undefined;
}

export interface SubscriptionFields extends PaymentFields {
  readonly every?: Duration | undefined;
  readonly renewals?: number | undefined;
}

const UNITS = ['months', 'days', 'hours', 'minutes', 'seconds'] as const;
const PAYMENT_FIELDS = ['customer_key', 'click_id', 'amount_cents', 'tax_cents', 'currency'];
const PAYMENT_NAMES = ['payment_id', 'subscription_id', 'payment'];

interface Kind {
  readonly fields: readonly string[];
  read(step: Reader, names: Names): Step;
}

/** The steps that a file may have, by their `type`. */
const KINDS: Readonly<Record<string, Kind>> = {
  click: { fields: ['short_link', 'click_id', 'referrer', 'error'], read: readClick },
  lead: { fields: ['click_id', 'customer_key', 'code', 'email', 'error'], read: readTracked },
  sale: {
    fields: [
      'transaction_id',
      'amount_cents',
      'currency',
      'customer_key',
      'click_id',
      'code',
      'tax_cents',
      'items',
      'error',
    ],
    read: readSale,
  },
  refund: {
    fields: ['transaction_id', 'refund_id', 'amount_cents', ...PAYMENT_NAMES, 'error'],
    read: readRefund,
  },
  payment: { fields: ['payment_id', ...PAYMENT_FIELDS], read: readPayment },
  subscription: {
    fields: ['subscription_id', ...PAYMENT_FIELDS, 'every', 'renewals'],
    read: readSubscription,
  },
  cancel: {
    fields: ['subscription_id'],
    read: (step, names) => ({ type: 'cancel', id: subscriptionOf(step, names) }),
  },
  dispute: {
    fields: PAYMENT_NAMES,
    read: (step, names) => ({ type: 'dispute', payment: paymentOf(step, names) }),
  },
  dispute_close: { fields: [...PAYMENT_NAMES, 'status'], read: readDisputeClose },
  rule: { fields: ['email', 'commission'], read: readRule },
  payout_run: { fields: ['currency', 'emails', 'reference'], read: readPayoutRun },
  advance: { fields: [...UNITS, 'to'], read: readAdvance },
  expect: {
    fields: EXPECT_FIELDS,
    read: (step, names) => ({ type: 'expect', expect: readExpectation(step, names) }),
  },
};

/** Reads a step, and keeps what it names. Null when its type is not known. */
export function readStep(step: Reader, names: Names): PlacedStep | null {
  const type = step.word('type', Object.keys(KINDS), 'required');
  const kind = type === undefined ? undefined : KINDS[type];
  if (kind === undefined) return null;
  for (const name of Object.keys(step.values)) {
    if (name !== 'type' && !kind.fields.includes(name))
      step.refuse(name, `is not known in a ${type}; known are ${kind.fields.join(', ')}`);
  }
  return { ...kind.read(step, names), path: step.path };
}

function bodyOf({ values }: Reader): Body {
  const { type: _, error: __, ...body } = values;
  return body;
}

/** Which error the service shall answer with; null: none. */
const errorOf = (step: Reader) => step.text('error') ?? null;

function readClick(step: Reader, { clicks }: Names): Step {
  step.text('short_link', 'required');
  const clickId = step.text('click_id');
  if (clickId !== undefined) nameOnce(step, 'click_id', clickId, clicks);
  return { type: 'click', body: bodyOf(step), error: errorOf(step) };
}

function nameOnce(step: Reader, field: string, name: string, names: Set<string>): void {
  if (names.has(name)) step.refuse(field, `"${name}" is the name of an earlier step`);
  names.add(name);
}

function requireClick(step: Reader, { clicks }: Names): string | undefined {
  const clickId = step.text('click_id');
  if (clickId !== undefined && !clicks.has(clickId))
    step.refuse('click_id', `no earlier click has the click_id "${clickId}"`);
  return clickId;
}

function readTracked(step: Reader, names: Names): Step {
  requireClick(step, names);
  for (const name of ['customer_key', 'code', 'email']) step.text(name);
  return { type: 'lead', body: bodyOf(step), error: errorOf(step) };
}

function readSale(step: Reader, names: Names): Step {
  step.text('transaction_id', 'required');
  step.count('amount_cents', 1, 'required');
  step.count('tax_cents', 0);
  requireClick(step, names);
  for (const name of ['currency', 'customer_key', 'code']) step.text(name);
  for (const item of step.list('items', ['product', 'amount_cents'])) {
    item.text('product', 'required');
    item.count('amount_cents', 0, 'required');
  }
  return { type: 'sale', body: bodyOf(step), error: errorOf(step) };
}

/** Of a sale that was reported, by its transaction id, or of a payment at the stand-in. */
function readRefund(step: Reader, names: Names): Step {
  const amountCents = step.count('amount_cents', 1);
  if (!step.has('payment_id') && !step.has('subscription_id')) {
    step.text('transaction_id', 'required');
    step.text('refund_id');
    return { type: 'refund', body: bodyOf(step), error: errorOf(step) };
  }
  for (const name of ['transaction_id', 'refund_id', 'error']) {
    if (step.has(name)) step.refuse(name, 'does not go with a payment of the stand-in for Stripe');
  }
  const payment = paymentOf(step, names);
  return { type: 'refund_payment', payment, ...(amountCents !== undefined && { amountCents }) };
}

function readPaymentFields(step: Reader, names: Names): PaymentFields {
  return {
    customer_key: step.text('customer_key'),
    click_id: requireClick(step, names),
    amount_cents: step.count('amount_cents', 1, 'required') ?? 1,
    tax_cents: step.count('tax_cents', 0),
    currency: step.text('currency'),
  };
}

function readPayment(step: Reader, names: Names): Step {
  const id = step.text('payment_id', 'required') ?? '';
  nameOnce(step, 'payment_id', id, names.payments);
  return { type: 'payment', id, input: readPaymentFields(step, names) };
}

function readSubscription(step: Reader, names: Names): Step {
  const id = step.text('subscription_id', 'required') ?? '';
  nameOnce(step, 'subscription_id', id, names.subscriptions);
  const every = step.object('every', UNITS);
  const input = {
    ...readPaymentFields(step, names),
    every: every === undefined ? undefined : durationOf(every),
    renewals: step.count('renewals', 0),
  };
  if (every !== undefined && Object.values(input.every ?? {}).every((count) => count === 0))
    step.refuse('every', `must have at least one of ${UNITS.join(', ')} above 0`);
  return { type: 'subscription', id, input };
}

function durationOf(fields: Reader): Duration {
  return Object.fromEntries(UNITS.map((unit) => [unit, fields.count(unit, 0) ?? 0]));
}

function subscriptionOf(step: Reader, { subscriptions }: Names): string {
  const id = step.text('subscription_id', 'required') ?? '';
  if (id !== '' && !subscriptions.has(id))
    step.refuse('subscription_id', `no earlier subscription has the subscription_id "${id}"`);
  return id;
}

function paymentOf(step: Reader, names: Names): PaymentName {
  if (step.has('subscription_id')) {
    if (step.has('payment_id')) step.refuse('payment_id', 'does not go with subscription_id');
    const payment = step.count('payment', 1, 'required') ?? 1;
    return { subscription_id: subscriptionOf(step, names), payment };
  }
  const id = step.text('payment_id', 'required') ?? '';
  if (id !== '' && !names.payments.has(id))
    step.refuse('payment_id', `no earlier payment has the payment_id "${id}"`);
  if (step.has('payment')) step.refuse('payment', 'goes with subscription_id only');
  return { payment_id: id };
}

function readDisputeClose(step: Reader, names: Names): Step {
  const payment = paymentOf(step, names);
  return {
    type: 'dispute_close',
    payment,
    status: step.word('status', ['won', 'lost'], 'required') ?? 'lost',
  };
}

function partnerIn(step: Reader, field: string, email: string, { partners }: Names): void {
  if (!partners.has(email.toLowerCase()))
    step.refuse(field, `no partner of the program has the email "${email}"`);
}

function readRule(step: Reader, names: Names): Step {
  const email = step.text('email') ?? null;
  if (email !== null) partnerIn(step, 'email', email, names);
  return { type: 'rule', email, commission: step.object('commission', null, 'required')?.values ?? {} };
}

function readPayoutRun(step: Reader, names: Names): Step {
  const given: unknown = step.values.emails ?? null;
  const emails = Array.isArray(given) && given.length > 0 ? given.map(String) : null;
  if (given !== null && emails === null) step.refuse('emails', 'must be a list of emails of partners');
  for (const [index, email] of (emails ?? []).entries()) partnerIn(step, `emails[${index}]`, email, names);
  const currency = step.text('currency');
  const body = currency === undefined ? {} : { currency };
  return { type: 'payout_run', body, emails, reference: step.text('reference') ?? null };
}

function readAdvance(step: Reader): Step {
  const toMs = step.time('to') ?? null;
  const isByUnits = UNITS.some((unit) => step.has(unit));
  if (step.has('to') === isByUnits)
    step.refuse(step.has('to') ? 'to' : 'days', `an advance has either to, or some of ${UNITS.join(', ')}`);
  return { type: 'advance', by: isByUnits ? durationOf(step) : null, toMs };
}
