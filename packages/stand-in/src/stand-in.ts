import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Accounts, createAccounts } from './accounts.js';
import { type Answer, type Asked, refuse } from './answer.js';
import { answerReads, refuseKey } from './api.js';
import { checkoutObject, createCheckout, type Session } from './checkout.js';
import { answerConnect, type ConnectState } from './connect.js';
import { createDelivery, type Delivery, type DeliveryOptions } from './delivery.js';
import { type Fault, failBefore, takeFault } from './faults.js';
import { type ApiKey, createApiKey, type KeyOptions, type Mode } from './keys.js';
import type { Merchant, Paid, ProcessorEvent } from './merchant.js';
import { type Layout, newId, refundObject } from './objects.js';
import { checkoutPage, paymentsPage } from './pages.js';
import type { PaymentLink } from './payment-link.js';
import { answerLink, createLink, type PaymentLinkOptions } from './payment-links.js';
import { createEndpoints, type Endpoints } from './webhook-endpoints.js';

export interface StandInOptions {
  readonly host?: string;
  /** 0: any that is free. */
  readonly port?: number;
  readonly layout?: Layout;
  /** Mode of the accounts that the platform is connected with. */
  readonly livemode?: boolean;
  /** Endpoint of the platform; without it, events arrive at endpoints of accounts only. */
  readonly webhook?: DeliveryOptions;
  /** Delivers some events to endpoints of accounts twice, and none in order. */
  readonly isUnruly?: boolean;
  /** Returns where the address of an endpoint is reached, for addresses whose names do not exist. */
  readonly reach?: (url: string) => string;
  /** Its time, in epoch milliseconds; the machine's when not given. */
  readonly now?: () => number;
}

/** Local stand-in of a payment provider: connect pages, own accounts by key, the used parts of the API, checkouts, Payment Links, events. */
export interface StandIn {
  /** Its address, for PROCESSOR_API_BASE and PROCESSOR_CONNECT_BASE. */
  readonly baseUrl: string;
  /** Delivery to the endpoint of the platform. */
  readonly delivery: Delivery;
  /** Webhook endpoints of accounts. */
  readonly endpoints: Endpoints;
  /** Faults of the next requests. */
  readonly faults: Fault[];
  /** The business behind an account, which is made when it is asked for first. `mode`: the platform's when not given. */
  merchant(account: string, mode?: Mode): Merchant;
  /** All events of an account in a mode, delivered or not. */
  events(account: string, mode?: Mode): readonly ProcessorEvent[];
  /** Creates a restricted key of an account that the platform is not connected with. */
  createKey(options: KeyOptions): ApiKey;
  createPaymentLink(options: PaymentLinkOptions): PaymentLink;
  /** What the next person does at the connect page: lets the platform in with this account, or (null) does not. */
  nextAccount: string | null;
  readonly requests: { readonly method: string; readonly path: string; readonly account: string | null }[];
  /** Resolves when everything that happened so far was taken by every endpoint. */
  untilDelivered(): Promise<void>;
  close(): Promise<void>;
}

/** What the stand-in knows while it runs. */
interface State {
  readonly standIn: StandIn;
  readonly layout: Layout;
  readonly keys: Map<string, ApiKey>;
  readonly links: Map<string, PaymentLink>;
  readonly livemode: boolean;
  readonly accounts: Accounts;
  /** Accounts by the code that has not been exchanged yet. */
  readonly codes: Map<string, string>;
  readonly sessions: Map<string, Session>;
}

const PATIENCE_MS = 10_000;

const NO_DELIVERY: Delivery = { send: () => undefined, untilDelivered: async () => undefined };

