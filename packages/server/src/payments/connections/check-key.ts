import type { ErrorCode } from '@svc/contract';
import { RefusedError } from '../../operations/refused-error.js';
import {
  type KeyCheck,
  type KeyRefusal,
  type Mode,
  type OwnAccount,
  ProviderError,
  type ProviderKeys,
} from '../own-accounts.js';
import type { Providers } from '../provider.js';

const REFUSALS: Readonly<Record<KeyRefusal, ErrorCode>> = {
  key_is_public: 'api_key_public',
  key_is_secret: 'api_key_secret',
  key_is_client_token: 'api_key_client_token',
  key_invalid: 'api_key_invalid',
  key_unknown: 'api_key_revoked',
  key_expired: 'api_key_expired',
};

/** A key that its provider has answered. */
export interface CheckedKey {
  readonly mode: Mode;
  readonly account: OwnAccount;
  readonly keys: ProviderKeys;
  readonly accountId: string | null;
  /** Whether the key may make endpoints; every other permission it has. */
  readonly makesEndpoints: boolean;
}

/** How accounts of a provider are connected by key. Throws `RefusedError` where it has no such way. */
export function keysOf(providers: Providers, provider: string): ProviderKeys {
  const keys = providers.get(provider)?.keys ?? null;
  if (keys === null) throw new RefusedError('field_invalid', 'provider');
  return keys;
}

/**
 * Asks the provider what a key can do. Throws `RefusedError`: what is wrong with the key, which permissions it lacks, or that the
 * provider did not answer.
 */
export async function checkKey(keys: ProviderKeys, key: string): Promise<CheckedKey> {
  const read = keys.readKey(key);
  if ('refused' in read) throw new RefusedError(REFUSALS[read.refused]);
  const account = keys.open(key);
  const { accountId, missing } = await refusing(() => account.check());
  const needed = missing.filter((permission) => permission !== keys.webhookPermission);
  if (needed.length > 0) {
    const named = keys.permissions.filter(({ permission }) => needed.includes(permission));
    const missing_permissions = named.map(({ permission, name }) => ({ permission, name }));
    throw new RefusedError('api_key_permissions', { fields: { missing_permissions } });
  }
  return { mode: read.mode, account, keys, accountId, makesEndpoints: missing.length === 0 };
}

async function refusing(ask: () => Promise<KeyCheck>): Promise<KeyCheck> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.problem === 'key_unknown' || error.problem === 'key_expired')
      throw new RefusedError(REFUSALS[error.problem]);
    throw new RefusedError('provider_silent');
  }
}
