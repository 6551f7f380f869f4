import { createHmac, timingSafeEqual } from 'node:crypto';
import { eventReason } from '@svc/contract/event-reasons';
import {
  type PaymentProvider,
  type PaymentReport,
  type ProviderEvent,
  reportNothing,
} from '../../src/payments/provider.js';
import { asObject, centsAt, type Json, nameAt, parseJsonObject } from '../../src/payments/read-json.js';
import { mergeKeys } from '../../src/payments/sale-keys.js';

const ADVICE = 'Put the keys into the note of the order.';

/**
 * A payment provider that exists in tests only: one header with an HMAC in base64 instead of a timestamped list, one flat
 * object per message, amounts as text, ids of its own that may equal anybody's.
 */
export const parcelPay: PaymentProvider = {
  id: 'parcelpay',
  name: 'ParcelPay',
  keys: null,
  referencePrefix: 'parcelpay:',
  metadataAdvice: { checkout: ADVICE, subscription_start: ADVICE, renewal: ADVICE, invoice: ADVICE },
  verify(headers, body, secrets) {
    const given = Buffer.from(String(headers['x-parcel-mac'] ?? ''), 'base64');
    return secrets.some((secret) => {
      const expected = createHmac('sha512', secret).update(body).digest();
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  },
  personsOf: () => [],
  withoutPersons: () => '{}',
  parse(body) {
    const message = parseJsonObject(body);
    const id = message && nameAt(message, 'message');
    const type = message && nameAt(message, 'topic');
    if (message === null || id === null || type === null) return null;
    return {
      id,
      type,
      account: nameAt(message, 'merchant'),
      livemode: message.sandbox !== true,
      createdMs: Date.parse(String(message.at)),
      object: message,
    };
  },
  translate: (event) =>
    TOPICS[event.type]?.(event.object ?? {}, event) ??
    reportNothing([], eventReason('other_type', { type: event.type })),
  connect: null,
  fetchSince: null,
};

const TOPICS: Readonly<Record<string, (message: Json, event: ProviderEvent) => PaymentReport>> = {
  'order/paid': (message, { createdMs }) => {
    const order = nameAt(message, 'order') ?? '';
    const paid = {
      transactionId: order,
      ...moneyIn(message),
      taxCents: 0,
      items: null,
      occurredAtMs: createdMs,
      kind: 'checkout' as const,
      isStart: false,
      startedAtMs: null,
      keys: mergeKeys([asObject(message.note)]),
      payer: { clientReference: null, subscription: null, customer: null, email: null },
      discountIds: [],
    };
    return { references: [order], paid, adjustments: [], nothing: null };
  },
  'order/returned': (message, event) => adjustmentOf(message, event, 'refund', 'counted'),
  'order/contested': (message, event) => adjustmentOf(message, event, 'dispute', 'open'),
  'order/kept': (message, event) => adjustmentOf(message, event, 'dispute', 'void'),
};

function adjustmentOf(
  message: Json,
  { createdMs }: ProviderEvent,
  kind: 'refund' | 'dispute',
  state: 'open' | 'counted' | 'void',
): PaymentReport {
  const key = nameAt(message, 'return') ?? '';
  const adjustment = { key, kind, state, ...moneyIn(message), reportedAtMs: createdMs };
  return {
    references: [nameAt(message, 'order') ?? ''],
    paid: null,
    adjustments: [adjustment],
    nothing: null,
  };
}

/** `"12.34 EUR"`. */
function moneyIn(message: Json): { readonly amountCents: number; readonly currency: string } {
  const [amount = '', currency = ''] = String(message.money).split(' ');
  return { amountCents: centsAt({ cents: Number(amount.replace('.', '')) }, 'cents') ?? 0, currency };
}

/** The headers of a message. */
export function parcelHeaders(body: string, secret: string): Record<string, string> {
  return { 'x-parcel-mac': createHmac('sha512', secret).update(body).digest('base64') };
}
