import type { ClientBase } from 'pg';
import type { Change } from '../audit/change.js';
import { lockApiKey } from './api-key-item.js';
import { createApiKey, type MadeApiKey } from './create-api-key.js';
import { expireApiKey } from './revoke-api-key.js';

/** Makes a key of the same name and lets the old one go on for `graceHours`, so that nothing stops in between. */
export async function rotateApiKey(
  client: ClientBase,
  of: { readonly programId: number; readonly keyId: number; readonly graceHours: number },
): Promise<Change<MadeApiKey>> {
  const before = await lockApiKey(client, of.programId, of.keyId);
  const after = await expireApiKey(client, of.keyId, of.graceHours);
  const made = await createApiKey(client, of.programId, before.name);
  return {
    answer: made,
    entries: [
      { on: 'api_key', id: before.id, before, after },
      { on: 'api_key', id: made.key.id, before: null, after: made.key },
    ],
  };
}
