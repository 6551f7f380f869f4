import { PaymentConnectionRemoved } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { disconnectWorkspace } from '../../payments/update-connection.js';

export const removePaymentConnection = defineOperation({
  name: 'removePaymentConnection',
  route: 'DELETE /api/workspaces/:workspaceId/payment-connections/:id',
  permission: 'program:write',
  summary:
    'Disconnect an account at a payment provider: its endpoint and its key go, what was recorded stays',
  output: PaymentConnectionRemoved,
  audit: 'payment_connection.remove',
  async prepare({ services, scope, id }) {
    const connection = await services.connections.read(scope.workspaceId, id());
    if (connection === null) throw new RefusedError('not_found');
    // An account that is connected through the platform has no endpoint of its own.
    const isPlatform = connection.kind === 'connect';
    const notRemoved = isPlatform ? [] : await services.connections.removeEndpoints(scope.workspaceId, id());
    return { isPlatform, notRemoved };
  },
  async run({ client, scope, services, id, nowMs, prepared: { isPlatform, notRemoved } }) {
    const { workspaceId } = scope;
    if (isPlatform) {
      const { answer: ended, entries } = await disconnectWorkspace(client, workspaceId, nowMs);
      return { answer: { ended, notRemoved }, entries };
    }
    const { entries } = await services.connections.forget(client, workspaceId, id());
    return { answer: { ended: null, notRemoved }, entries };
  },
  answerWithoutAfter: ({ notRemoved }) => ({ deleted: true as const, not_removed: notRemoved }),
  async after({ services }, { ended, notRemoved }) {
    if (ended !== null) await services.connector.deauthorize(ended);
    return { deleted: true as const, not_removed: notRemoved };
  },
});
