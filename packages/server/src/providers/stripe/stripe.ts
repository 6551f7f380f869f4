import type { PaymentProvider } from '../../payments/provider.js';
import { type ClientSettings, createClient } from './client.js';
import { createConnect } from './connect.js';
import { personsOf, withoutPersons } from './erase-body.js';
import { fetchEvents } from './fetch-events.js';
import { METADATA_ADVICE } from './metadata-advice.js';
import { createKeys } from './own-account.js';
import { parseEvent } from './parse-event.js';
import { isSigned } from './signature.js';
import { translateAccount } from './translate/account.js';
import { translate } from './translate/translate.js';

/** Stripe as a payment provider, with the platform's credentials as far as they are configured. */
export function createStripe(settings: ClientSettings): PaymentProvider {
  const client = createClient(settings, 'api');
  return {
    id: 'stripe',
    name: 'Stripe',
    referencePrefix: '',
    metadataAdvice: METADATA_ADVICE,
    verify: (headers, body, secrets, nowMs) => isSigned(body, headers['stripe-signature'], secrets, nowMs),
    parse: parseEvent,
    translate: (event) => translateAccount(event) ?? translate(event),
    personsOf,
    withoutPersons,
    keys: createKeys(settings.apiBase),
    connect: createConnect(settings),
    fetchSince: client === null ? null : async (request) => fetchEvents(await client(), request),
  };
}
