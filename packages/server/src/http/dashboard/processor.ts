import {
  DisconnectAnswer,
  ProcessorConnectAnswer,
  ProcessorConnectionAnswer,
  ProcessorCoverageAnswer,
  ProcessorEventItem,
  ProcessorEventPage,
  ProcessorEventQuery,
} from '@svc/contract';
import { changed } from '../../operations/audit/change.js';
import { listProcessorEvents, readProcessorEvent } from '../../operations/processor/list-processor-events.js';
import { readConnection } from '../../operations/processor/read-connection.js';
import { readCoverage } from '../../operations/processor/read-coverage.js';
import { disconnectWorkspace } from '../../operations/processor/update-connection.js';
import { RefusedError } from '../errors.js';
import { sessionIdOf, userOf } from './access.js';
import { list, type ManagedRoute, read, write } from './routes.js';

const WORKSPACE = '/api/workspaces/:workspaceId';

/**
 * What people read and do about the card processor. Contract sections 4, 5 and 7.2.
 */
export const PROCESSOR_ROUTES: readonly ManagedRoute[] = [
  list({
    name: 'processor-events',
    url: `${WORKSPACE}/processor-events`,
    permission: 'report:read',
    summary: 'Events of the card processor, with what came of each and why',
    query: ProcessorEventQuery,
    answer: ProcessorEventPage,
    positionLength: 1,
    list: (call, page) => listProcessorEvents(call.pool, call.workspaceId, call.query.status ?? null, page),
  }),
  read({
    url: `${WORKSPACE}/processor-coverage`,
    permission: 'report:read',
    summary: 'How much of what was paid at the card processor carried the metadata to credit it',
    answer: ProcessorCoverageAnswer,
    read: (call) => readCoverage(call.pool, call.workspaceId),
  }),
  write({
    method: 'POST',
    url: `${WORKSPACE}/processor-events/:id/replay`,
    permission: 'program:write',
    action: 'processor_event.replay',
    summary: 'Work off an event again that failed or was ignored',
    answer: ProcessorEventItem,
    errors: ['event_not_replayable'],
    change: async (client, call) => {
      const before = await readProcessorEvent(client, call.workspaceId, call.text('id'));
      if (before === null) throw new RefusedError('not_found');
      if (before.status !== 'failed' && before.status !== 'ignored') {
        throw new RefusedError('event_not_replayable');
      }
      return changed(before, { on: 'processor_event', id: before.id, before, after: null });
    },
    after: async (call, { id }) => {
      // Where somebody else has taken it since, what was asked for happens all the same.
      await call.context.processor.replay(call.workspaceId, id);
      return readProcessorEvent(call.pool, call.workspaceId, id);
    },
  }),
  read({
    url: `${WORKSPACE}/processor`,
    permission: 'program:read',
    summary: 'The connection with an account of the card processor',
    answer: ProcessorConnectionAnswer,
    read: async ({ pool, workspaceId, context }) => ({
      ...(await readConnection(pool, workspaceId)),
      can_connect: context.connector.canConnect,
      takes_events: context.settings.processor.webhookSecrets.length > 0,
    }),
  }),
  write({
    method: 'POST',
    url: `${WORKSPACE}/processor/connect`,
    permission: 'program:write',
    action: 'processor.connect',
    summary:
      'Start to connect an account of the card processor, in place of the one that is connected: gives the page to send ' +
      'the person to, who has to return from it in the same browser session',
    answer: ProcessorConnectAnswer,
    errors: ['processor_credentials_missing'],
    change: async (client, call) => {
      const { connector } = call.context;
      if (!connector.canConnect) throw new RefusedError('processor_credentials_missing');
      const { id: userId, email } = userOf(call.request);
      const sessionId = sessionIdOf(call.request);
      return connector.start(client, call.workspaceId, { kind: 'session', sessionId, userId, email });
    },
    after: async (_call, { authorizeUrl, expiresAtMs }) => ({
      authorize_url: authorizeUrl,
      expires_at: new Date(expiresAtMs).toISOString(),
    }),
  }),
  write({
    method: 'POST',
    url: `${WORKSPACE}/processor/disconnect`,
    permission: 'program:write',
    action: 'processor.disconnect',
    summary: 'Disconnect the account of the card processor; what was recorded stays',
    answer: DisconnectAnswer,
    change: (client, call) => disconnectWorkspace(client, call.workspaceId, call.nowMs),
    after: async (call, ended) => {
      const accountId = ended?.accountId ?? null;
      if (accountId !== null) await call.context.connector.deauthorize(accountId);
      return { disconnected: accountId !== null };
    },
  }),
];
