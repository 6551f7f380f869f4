import { DisconnectAnswer } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { disconnectWorkspace } from '../../payments/update-connection.js';

export const disconnectProcessor = defineOperation({
  name: 'disconnectProcessor',
  route: 'POST /api/workspaces/:workspaceId/processor/disconnect',
  permission: 'program:write',
  summary: 'Disconnect the account of the card processor; what was recorded stays',
  output: DisconnectAnswer,
  audit: 'processor.disconnect',
  run: ({ client, scope, nowMs }) => disconnectWorkspace(client, scope.workspaceId, nowMs),
  answerWithoutAfter: (ended) => ({ disconnected: ended !== null }),
  async after({ services }, ended) {
    if (ended !== null) await services.connector.deauthorize(ended);
    return { disconnected: ended !== null };
  },
});
