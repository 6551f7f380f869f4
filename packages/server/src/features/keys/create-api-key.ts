import { ApiKeyCreate, ApiKeyMade } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { insertApiKey } from './insert-api-key.js';

export const createApiKey = defineOperation({
  name: 'createApiKey',
  route: 'POST /api/programs/:programId/keys',
  permission: 'api_key:write',
  summary: 'Create an API key, which is shown only in this answer',
  input: ApiKeyCreate,
  output: ApiKeyMade,
  audit: 'key.create',
  run: ({ client, scope, input: { name } }) => insertApiKey(client, scope.programId, { name }),
});
