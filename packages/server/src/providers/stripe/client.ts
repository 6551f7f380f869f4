import type { Stripe } from 'stripe';

/** Credentials and addresses of Stripe, as the configuration has them. */
/** What Connect OAuth asks for. Stripe has closed `read_only` to platforms that are new. */
export type ConnectScope = 'read_write' | 'read_only';

export interface ClientSettings {
  readonly secretKey: string | null;
  readonly clientId: string | null;
  readonly apiBase: string | null;
  readonly connectBase: string | null;
  /** Left out: `read_write`. */
  readonly connectScope?: ConnectScope;
}

const TIMEOUT_MS = 10_000;

/** Gives Stripe's client, always the same one. It is loaded on first use: most services that start never need it. */
export type StripeClient = () => Promise<Stripe>;

/**
 * Stripe's own client, with the key of the platform, for its API or for its connect pages, which may each live at another address (a
 * local stand-in). null: there is no platform key.
 */
export function createClient(settings: ClientSettings, at: 'api' | 'connect'): StripeClient | null {
  const { secretKey } = settings;
  const base = at === 'api' ? settings.apiBase : settings.connectBase;
  return secretKey === null ? null : clientOf(secretKey, base);
}

/** Stripe's own client with a key, at another address than Stripe's where one is given. */
export function clientOf(key: string, base: string | null): StripeClient {
  let client: Stripe | undefined;
  return async () => {
    const { Stripe } = await import('stripe');
    client ??= new Stripe(key, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(base !== null && addressOf(base)),
    });
    return client;
  };
}

function addressOf(base: string) {
  const { protocol, hostname, port } = new URL(base);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? '80' : '443') } as const;
}
