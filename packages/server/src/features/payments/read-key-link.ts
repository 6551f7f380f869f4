import { KeyLinkAnswer, KeyLinkQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';

export const readKeyLink = defineRead({
  name: 'readKeyLink',
  route: 'GET /api/workspaces/:workspaceId/payment-connections/key-link',
  permission: 'program:write',
  summary: 'The page of a payment provider that makes a key with the permissions that a connection needs',
  input: KeyLinkQuery,
  output: KeyLinkAnswer,
  run: async ({ input: { provider = 'stripe', mode = 'live' }, services }) =>
    services.connections.keyLink(provider, mode),
});
