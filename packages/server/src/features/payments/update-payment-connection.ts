import { PaymentConnection, PaymentConnectionUpdate } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { KEY_ERRORS } from './create-payment-connection.js';

export const updatePaymentConnection = defineOperation({
  name: 'updatePaymentConnection',
  route: 'PATCH /api/workspaces/:workspaceId/payment-connections/:id',
  permission: 'program:write',
  summary: 'Change a connection to a payment provider, or replace its key or its signing secret',
  input: PaymentConnectionUpdate,
  output: PaymentConnection,
  errors: [
    'account_connected',
    'api_key_other_account',
    'api_key_other_mode',
    'field_invalid',
    ...KEY_ERRORS,
  ],
  audit: 'payment_connection.update',
  async prepare({ input, services, scope, id }) {
    const connection = await services.connections.read(scope.workspaceId, id());
    if (connection === null) throw new RefusedError('not_found');
    if (input.api_key === undefined) return null;
    if (connection.kind === 'connect') throw new RefusedError('field_invalid', 'api_key');
    return services.connections.checkAgain(connection.provider, input.api_key.trim());
  },
  run: ({ client, scope, input, services, id, prepared }) =>
    services.connections.update(client, scope.workspaceId, id(), input, prepared),
  answerWithoutAfter: (connection) => connection,
  after: ({ services, scope }, { id }) => services.connections.repair(scope.workspaceId, id),
});
