import { createHash, randomBytes } from 'node:crypto';
import type { ApiKeyItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { demand } from '../demand.js';
import { nameType } from '../provision/values.js';
import { type ApiKeyRow, apiKeyFromRow } from './api-key-item.js';

/** A new key, told this once, and what is kept of it. */
export interface MadeApiKey {
  readonly api_key: string;
  readonly key: ApiKeyItem;
}

/** A key of the service's own making: 24 random bytes. */
export function generateApiToken(): string {
  return `svc_live_${randomBytes(24).toString('base64url')}`;
}

/** Makes a key of a program. Only its SHA-256 is stored. Contract section 5. */
export async function createApiKey(client: ClientBase, programId: number, name: string): Promise<MadeApiKey> {
  const apiKey = generateApiToken();
  const { rows } = await client.query<ApiKeyRow>(
    'insert into api_keys (program_id, key_hash, hint, name) values ($1, $2, $3, $4) returning *',
    [
      programId,
      createHash('sha256').update(apiKey).digest('hex'),
      apiKey.slice(-4),
      demand(nameType, name, 'name'),
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the key was not written');
  return { api_key: apiKey, key: apiKeyFromRow(row) };
}
