import { PaymentConnection } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';

export const readPaymentConnection = defineRead({
  name: 'readPaymentConnection',
  route: 'GET /api/workspaces/:workspaceId/payment-connections/:id',
  permission: 'program:read',
  summary: 'A connection to a payment provider, with what keeps it from working',
  output: PaymentConnection,
  async run({ scope, services, id }) {
    const connection = await services.connections.read(scope.workspaceId, id());
    if (connection === null) throw new RefusedError('not_found');
    return connection;
  },
});
