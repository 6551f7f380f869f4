import { ProcessorConnectAnswer } from '@svc/contract';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import type { StartedConnection } from '../../operations/services.js';

export const connectProcessor = defineOperation({
  name: 'connectProcessor',
  route: 'POST /api/workspaces/:workspaceId/processor/connect',
  permission: 'program:write',
  needsSession: true,
  summary:
    'Start to connect an account of the card processor, in place of the one that is connected: gives the page to send ' +
    'the person to, who has to return from it in the same browser session',
  output: ProcessorConnectAnswer,
  errors: ['processor_credentials_missing'],
  audit: 'processor.connect',
  async run({ client, services: { connector }, scope, session }) {
    if (!connector.canConnect) throw new RefusedError('processor_credentials_missing');
    if (session === null) throw new RefusedError('authentication_required');
    const { id: userId, email } = session.user;
    const starter = { kind: 'session' as const, sessionId: session.id, userId, email };
    return connector.start(client, scope.workspaceId, starter);
  },
  answerWithoutAfter: describeStarted,
  after: async (_call, started) => describeStarted(started),
});

function describeStarted({ authorizeUrl, expiresAtMs }: StartedConnection) {
  return { authorize_url: authorizeUrl, expires_at: new Date(expiresAtMs).toISOString() };
}
