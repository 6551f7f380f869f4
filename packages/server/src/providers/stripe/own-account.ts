import { setTimeout as delay } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { findTargetFault } from '../../net/outgoing.js';
import type { FetchedEvent } from '../../payments/fetched-event.js';
import {
  type KeyCheck,
  type KeyRefusal,
  type Mode,
  type OwnAccount,
  type ProviderEndpoint,
  ProviderError,
  type ProviderKeys,
  type ProviderPermission,
} from '../../payments/own-accounts.js';
import { clientOf, type StripeClient } from './client.js';

const DASHBOARD = 'https://dashboard.stripe.com';
const WEBHOOK_PERMISSION = 'rak_webhook_write';

/** What a restricted key needs, by the names of Stripe's form. */
const PERMISSIONS: readonly (ProviderPermission & {
  readonly probe: (client: Stripe) => Promise<unknown>;
})[] = [
  {
    permission: WEBHOOK_PERMISSION,
    name: 'Webhook Endpoints: Write',
    why: 'Makes the one endpoint through which payments are reported, and removes it when you disconnect.',
    // No endpoint has this id, so that nothing is changed: the right is asked about first.
    probe: (client) => client.webhookEndpoints.update('we_svc_permission_probe', { description: 'probe' }),
  },
  {
    permission: 'rak_checkout_session_read',
    name: 'Checkout Sessions: Read',
    why: 'Finds the click or the code of a first payment.',
    probe: (client) => client.checkout.sessions.list({ limit: 1 }),
  },
  {
    permission: 'rak_invoice_read',
    name: 'Invoices: Read',
    why: 'Finds renewals, and payments that were missed.',
    probe: (client) => client.invoices.list({ limit: 1 }),
  },
  {
    permission: 'rak_charge_read',
    name: 'Charges and Refunds: Read',
    why: 'Takes commissions back when a payment is refunded.',
    probe: (client) => client.charges.list({ limit: 1 }),
  },
  {
    permission: 'rak_dispute_read',
    name: 'Disputes: Read',
    why: 'Holds commissions while a payment is disputed.',
    probe: (client) => client.disputes.list({ limit: 1 }),
  },
  {
    permission: 'rak_subscription_read',
    name: 'Subscriptions: Read',
    why: 'Credits renewals to the partner of the first payment.',
    probe: (client) => client.subscriptions.list({ limit: 1 }),
  },
  {
    permission: 'rak_customer_read',
    name: 'Customers: Read',
    why: 'Credits later purchases of the same customer.',
    probe: (client) => client.customers.list({ limit: 1 }),
  },
  {
    permission: 'rak_event_read',
    name: 'Events: Read',
    why: 'Fetches what was not delivered.',
    probe: (client) => client.events.list({ limit: 1 }),
  },
];

/** Never `invoice.created`: Stripe would wait for this service before it collects an invoice. Never all events, either. */
const EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'invoice.paid',
  'invoice_payment.paid',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'charge.captured',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'credit_note.created',
  'credit_note.voided',
  'customer.subscription.created',
  'customer.discount.created',
  'promotion_code.updated',
  'coupon.deleted',
  'customer.deleted',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** Stripe takes 20 types at once. */
const TYPES_AT_ONCE = 20;
const PAGE = 100;
/** Pause between two pages. Stripe's rate limits count the shop of the company too, so lists are read with at most five requests a second. */
const PAGE_PAUSE_MS = 200;

/** Stripe accounts of companies, by a restricted key. `apiBase`: another address of the API, for a local stand-in. */
export function createKeys(apiBase: string | null): ProviderKeys {
  return {
    permissions: PERMISSIONS.map(({ permission, name, why }) => ({ permission, name, why })),
    webhookPermission: WEBHOOK_PERMISSION,
    events: EVENTS,
    holdsEventsDays: 30,
    readKey,
    keyLink,
    takesAddress: (url, mode) =>
      mode === 'test' || findTargetFault(url.href, { allowsPrivate: false }) === null,
    open: (key) => openAccount(clientOf(key, apiBase)),
  };
}

function readKey(key: string): { readonly mode: Mode } | { readonly refused: KeyRefusal } {
  const [, kind, mode] = /^(rk|rkcs|sk|pk)_(live|test)_\w{8,}$/.exec(key) ?? [];
  if (kind === 'pk') return { refused: 'key_is_public' };
  if (kind === 'sk') return { refused: 'key_is_secret' };
  if (kind === undefined || (kind === 'rkcs' && mode === 'live')) return { refused: 'key_invalid' };
  return { mode: mode as Mode };
}

function keyLink(mode: Mode): string {
  const url = new URL(mode === 'live' ? '/apikeys/create' : '/test/apikeys/create', DASHBOARD);
  url.searchParams.set('name', 'svc');
  for (const { permission } of PERMISSIONS) url.searchParams.append('permissions[]', permission);
  return url.href;
}

