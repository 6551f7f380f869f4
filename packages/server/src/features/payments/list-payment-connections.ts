import { PaymentConnectionList } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';

export const listPaymentConnections = defineRead({
  name: 'listPaymentConnections',
  route: 'GET /api/workspaces/:workspaceId/payment-connections',
  permission: 'program:read',
  summary: 'The connections to payment providers',
  output: PaymentConnectionList,
  run: async ({ scope, services }) => ({
    data: await services.connections.list(scope.workspaceId),
    next_cursor: null,
  }),
});
