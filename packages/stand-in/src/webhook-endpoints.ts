import { randomBytes } from 'node:crypto';
import { type Answer, type Asked, pageOf, refuse } from './answer.js';
import { createDelivery, type Delivery } from './delivery.js';
import type { Mode } from './keys.js';
import type { ProcessorEvent } from './merchant.js';
import { type Json, newId } from './objects.js';

/** Number of endpoints that an account can have in each mode. */
const LIMIT = 16;

/** Endpoint of an account, created through its API or, in the dashboard, by a person. */
export interface Endpoint {
  readonly id: string;
  readonly account: string;
  readonly mode: Mode;
  readonly secret: string;
  readonly delivery: Delivery;
  readonly createdSeconds: number;
  url: string;
  events: readonly string[];
  metadata: Json;
  description: string | null;
  apiVersion: string | null;
  isEnabled: boolean;
}

export interface EndpointOptions {
  readonly account: string;
  readonly mode: Mode;
  readonly url: string;
  readonly events: readonly string[];
  readonly metadata?: Json;
  readonly description?: string | null;
  readonly apiVersion?: string | null;
}

/** Answer to a request with an idempotency key, which is repeated for the same key. */
interface Repeated {
  readonly parameters: string;
  readonly answer: Answer;
}

export interface Endpoints {
  readonly all: Endpoint[];
  create(options: EndpointOptions): Endpoint;
  /** Sends an event of an account to its endpoints. */
  send(account: string, mode: Mode, event: ProcessorEvent): void;
  /** Answers requests below /v1/webhook_endpoints; null for other requests. */
  answer(asked: Asked, account: string, mode: Mode): Answer | null;
  untilDelivered(): Promise<void>;
}

/** What the endpoints of all accounts share. */
interface Store {
  readonly all: Endpoint[];
  readonly repeated: Map<string, Repeated>;
  readonly nowSeconds: () => number;
  readonly isUnruly: boolean;
  readonly reach: (url: string) => string;
}

/** Account that a request is about, and the mode of its key. */
interface Place {
  readonly account: string;
  readonly mode: Mode;
}

/** Creates the store of webhook endpoints. `isUnruly`: some events are delivered twice, and out of order. */
export function createEndpoints(
  nowSeconds: () => number,
  { isUnruly, reach }: Pick<Store, 'isUnruly' | 'reach'>,
): Endpoints {
  const store: Store = { all: [], repeated: new Map(), nowSeconds, isUnruly, reach };
  const { all } = store;
  return {
    all,
    create: (options) => createEndpoint(store, options),
    send(account, mode, { account: _account, ...event }) {
      for (const one of all) {
        const isWanted = one.events.includes('*') || one.events.includes(String(event.type));
        if (one.account === account && one.mode === mode && one.isEnabled && isWanted)
          one.delivery.send(event as ProcessorEvent);
      }
    },
    answer(asked, account, mode) {
      if (!asked.url.pathname.startsWith('/v1/webhook_endpoints')) return null;
      const place = { account, mode };
      return asked.method === 'POST' ? answerWrite(store, asked, place) : answerRead(store, asked, place);
    },
    async untilDelivered() {
      await Promise.all(all.map(({ delivery }) => delivery.untilDelivered()));
    },
  };
}

function createEndpoint({ all, nowSeconds, isUnruly, reach }: Store, options: EndpointOptions): Endpoint {
  const { account, mode, url, events, metadata = {}, description = null, apiVersion = null } = options;
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const endpoint: Endpoint = {
    id: newId('we'),
    account,
    mode,
    secret,
    url,
    events,
    metadata,
    description,
    apiVersion,
    isEnabled: true,
    createdSeconds: nowSeconds(),
    delivery: createDelivery(
      {
        secret,
        isUnruly,
        get url() {
          return reach(endpoint.url);
        },
      },
      nowSeconds,
    ),
  };
  all.push(endpoint);
  return endpoint;
}

/** Returns the endpoints of an account in a mode. */
function endpointsOf({ all }: Store, { account, mode }: Place): Endpoint[] {
  return all.filter((one) => one.account === account && one.mode === mode);
}

function idIn({ url }: Asked): string | undefined {
  return /^\/v1\/webhook_endpoints\/(\w+)$/.exec(url.pathname)?.[1];
}

