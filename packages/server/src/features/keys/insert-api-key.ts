import type { ApiKeyItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { generateKey, hashKey, hintOf } from '../../crypto/generate-key.js';
import { type Change, changed } from '../../operations/change.js';
import { parseValue } from '../../operations/parse-value.js';
import { nameType } from '../../operations/value-types.js';
import { type ApiKeyRow, apiKeyFromRow } from './api-key-item.js';

/** A new key, shown this once, and what is stored of it. */
export interface MadeApiKey {
  readonly api_key: string;
  readonly key: ApiKeyItem;
}

/** Stores a key of a program; one that is not given is generated. Only its SHA-256 is stored. Contract section 5. */
export async function insertApiKey(
  client: ClientBase,
  programId: number,
  { name, apiKey = generateKey('svc_live_') }: { readonly name: string; readonly apiKey?: string },
): Promise<Change<MadeApiKey>> {
  const { rows } = await client.query<ApiKeyRow>(
    'insert into api_keys (program_id, key_hash, hint, name) values ($1, $2, $3, $4) returning *',
    [programId, hashKey(apiKey), hintOf(apiKey), parseValue(nameType, name, 'name')],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the key was not written');
  const key = apiKeyFromRow(row);
  return changed({ api_key: apiKey, key }, { on: 'api_key', id: key.id, before: null, after: key });
}