/** Starts it. Nothing of it is real: no money, no cards, no keys; its state lives as long as it runs. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { layout = '2026-10-28.endive', livemode = true, now = () => Date.now() } = options;
  const { isUnruly = false, reach = (url) => url } = options;
  const nowSeconds = () => Math.floor(now() / 1000);
  const delivery = options.webhook === undefined ? NO_DELIVERY : createDelivery(options.webhook, nowSeconds);
  const endpoints = createEndpoints(nowSeconds, { isUnruly, reach });
  const accounts = createAccounts({
    layout,
    nowSeconds,
    platformMode: livemode ? 'live' : 'test',
    delivery,
    endpoints,
  });
  const keys = new Map<string, ApiKey>();
  const links = new Map<string, PaymentLink>();
  const standIn: StandIn = {
    get baseUrl() {
      return `http://localhost:${(server.address() as AddressInfo).port}`;
    },
    delivery,
    endpoints,
    faults: [],
    merchant: accounts.merchant,
    events: accounts.events,
    createKey(keyOptions) {
      const made = createApiKey(keyOptions);
      accounts.addOwn(made.account);
      keys.set(made.key, made);
      return made;
    },
    createPaymentLink(linkOptions) {
      const made = createLink(standIn.baseUrl, linkOptions);
      links.set(made.id, made);
      return made;
    },
    nextAccount: newId('acct'),
    requests: [],
    async untilDelivered() {
      await Promise.all([delivery.untilDelivered(), endpoints.untilDelivered()]);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const state = { standIn, layout, livemode, keys, links, accounts, codes: new Map(), sessions: new Map() };
  const server = createServer((request, response) => {
    answerRequest(state, request)
      .then((answer) => sendAnswer(response, answer))
      .catch((error: unknown) => sendAnswer(response, refuse(500, String(error))));
  });
  await new Promise<void>((resolve) =>
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve),
  );
  return standIn;
}

/** State of the connect pages. */
function connectState({ standIn, livemode, codes, accounts }: State): ConnectState {
  return {
    nextAccount: standIn.nextAccount,
    livemode,
    codes,
    connect: accounts.connect,
    deauthorize: (account) => accounts.find(account)?.deauthorize(),
  };
}

async function answerRequest(state: State, request: IncomingMessage): Promise<Answer> {
  const { standIn, keys } = state;
  const asked = await readAsked(request);
  const key = keys.get(asked.key);
  const { method } = asked;
  const path = asked.url.pathname;
  standIn.requests.push({ method, path, account: key?.account ?? asked.account });
  const fault = takeFault(standIn.faults, method, path);
  const failure = fault === null ? null : failBefore(fault);
  if (failure !== null) return failure;
  const answer = /^rk(cs)?_/.test(asked.key)
    ? answerOwnKey(state, key, asked)
    : (answerConnect(connectState(state), asked) ??
      (await checkout(state, asked)) ??
      (await link(state, asked)) ??
      (await payments(state, asked)) ??
      platformReads(state, asked));
  return fault === 'lost_answer' ? { lost: true } : answer;
}

/** Requests with a restricted key of an account. */
function answerOwnKey({ standIn, layout }: State, key: ApiKey | undefined, asked: Asked): Answer {
  const refusal = refuseKey(key, asked);
  if (refusal !== null || key === undefined) return refusal ?? refuse(401, 'Invalid API Key provided');
  const { account, mode } = key;
  if (asked.url.pathname === '/v1/account') return { json: accountObject(account) };
  const ofEndpoints = standIn.endpoints.answer(asked, account, mode);
  if (ofEndpoints !== null) return ofEndpoints;
  const merchant = standIn.merchant(account, mode);
  return answerReads(asked, merchant, layout, standIn.events(account, mode));
}

function platformReads({ standIn, accounts, layout }: State, asked: Asked): Answer {
  const id = /^\/v1\/accounts\/(\w+)$/.exec(asked.url.pathname)?.[1];
  if (id !== undefined) {
    const isKnown = accounts.find(id) !== undefined;
    return isKnown ? { json: accountObject(id) } : refuse(404, `No such account: ${id}`);
  }
  const { account } = asked;
  if (account === null) return answerReads(asked, undefined, layout, []);
  return answerReads(asked, accounts.find(account), layout, standIn.events(account));
}