function answerRead(store: Store, asked: Asked, place: Place): Answer {
  const id = idIn(asked);
  const ofAccount = endpointsOf(store, place);
  if (id === undefined)
    return { json: pageOf('/v1/webhook_endpoints', ofAccount.map(endpointObject), asked.url.searchParams) };
  const found = ofAccount.find((one) => one.id === id);
  if (found === undefined) return noSuch(id);
  if (asked.method !== 'DELETE') return { json: endpointObject(found) };
  store.all.splice(store.all.indexOf(found), 1);
  return { json: { id, object: 'webhook_endpoint', deleted: true } };
}

function answerWrite(store: Store, asked: Asked, place: Place): Answer {
  const { form, idempotencyKey } = asked;
  const id = idIn(asked);
  if (id !== undefined) {
    const found = endpointsOf(store, place).find((one) => one.id === id);
    return update(found, id, form);
  }
  const parameters = form.toString();
  const name = `${place.account} ${place.mode} ${idempotencyKey}`;
  const before = idempotencyKey === null ? undefined : store.repeated.get(name);
  if (before !== undefined) return repeatAnswer(before, parameters);
  const answer = createAsked(store, form, place);
  if (idempotencyKey !== null) store.repeated.set(name, { parameters, answer });
  return answer;
}

function createAsked(store: Store, form: URLSearchParams, place: Place): Answer {
  const url = form.get('url');
  if (url === null) return refuse(400, 'Missing required param: url.', { param: 'url' });
  const events = listIn(form, 'enabled_events');
  if (events.length === 0)
    return refuse(400, 'Missing required param: enabled_events.', { param: 'enabled_events' });
  const fault = addressFault(url, place.mode);
  if (fault !== null) return refuse(400, fault, { code: 'url_invalid', param: 'url' });
  if (endpointsOf(store, place).length >= LIMIT)
    return refuse(400, `You have reached the maximum of ${LIMIT} ${place.mode} webhook endpoints.`);
  const endpoint = createEndpoint(store, {
    ...place,
    url,
    events,
    metadata: fieldsIn(form, 'metadata'),
    description: form.get('description'),
    apiVersion: form.get('api_version'),
  });
  return { json: { ...endpointObject(endpoint), secret: endpoint.secret } };
}

function repeatAnswer({ parameters: before, answer }: Repeated, parameters: string): Answer {
  if (before === parameters) return answer;
  const json = {
    error: {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    },
  };
  return { status: 400, json };
}

function update(endpoint: Endpoint | undefined, id: string, form: URLSearchParams): Answer {
  if (endpoint === undefined) return noSuch(id);
  const events = listIn(form, 'enabled_events');
  if (events.length > 0) endpoint.events = events;
  endpoint.url = form.get('url') ?? endpoint.url;
  endpoint.description = form.get('description') ?? endpoint.description;
  if (form.has('disabled')) endpoint.isEnabled = form.get('disabled') !== 'true';
  return { json: endpointObject(endpoint) };
}

function noSuch(id: string): Answer {
  return refuse(404, `No such webhook endpoint: '${id}'`, {
    code: 'resource_missing',
    param: 'webhook_endpoint',
  });
}

/** Returns why the provider does not deliver to an address, or null if it does. */
function addressFault(address: string, mode: Mode): string | null {
  if (!URL.canParse(address)) return 'Invalid URL: An explicit scheme (such as https) must be provided.';
  const { protocol, hostname } = new URL(address);
  if (mode === 'test') return null;
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
  return protocol !== 'https:' || isLocal ? 'Invalid URL: URL must be publicly accessible.' : null;
}

function endpointObject(one: Endpoint): Json {
  return {
    id: one.id,
    object: 'webhook_endpoint',
    api_version: one.apiVersion,
    application: null,
    created: one.createdSeconds,
    description: one.description,
    enabled_events: [...one.events],
    livemode: one.mode === 'live',
    metadata: one.metadata,
    status: one.isEnabled ? 'enabled' : 'disabled',
    url: one.url,
  };
}

function listIn(form: URLSearchParams, name: string): string[] {
  return [...form].flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [value] : []));
}

/** Returns the fields `name[…]` of a form. Empty ones count as not given. */
export function fieldsIn(form: URLSearchParams, name: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [key, value] of form) {
    const inner = key.startsWith(`${name}[`) ? key.slice(name.length + 1, -1) : '';
    if (inner !== '' && value !== '') fields[inner] = value;
  }
  return fields;
}
