import { ProcessorConnectionAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { readConnection } from '../../payments/read-connection.js';

export const readProcessorConnection = defineRead({
  name: 'readProcessorConnection',
  route: 'GET /api/workspaces/:workspaceId/processor',
  permission: 'program:read',
  summary: 'The connection with an account of the card processor',
  output: ProcessorConnectionAnswer,
  run: async ({ pool, scope, services }) => ({
    ...(await readConnection(pool, scope.workspaceId)),
    can_connect: services.connector.canConnect,
    takes_events: services.settings.takesProcessorEvents,
  }),
});