function accountObject(id: string) {
  return { id, object: 'account', charges_enabled: true, payouts_enabled: true, details_submitted: true };
}

/** Making a checkout, its page, and paying on it. */
async function checkout({ standIn, sessions }: State, asked: Asked): Promise<Answer | null> {
  const { method, url, form, account } = asked;
  if (method === 'POST' && url.pathname === '/v1/checkout/sessions') {
    if (account === null) return refuse(401, 'No account has this key');
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

/** The page of a Payment Link, and paying on it. */
async function link({ standIn, links }: State, asked: Asked): Promise<Answer | null> {
  const answer = answerLink(asked, links, ({ account, keyMode }) => standIn.merchant(account, keyMode));
  if (answer !== null && asked.method === 'POST') await waitForDelivery(standIn);
  return answer;
}

/** Answers the list of payments, and refunds, renewals and captures from its page or by the API. */
async function payments(state: State, { method, url, form, account }: Asked): Promise<Answer | null> {
  const { standIn, accounts } = state;
  if (url.pathname === '/')
    return { html: paymentsPage(accounts.all().flatMap(({ trials, paid }) => [...trials, ...paid])) };
  const [, action = 'refund', onPage] = /^\/(refund|renew|capture)\/(\w+)$/.exec(url.pathname) ?? [];
  if (method !== 'POST' || (onPage === undefined && url.pathname !== '/v1/refunds')) return null;
  const wanted = onPage ?? form.get('payment_intent');
  const isWanted = ({ payment }: Paid) => payment.paymentIntent === wanted;
  const merchant = accounts
    .all()
    .find((one) => (onPage !== undefined || one.account === account) && paymentsOf(one).some(isWanted));
  const paid = merchant && paymentsOf(merchant).find(isWanted);
  if (merchant === undefined || paid === undefined)
    return refuse(404, `No such payment_intent: ${wanted}`, { code: 'resource_missing' });
  if (action !== 'refund') {
    if (action === 'capture') merchant.capture(paid, paid.payment.amountCents);
    else merchant.renew(paid.payment, paid.payment.amountCents || 2_900);
    await waitForDelivery(standIn);
    return { redirect: '/' };
  }
  const left = paid.payment.amountCents - paid.refundedCents;
  const amount = Number(form.get('amount') ?? left);
  if (!Number.isInteger(amount) || amount <= 0 || amount > left)
    return refuse(400, `Refund amount is not between 1 and ${left}`);
  const id = merchant.refund(paid, amount);
  await waitForDelivery(standIn);
  return onPage === undefined
    ? { json: refundObject(paid.payment, id, amount, 'succeeded') }
    : { redirect: '/' };
}

const paymentsOf = ({ trials, paid }: Merchant) => [...trials, ...paid];

/** Stripe, too, waits a little for the delivery of its events before it continues. */
async function waitForDelivery(standIn: StandIn): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
  await Promise.race([standIn.untilDelivered().catch(() => undefined), patience]);
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization = '', 'stripe-account': named, 'idempotency-key': repeats } = request.headers;
  const key = authorization.replace(/^Bearer /, '');
  const own = /^sk_(?:test|live)_(acct\S+)$/.exec(key)?.[1];
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://stand-in'),
    form: new URLSearchParams(Buffer.concat(chunks).toString()),
    key,
    account: typeof named === 'string' ? named : (own ?? null),
    idempotencyKey: typeof repeats === 'string' ? repeats : null,
  };
}

function sendAnswer(response: ServerResponse, answer: Answer): void {
  if ('lost' in answer) {
    response.destroy();
  } else if ('redirect' in answer) {
    response.writeHead(303, { location: answer.redirect }).end();
  } else if ('html' in answer) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer.html);
  } else {
    response
      .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      .end(JSON.stringify(answer.json));
  }
}
