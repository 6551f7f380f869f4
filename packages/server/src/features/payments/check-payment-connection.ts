import { PaymentConnection } from '@svc/contract';
import { unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';

export const checkPaymentConnection = defineOperation({
  name: 'checkPaymentConnection',
  route: 'POST /api/workspaces/:workspaceId/payment-connections/:id/check',
  permission: 'program:write',
  summary: 'Ask the payment provider how a connection stands, and repair what can be repaired',
  output: PaymentConnection,
  audit: 'payment_connection.check',
  prepare: ({ services, scope, id }) => services.connections.repair(scope.workspaceId, id()),
  run: async ({ prepared }) => unchanged(prepared),
});
