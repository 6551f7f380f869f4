import { ApiKeyItem } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { lockApiKey } from './api-key-item.js';
import { expireApiKey } from './expire-api-key.js';

/** Revokes a key at once; other processes may honour it for five seconds more. */
export const revokeApiKey = defineOperation({
  name: 'revokeApiKey',
  route: 'DELETE /api/programs/:programId/keys/:id',
  permission: 'api_key:write',
  summary: 'Revoke an API key',
  output: ApiKeyItem,
  errors: ['key_expired'],
  audit: 'key.revoke',
  async run({ client, scope, id }) {
    const before = await lockApiKey(client, scope.programId, id());
    const after = await expireApiKey(client, before.id, 0);
    return changed(after, { on: 'api_key', id: before.id, before, after });
  },
  after: forgetConfiguration,
});
