import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkoutObject, createCheckout, type Session } from './checkout.js';
import { createDelivery, type Delivery, type DeliveryOptions } from './delivery.js';
import { listOf } from './lists.js';
import { createMerchant, type Merchant, type Paid, type ProcessorEvent } from './merchant.js';
import { type Json, type Layout, newId, refundObject } from './objects.js';
import { checkoutPage, paymentsPage } from './pages.js';

export interface StandInOptions {
  readonly host?: string;
  /** 0: any that is free. */
  readonly port?: number;
  readonly layout?: Layout;
  readonly livemode?: boolean;
  readonly webhook: DeliveryOptions;
  /** Its time, in epoch milliseconds; the machine's when not given. */
  readonly now?: () => number;
}

/** A local stand-in of the card processor: connect pages, the few parts of its API that svc uses, checkouts, events. */
export interface StandIn {
  /** Its address, for PROCESSOR_API_BASE and PROCESSOR_CONNECT_BASE. */
  readonly baseUrl: string;
  readonly delivery: Delivery;
  /** The business behind an account, which is made when it is asked for first. */
  merchant(account: string): Merchant;
  /** All events of an account that happened, delivered or not. */
  events(account: string): readonly ProcessorEvent[];
  /** What the next person does at the connect page: lets the platform in with this account, or (null) does not. */
  nextAccount: string | null;
  /** Requests that came with this platform key and no other are answered. */
  readonly requests: { readonly path: string; readonly account: string | null }[];
  close(): Promise<void>;
}

/** What a request brings, read. */
interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly form: URLSearchParams;
  /** The account that a platform asks for, or whose own key came with the request: the key ends with the account. */
  readonly account: string | null;
}

/** What the stand-in knows while it runs. */
interface State {
  readonly standIn: StandIn;
  readonly layout: Layout;
  readonly livemode: boolean;
  readonly merchants: Map<string, Merchant>;
  /** Accounts by the code that is still to be traded for them. */
  readonly codes: Map<string, string>;
  readonly sessions: Map<string, Session>;
}

const PATIENCE_MS = 10_000;

/** Starts it. Nothing of it is real: no money, no cards, no keys; its state lives as long as it runs. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { layout = '2026-10-28.endive', livemode = true, now = () => Date.now() } = options;
  const nowSeconds = () => Math.floor(now() / 1000);
  const delivery = createDelivery(options.webhook, nowSeconds);
  const merchants = new Map<string, Merchant>();
  const happened = new Map<string, ProcessorEvent[]>();
  const standIn: StandIn = {
    get baseUrl() {
      return `http://localhost:${(server.address() as AddressInfo).port}`;
    },
    delivery,
    merchant(account) {
      const known = merchants.get(account);
      if (known !== undefined) return known;
      const events: ProcessorEvent[] = [];
      const emit = (event: ProcessorEvent) => {
        events.push(event);
        delivery.send(event);
      };
      const made = createMerchant({ account, layout, livemode, emit, nowSeconds });
      merchants.set(account, made);
      happened.set(account, events);
      return made;
    },
    events: (account) => happened.get(account) ?? [],
    nextAccount: newId('acct'),
    requests: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const state: State = { standIn, layout, livemode, merchants, codes: new Map(), sessions: new Map() };
  const server = createServer((request, response) => {
    readAsked(request)
      .then(async (asked) => {
        standIn.requests.push({ path: asked.url.pathname, account: asked.account });
        const answer =
          connect(state, asked) ??
          (await checkout(state, asked)) ??
          (await refund(state, asked)) ??
          api(state, asked);
        sendAnswer(response, answer);
      })
      .catch((error: unknown) => sendAnswer(response, { status: 500, json: apiError(String(error)) }));
  });
  await new Promise<void>((resolve) =>
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve),
  );
  return standIn;
}

/** The connect pages, and trading a code for an account. */
function connect(
  { standIn, codes, merchants, livemode }: State,
  { method, url, form }: Asked,
): Answer | null {
  if (url.pathname === '/oauth/authorize') {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    if (standIn.nextAccount === null) {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The user denied your request');
    } else {
      const code = newId('ac');
      codes.set(code, standIn.nextAccount);
      back.searchParams.set('code', code);
    }
    return { redirect: back.href };
  }
  if (method === 'POST' && url.pathname === '/oauth/token') {
    const code = form.get('code') ?? '';
    const account = codes.get(code);
    codes.delete(code);
    if (account === undefined) return { status: 400, json: oauthError('Authorization code does not exist') };
    standIn.merchant(account);
    const token = { livemode, scope: 'read_only', token_type: 'bearer', refresh_token: newId('rt') };
    return { json: { stripe_user_id: account, ...token } };
  }
  if (method !== 'POST' || url.pathname !== '/oauth/deauthorize') return null;
  const account = form.get('stripe_user_id') ?? '';
  merchants.get(account)?.deauthorize();
  return { json: { stripe_user_id: account } };
}