function openAccount(client: StripeClient): OwnAccount {
  const ask = createAsk(client);
  return {
    check: () => checkKey(ask),
    async createEndpoint({ url, idempotencyKey, mark }) {
      const parameters = {
        url,
        enabled_events: [...EVENTS],
        description: 'svc: credits partners for payments',
        metadata: { svc_instance: mark.instance, svc_connection: mark.connection },
      };
      const made = await ask((stripe) => stripe.webhookEndpoints.create(parameters, { idempotencyKey }));
      if (made.secret === undefined) throw new ProviderError('other');
      return { id: made.id, secret: made.secret };
    },
    async listEndpoints() {
      const found: ProviderEndpoint[] = [];
      for (let after: string | undefined; ; ) {
        const page = await ask((stripe) =>
          stripe.webhookEndpoints.list({
            limit: PAGE,
            ...(after !== undefined && { starting_after: after }),
          }),
        );
        found.push(...page.data.map(endpointFrom));
        after = page.data.at(-1)?.id;
        if (!page.has_more || after === undefined) return found;
      }
    },
    async enableEndpoint(id) {
      await ask((stripe) =>
        stripe.webhookEndpoints.update(id, { disabled: false, enabled_events: [...EVENTS] }),
      );
    },
    async deleteEndpoint(id) {
      await ask((stripe) => stripe.webhookEndpoints.del(id));
    },
    eventsSince: (sinceMs) => eventsSince(ask, sinceMs),
  };
}

/** Sends a request to Stripe. Rejects with `ProviderError`. */
type Ask = <Answer>(request: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>;

function createAsk(client: StripeClient): Ask {
  return async (request) => {
    try {
      return await request(await client());
    } catch (error) {
      throw providerErrorOf(error);
    }
  };
}

function endpointFrom({
  id,
  url,
  status,
  enabled_events,
  metadata,
}: Stripe.WebhookEndpoint): ProviderEndpoint {
  const { svc_instance: instance, svc_connection: connection } = metadata ?? {};
  const isOurs = instance !== undefined && connection !== undefined;
  return {
    id,
    url,
    isEnabled: status === 'enabled',
    events: enabled_events,
    mark: isOurs ? { instance, connection } : null,
  };
}

async function checkKey(ask: Ask): Promise<KeyCheck> {
  let accountId: string | null = null;
  const missing: string[] = [];
  const note = (error: unknown): ProviderError => {
    if (!(error instanceof ProviderError)) throw error;
    accountId ??= error.accountId;
    return error;
  };
  try {
    accountId = (await ask((stripe) => stripe.accounts.retrieveCurrent())).id;
  } catch (error) {
    // A restricted key may not read its account; the refusal names it.
    if (note(error).problem !== 'permission_missing') throw error;
  }
  for (const { permission, probe } of PERMISSIONS) {
    try {
      await ask(probe);
    } catch (error) {
      const { problem } = note(error);
      if (problem === 'permission_missing') missing.push(permission);
      else if (problem !== 'gone') throw error;
    }
  }
  return { accountId, missing };
}

/** In two requests, because Stripe takes 20 types at once; each newest first, so that the pages are turned round. */
async function* eventsSince(ask: Ask, sinceMs: number): AsyncGenerator<readonly FetchedEvent[]> {
  const created = { gte: Math.floor(sinceMs / 1000) };
  for (let from = 0; from < EVENTS.length; from += TYPES_AT_ONCE) {
    const types = EVENTS.slice(from, from + TYPES_AT_ONCE);
    const first = await ask((stripe) => stripe.events.list({ types: [...types], created, limit: PAGE }));
    await delay(PAGE_PAUSE_MS);
    const newest = first.data;
    const older: Stripe.Event[][] = [newest];
    let { has_more: isMore } = first;
    let last = newest.at(-1)?.id;
    while (isMore && last !== undefined) {
      const after = last;
      await delay(PAGE_PAUSE_MS);
      const page = await ask((stripe) =>
        stripe.events.list({ types: [...types], created, limit: PAGE, starting_after: after }),
      );
      older.push(page.data);
      isMore = page.has_more;
      last = page.data.at(-1)?.id;
    }
    for (const page of older.reverse()) if (page.length > 0) yield page.reverse().map(fetchedFrom);
  }
}

function fetchedFrom(event: Stripe.Event): FetchedEvent {
  return {
    eventId: event.id,
    type: event.type,
    accountId: event.account ?? null,
    createdMs: event.created * 1000,
    body: JSON.stringify(event),
  };
}

/** What an error of Stripe's client means. Its text is read for two names, and not kept: it contains a part of the key. */
function providerErrorOf(error: unknown): unknown {
  const { type, statusCode, code, message = '', param } = error as Partial<Stripe.errors.StripeError>;
  if (type === undefined) return error;
  switch (type) {
    case 'StripePermissionError':
      return new ProviderError('permission_missing', {
        permission: /'(rak_[a-z_]+)'/.exec(message)?.[1] ?? null,
        accountId: /'(acct_[A-Za-z0-9]+)'/.exec(message)?.[1] ?? null,
      });
    case 'StripeAuthenticationError':
      return new ProviderError(code === 'api_key_expired' ? 'key_expired' : 'key_unknown');
    case 'StripeConnectionError':
    case 'StripeAPIError':
    case 'StripeRateLimitError':
      return new ProviderError('unreachable');
    default:
      if (statusCode === 404) return new ProviderError('gone');
      if (/maximum of \d+/.test(message)) return new ProviderError('webhook_limit');
      return new ProviderError(param === 'url' ? 'webhook_address' : 'other');
  }
}
