import { PaymentConnectionRemoved } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';

export const removePaymentConnection = defineOperation({
  name: 'removePaymentConnection',
  route: 'DELETE /api/workspaces/:workspaceId/payment-connections/:id',
  permission: 'program:write',
  summary:
    'Disconnect an account at a payment provider: its endpoint and its key go, what was recorded stays',
  output: PaymentConnectionRemoved,
  audit: 'payment_connection.remove',
  prepare: ({ services, scope, id }) => services.connections.removeEndpoints(scope.workspaceId, id()),
  async run({ client, scope, services, id, prepared }) {
    const { entries } = await services.connections.forget(client, scope.workspaceId, id());
    const answer = { deleted: true as const, not_removed: [...prepared] };
    const [entry] = entries;
    return entry === undefined ? { answer, entries } : changed(answer, entry);
  },
});