/** Making a checkout, its page, and paying on it. */
async function checkout(
  { standIn, sessions }: State,
  { method, url, form, account }: Asked,
): Promise<Answer | null> {
  if (method === 'POST' && url.pathname === '/v1/checkout/sessions') {
    if (account === null) return { status: 401, json: apiError('No account has this key') };
    const made = createCheckout(form, standIn.baseUrl, account);
    sessions.set(made.id, made);
    return { json: checkoutObject(made) };
  }
  const [, page = '', id = ''] = /^\/(pay|v1\/checkout\/sessions)\/(\w+)$/.exec(url.pathname) ?? [];
  const session = sessions.get(id);
  if (session === undefined) return null;
  if (page !== 'pay') return { json: checkoutObject(session) };
  if (session.paid !== null) return { redirect: session.successUrl };
  if (method === 'GET') return { html: checkoutPage(session) };
  session.paid = standIn.merchant(session.account).buy(session.bought);
  await waitForDelivery(standIn);
  return { redirect: session.successUrl };
}

/** What was paid, and paying it back: by a person on a page, or by the API. */
async function refund(state: State, { method, url, form, account }: Asked): Promise<Answer | null> {
  const { standIn, merchants } = state;
  if (url.pathname === '/') {
    return { html: paymentsPage([...merchants.values()].flatMap(({ paid }) => paid)) };
  }
  const onPage = /^\/refund\/(\w+)$/.exec(url.pathname)?.[1];
  if (method !== 'POST' || (onPage === undefined && url.pathname !== '/v1/refunds')) return null;
  const wanted = onPage ?? form.get('payment_intent');
  const isWanted = ({ payment }: Paid) => payment.paymentIntent === wanted;
  const merchant = [...merchants.values()].find(
    (one) => (onPage !== undefined || one.account === account) && one.paid.some(isWanted),
  );
  const paid = merchant?.paid.find(isWanted);
  if (merchant === undefined || paid === undefined) {
    return { status: 404, json: apiError(`No such payment_intent: ${wanted}`) };
  }
  const left = paid.payment.amountCents - paid.refundedCents;
  const amount = Number(form.get('amount') ?? left);
  if (!Number.isInteger(amount) || amount <= 0 || amount > left) {
    return { status: 400, json: apiError(`Refund amount is not between 1 and ${left}`) };
  }
  const id = merchant.refund(paid, amount);
  await waitForDelivery(standIn);
  return onPage === undefined
    ? { json: refundObject(paid.payment, id, amount, 'succeeded') }
    : { redirect: '/' };
}

/** Stripe, too, waits a little for the delivery of its events before it continues. */
async function waitForDelivery({ delivery }: StandIn): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
  await Promise.race([delivery.untilDelivered().catch(() => undefined), patience]);
}

/** What can be read of an account. */
function api({ merchants, layout }: State, { url, account }: Asked): Answer {
  const id = /^\/v1\/accounts\/(\w+)$/.exec(url.pathname)?.[1];
  if (id !== undefined) {
    if (!merchants.has(id)) return { status: 404, json: apiError(`No such account: ${id}`) };
    const abilities = { charges_enabled: true, payouts_enabled: true, details_submitted: true };
    return { json: { id, object: 'account', ...abilities } };
  }
  const merchant = account === null ? undefined : merchants.get(account);
  const name = url.pathname.replace(/^\/v1\//, '');
  const page = merchant === undefined ? null : listOf(name, merchant, layout, url.searchParams);
  return page === null
    ? { status: 404, json: apiError(`Unrecognized request URL (${url.pathname})`) }
    : { json: page };
}

type Answer =
  | { readonly status?: number; readonly json: Json }
  | { readonly html: string }
  | { readonly redirect: string };

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization = '', 'stripe-account': named } = request.headers;
  const own = /^Bearer sk_(?:test|live)_(acct\S+)$/.exec(authorization)?.[1];
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://stand-in'),
    form: new URLSearchParams(Buffer.concat(chunks).toString()),
    account: typeof named === 'string' ? named : (own ?? null),
  };
}

function sendAnswer(response: ServerResponse, answer: Answer): void {
  if ('redirect' in answer) {
    response.writeHead(303, { location: answer.redirect }).end();
  } else if ('html' in answer) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer.html);
  } else {
    response
      .writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.json));
  }
}

function apiError(message: string): Json {
  return { error: { type: 'invalid_request_error', message } };
}

function oauthError(description: string): Json {
  return { error: 'invalid_grant', error_description: description };
}
