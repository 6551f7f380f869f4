import type { Bought, Merchant, Paid, StandIn } from '@svc/stand-in';
import { later } from './time.js';
import type { Duration, Payment, PaymentInput, Processor, Subscription, SubscriptionInput } from './types.js';

/** What happens by itself as time passes. */
export interface Renewals {
  /** When the next one is due, in epoch milliseconds; null: none ever is. */
  nextMs(): number | null;
  /** Makes all that are due. */
  run(): Promise<void>;
}

export interface ProcessorParts {
  readonly standIn: StandIn;
  readonly account: string;
  readonly programId: number;
  readonly now: () => number;
  /** Resolves when what was delivered has taken effect. */
  readonly settle: () => Promise<void>;
}

interface Renewal {
  atMs: number;
  readonly firstMs: number;
  count: number;
  readonly every: Duration;
  readonly renew: () => Promise<unknown>;
  /** How many there are in all. */
  readonly renewals: number;
}

/** The payment provider as tests see it: the stand-in, with one account. */
export function createProcessor(parts: ProcessorParts): { processor: Processor; renewals: Renewals } {
  const { standIn, account, now } = parts;
  const merchant = standIn.merchant(account);
  const scheduled = new Set<Renewal>();

  async function happen<Value>(event: () => Value): Promise<Value> {
    const value = event();
    await standIn.delivery.untilDelivered();
    await parts.settle();
    return value;
  }

  async function pay(input: PaymentInput): Promise<Payment> {
    const paid = await happen(() => merchant.buy(boughtOf(parts, input, 'payment')));
    return paymentOf(merchant, paid, happen);
  }

  async function subscribe(input: SubscriptionInput): Promise<Subscription> {
    const { every = { months: 1 }, renewals = Number.POSITIVE_INFINITY } = input;
    if (!(renewals === Number.POSITIVE_INFINITY || (Number.isSafeInteger(renewals) && renewals >= 0)))
      throw new RangeError('renewals must be a whole number, 0 or more');
    if (every !== null && later(now(), every) <= now())
      throw new TypeError('every must be longer than nothing');
    const first = await happen(() => merchant.buy(boughtOf(parts, input, 'subscription')));
    const payments = [paymentOf(merchant, first, happen)];
    async function renew(amountCents = input.amountCents): Promise<Payment> {
      requireAmount(amountCents);
      const paid = await happen(() => merchant.renew(first.payment, amountCents));
      const payment = paymentOf(merchant, paid, happen);
      payments.push(payment);
      return payment;
    }
    const renewal =
      every === null || renewals === 0
        ? null
        : { atMs: later(now(), every), firstMs: now(), count: 1, every, renew, renewals };
    if (renewal !== null) scheduled.add(renewal);
    return { payments, renew, cancel: () => void (renewal !== null && scheduled.delete(renewal)) };
  }

  return {
    processor: { account, baseUrl: standIn.baseUrl, pay, subscribe },
    renewals: {
      nextMs: () => (scheduled.size === 0 ? null : Math.min(...[...scheduled].map(({ atMs }) => atMs))),
      async run() {
        for (const one of scheduled) {
          if (one.atMs > now()) continue;
          await one.renew();
          one.count += 1;
          if (one.count > one.renewals) scheduled.delete(one);
          // From the first payment, so that the day of the month stays the same after a short month.
          one.atMs = later(one.firstMs, times(one.every, one.count));
        }
      },
    },
  };
}

function times(every: Duration, count: number): Duration {
  return Object.fromEntries(Object.entries(every).map(([unit, value]) => [unit, value * count]));
}

function requireAmount(amountCents: number): void {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
    throw new RangeError('amountCents must be a whole number above 0');
}

function boughtOf(
  { programId }: ProcessorParts,
  { customerKey, clickId, amountCents, taxCents = 0, currency = 'usd' }: PaymentInput,
  mode: Bought['mode'],
): Bought {
  requireAmount(amountCents);
  const metadata = {
    program_id: String(programId),
    ...(customerKey !== undefined && { svc_customer_key: customerKey }),
    ...(clickId !== undefined && { svc_click_id: clickId }),
  };
  return {
    mode,
    amountCents,
    taxCents,
    currency: currency.toLowerCase(),
    metadata,
    invoiceMetadata: metadata,
  };
}

type Happen = <Value>(event: () => Value) => Promise<Value>;

function paymentOf(merchant: Merchant, paid: Paid, happen: Happen): Payment {
  const { paymentIntent, amountCents } = paid.payment;
  return {
    id: paymentIntent,
    amountCents,
    async refund(wanted) {
      const left = amountCents - paid.refundedCents;
      const refunded = wanted ?? left;
      if (!Number.isSafeInteger(refunded) || refunded <= 0 || refunded > left)
        throw new RangeError(`A refund must be between 1 and the ${left} that are left of this payment`);
      await happen(() => merchant.refund(paid, refunded));
    },
    async dispute() {
      const id = await happen(() => merchant.dispute(paid));
      return {
        id,
        async close(outcome) {
          await happen(() => merchant.closeDispute(paid, id, outcome));
        },
      };
    },
  };
}
