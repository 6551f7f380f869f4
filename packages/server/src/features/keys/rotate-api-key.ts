import { ApiKeyMade, ApiKeyRotate } from '@svc/contract';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { lockApiKey } from './api-key-item.js';
import { expireApiKey } from './expire-api-key.js';
import { insertApiKey } from './insert-api-key.js';

const DEFAULT_GRACE_HOURS = 24;

/** Creates a key of the same name and lets the old one go on for a while, so that nothing stops in between. */
export const rotateApiKey = defineOperation({
  name: 'rotateApiKey',
  route: 'POST /api/programs/:programId/keys/:id/rotate',
  permission: 'api_key:write',
  summary: 'Create a key in place of another, which goes on for a while',
  input: ApiKeyRotate,
  output: ApiKeyMade,
  errors: ['key_expired'],
  audit: 'key.rotate',
  async run({ client, scope: { programId }, input, id }) {
    const before = await lockApiKey(client, programId, id());
    const after = await expireApiKey(client, before.id, input.grace_hours ?? DEFAULT_GRACE_HOURS);
    const { answer, entries } = await insertApiKey(client, programId, { name: before.name });
    return { answer, entries: [{ on: 'api_key', id: before.id, before, after }, ...entries] };
  },
  after: forgetConfiguration,
});
