import { createHash, randomBytes } from 'node:crypto';
import { ApiKeyCreate, type ApiKeyItem, ApiKeyMade } from '@svc/contract';
import type { ClientBase } from 'pg';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { nameType } from '../../operations/value-types.js';
import { type ApiKeyRow, apiKeyFromRow } from './api-key-item.js';

/** A new key, shown this once, and what is stored of it. */
export interface MadeApiKey {
  readonly api_key: string;
  readonly key: ApiKeyItem;
}

/** A key of the service's own making: 24 random bytes. */
export function generateApiToken(): string {
  return `svc_live_${randomBytes(24).toString('base64url')}`;
}

/** Stores a new key of a program. Only its SHA-256 is stored. Contract section 5. */
export async function insertApiKey(client: ClientBase, programId: number, name: string): Promise<MadeApiKey> {
  const apiKey = generateApiToken();
  const { rows } = await client.query<ApiKeyRow>(
    'insert into api_keys (program_id, key_hash, hint, name) values ($1, $2, $3, $4) returning *',
    [
      programId,
      createHash('sha256').update(apiKey).digest('hex'),
      apiKey.slice(-4),
      parseValue(nameType, name, 'name'),
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the key was not written');
  return { api_key: apiKey, key: apiKeyFromRow(row) };
}

export const createApiKey = defineOperation({
  name: 'createApiKey',
  route: 'POST /api/programs/:programId/keys',
  permission: 'key:write',
  summary: 'Create an API key, which is shown only in this answer',
  input: ApiKeyCreate,
  output: ApiKeyMade,
  audit: 'key.create',
  async run({ client, scope, input }) {
    const made = await insertApiKey(client, scope.programId, input.name);
    return changed(made, { on: 'api_key', id: made.key.id, before: null, after: made.key });
  },
});
