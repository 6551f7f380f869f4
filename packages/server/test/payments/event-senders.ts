import type { Json } from '../../src/payments/read-json.js';
import { ask } from '../support/management.js';
import { uniqueName } from '../support/seed.js';
import { connect, type Place, processed } from './own-account/support.js';
import { deliverBody, sign } from './support.js';

/** What an event has besides its object. */
export interface Envelope {
  readonly livemode?: boolean;
  readonly createdMs?: number;
  /** In place of the object. */
  readonly data?: Json;
  /** The type of the event itself; thin events have another one. */
  readonly object?: string;
}

/** Sends an event about an object, and resolves when it was processed once. */
export type SendEvent = (type: string, object: Json, envelope?: Envelope) => Promise<void>;

function eventWith(type: string, object: Json, { createdMs = Date.now(), ...envelope }: Envelope) {
  return {
    id: uniqueName('evt'),
    object: 'event',
    type,
    api_version: '2026-10-28.endive',
    created: Math.floor(createdMs / 1000),
    livemode: true,
    data: { object },
    ...envelope,
  };
}

/** The time by the clock of a place. */
function nowOf({ aheadMs }: Place): number {
  return Date.now() + aheadMs;
}

/** Sends events to the endpoint of the platform; `account` null: they name none. */
export function platformSender(place: Place, account: string | null): SendEvent {
  return async (type, object, envelope = {}) => {
    const event = { ...eventWith(type, object, envelope), ...(account && { account }) };
    const body = JSON.stringify(event);
    const { status } = await deliverBody(place.service, body, sign(body, { atMs: nowOf(place) }));
    if (status !== 200) throw new Error(`an event was turned away: ${status}`);
    await processed(place);
  };
}

/** Connects the account of a company by key, and sends events to the endpoint of the connection. */
export async function connectSender(
  place: Place,
  company: Parameters<typeof connect>[1] & { readonly account: string },
  more: object = {},
): Promise<{ readonly connectionId: number; readonly send: SendEvent }> {
  const key = place.standIn.createKey({ account: company.account, mode: 'live' });
  const { body: connection } = await connect(place, company, key, more);
  const { url } = connection.webhook;
  const secret = place.standIn.endpoints.all.find((one) => one.url === url)?.secret ?? '';
  const send: SendEvent = async (type, object, envelope = {}) => {
    const body = eventWith(type, object, envelope);
    const headers = { 'stripe-signature': sign(JSON.stringify(body), { secret, atMs: nowOf(place) }) };
    const answer = await ask(place.service, new URL(url).pathname, { method: 'POST', body, headers });
    if (answer.status !== 200) throw new Error(`an event was turned away: ${JSON.stringify(answer.body)}`);
    await processed(place);
  };
  return { connectionId: connection.id, send };
}

/** A paid checkout over 50 USD. */
export function checkout(fields: Json = {}): Json {
  return {
    id: uniqueName('cs'),
    object: 'checkout.session',
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: uniqueName('pi'),
    amount_total: 5_000,
    currency: 'usd',
    created: Math.floor(Date.now() / 1000),
    ...fields,
  };
}
