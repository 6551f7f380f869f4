import { PaymentConnection, PaymentConnectionCreate } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';

/** Everything that can be wrong with a key. */
export const KEY_ERRORS = [
  'api_key_public',
  'api_key_secret',
  'api_key_client_token',
  'api_key_revoked',
  'api_key_expired',
  'api_key_invalid',
  'api_key_permissions',
  'provider_silent',
] as const;

export const createPaymentConnection = defineOperation({
  name: 'createPaymentConnection',
  route: 'POST /api/workspaces/:workspaceId/payment-connections',
  permission: 'program:write',
  summary: 'Connect an account at a payment provider by a restricted key',
  input: PaymentConnectionCreate,
  output: PaymentConnection,
  errors: ['account_connected', 'field_invalid', ...KEY_ERRORS],
  audit: 'payment_connection.create',
  prepare: ({ input, services }) => services.connections.check(input.provider, input.api_key.trim()),
  run: ({ client, scope, input, services, prepared }) =>
    services.connections.insert(
      client,
      scope.workspaceId,
      { ...input, api_key: input.api_key.trim() },
      prepared,
    ),
  answerWithoutAfter: (connection) => connection,
  // The endpoint is made once the connection is written down; a process that ends meanwhile leaves that to another.
  after: ({ services, scope }, { id }) =>
    services.connections.repair(scope.workspaceId, id, { isChecked: true }),
});
