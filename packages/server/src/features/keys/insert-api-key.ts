import { createHash, randomBytes } from 'node:crypto';
import type { ApiKeyItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed } from '../../operations/change.js';
import { parseValue } from '../../operations/parse-value.js';
import { nameType } from '../../operations/value-types.js';
import { type ApiKeyRow, apiKeyFromRow } from './api-key-item.js';

/** A new key, shown this once, and what is stored of it. */
export interface MadeApiKey {
  readonly api_key: string;
  readonly key: ApiKeyItem;
}

/** What is stored of a key. */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex');
}

/** A key of the service's own making: 24 random bytes. */
function generateApiKey(): string {
  return `svc_live_${randomBytes(24).toString('base64url')}`;
}

/** Stores a key of a program; one that is not given is generated. Only its SHA-256 is stored. Contract section 5. */
export async function insertApiKey(
  client: ClientBase,
  programId: number,
  { name, apiKey = generateApiKey() }: { readonly name: string; readonly apiKey?: string },
): Promise<Change<MadeApiKey>> {
  const { rows } = await client.query<ApiKeyRow>(
    'insert into api_keys (program_id, key_hash, hint, name) values ($1, $2, $3, $4) returning *',
    [programId, hashApiKey(apiKey), apiKey.slice(-4), parseValue(nameType, name, 'name')],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the key was not written');
  const key = apiKeyFromRow(row);
  return changed({ api_key: apiKey, key }, { on: 'api_key', id: key.id, before: null, after: key });
}
