import { asObject, type Json, parseJsonObject } from '../../payments/read-json.js';

/** Fields whose texts say what happened, and to which object of Stripe. */
const KEPT_TEXTS: ReadonlySet<string> = new Set([
  'account',
  'api_version',
  'billing_reason',
  'charge',
  'coupon',
  'currency',
  'dispute',
  'id',
  'invoice',
  'mode',
  'object',
  'payment_intent',
  'payment_record',
  'payment_status',
  'price',
  'product',
  'program_id',
  'promotion_code',
  'refund',
  'status',
  'subscription',
  'type',
]);

/** Whatever is inside of these is about a person or their card. */
const PERSONAL: ReadonlySet<string> = new Set([
  'billing_details',
  'card',
  'custom_fields',
  'customer_address',
  'customer_details',
  'customer_shipping',
  'customer_tax_ids',
  'evidence',
  'last_payment_error',
  'outcome',
  'payment_method',
  'payment_method_details',
  'payment_method_options',
  'shipping',
  'shipping_details',
  'source',
]);

/** Ids, words and numbers of versions. */
const PLAIN = /^[\w.-]+$/;

/** The ids of the customers at Stripe whom a body is about. */
export function personsOf(body: string): readonly string[] {
  return [...new Set([...body.matchAll(/"(cus_\w+)"/g)].flatMap(([, id]) => id ?? []))];
}

/** An event's body with its ids, states, amounts and times, and no other texts; `{}` where it cannot be read. */
export function withoutPersons(body: string): string {
  const event = parseJsonObject(body);
  return event === null ? '{}' : JSON.stringify(leftOf(event));
}

function leftOf(object: Json): Json {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
      const left = PERSONAL.has(name) ? undefined : leftOfValue(name, value);
      return left === undefined ? [] : [[name, left]];
    }),
  );
}

function leftOfValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    const isKept = KEPT_TEXTS.has(name) && PLAIN.test(value) && !value.startsWith('cus_');
    return isKept ? value : undefined;
  }
  if (Array.isArray(value))
    return value.map((one) => leftOfValue(name, one)).filter((one) => one !== undefined);
  const object = asObject(value);
  return object === null ? value : leftOf(object);
}
