import type { FetchedEvent } from './fetched-event.js';

export type Mode = 'live' | 'test';

/** Permission required of an API key, under the provider's name. */
export interface ProviderPermission {
  readonly permission: string;
  /** Label in the provider's form. */
  readonly name: string;
  /** Purpose, in one sentence. */
  readonly why: string;
}

/** Reason why an API key cannot be used. */
export type KeyRefusal =
  | 'key_is_public'
  | 'key_is_secret'
  | 'key_is_client_token'
  | 'key_invalid'
  | 'key_unknown'
  | 'key_expired';

/** Kind of failure at a provider. */
export type ProviderProblem =
  /** No answer, an internal error, or a rate limit. */
  | 'unreachable'
  | 'key_unknown'
  | 'key_expired'
  | 'permission_missing'
  /** The account has the maximum number of endpoints. */
  | 'webhook_limit'
  /** The provider does not accept the address. */
  | 'webhook_address'
  /** The requested object does not exist. */
  | 'gone'
  | 'other';

/** Failure of a request to a provider. The provider's own text is dropped, because it can contain a part of the key. */
export class ProviderError extends Error {
  readonly problem: ProviderProblem;
  /** Missing permission, if the provider names it. */
  readonly permission: string | null;
  /** Account named in the refusal. */
  readonly accountId: string | null;

  constructor(
    problem: ProviderProblem,
    { permission = null, accountId = null }: Partial<Pick<ProviderError, 'permission' | 'accountId'>> = {},
  ) {
    super(`the payment provider answered: ${problem}`);
    this.name = 'ProviderError';
    this.problem = problem;
    this.permission = permission;
    this.accountId = accountId;
  }
}

/** Result of checking an API key. */
export interface KeyCheck {
  /** null if the key may not read its account and the refusal does not name it. */
  readonly accountId: string | null;
  /** Required permissions that the key lacks. */
  readonly missing: readonly string[];
}

/** Request to create an endpoint. Repeated with the same idempotency key, it returns the same endpoint. */
export interface EndpointRequest {
  readonly url: string;
  readonly idempotencyKey: string;
  /** Metadata that identifies this connection's endpoint. */
  readonly mark: EndpointMark;
}

/** Owner of an endpoint. */
export interface EndpointMark {
  /** Id of this installation of the service. */
  readonly instance: string;
  readonly connection: string;
}

/** Endpoint in the provider's list. */
export interface ProviderEndpoint {
  readonly id: string;
  readonly url: string;
  readonly isEnabled: boolean;
  readonly events: readonly string[];
  /** null if this service did not create it. */
  readonly mark: EndpointMark | null;
}

/** Client for the account of a company. All methods reject with `ProviderError`. */
export interface OwnAccount {
  check(): Promise<KeyCheck>;
  createEndpoint(request: EndpointRequest): Promise<{ readonly id: string; readonly secret: string }>;
  listEndpoints(): Promise<readonly ProviderEndpoint[]>;
  /** Enables an endpoint and subscribes it to the required events. */
  enableEndpoint(id: string): Promise<void>;
  deleteEndpoint(id: string): Promise<void>;
  /** Yields pages of the events that the provider still holds, oldest first. */
  eventsSince(sinceMs: number): AsyncIterable<readonly FetchedEvent[]>;
}

/** Connecting accounts of companies by API key. */
export interface ProviderKeys {
  readonly permissions: readonly ProviderPermission[];
  /** Permission to create endpoints, which is optional. */
  readonly webhookPermission: string;
  /** Event types that an endpoint must deliver. */
  readonly events: readonly string[];
  /** Days for which the provider keeps events. */
  readonly holdsEventsDays: number;
  /** Returns the mode of a key, or why it cannot be used. */
  readKey(key: string): { readonly mode: Mode } | { readonly refused: KeyRefusal };
  /** Returns the address of the form that creates a key with these permissions; null if there is none. */
  keyLink(mode: Mode): string | null;
  /** Whether the provider delivers to this address. */
  takesAddress(url: URL, mode: Mode): boolean;
  open(key: string): OwnAccount;
}
