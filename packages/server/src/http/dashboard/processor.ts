import {
  DisconnectAnswer,
  ProcessorCoverageAnswer,
  ProcessorEventItem,
  responsesOf,
  WorkspaceItemParams,
  WorkspaceParams,
} from '@svc/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readProcessorEvent } from '../../operations/processor/list-processor-events.js';
import { readCoverage } from '../../operations/processor/read-coverage.js';
import { RefusedError, sendError } from '../errors.js';
import { type DashboardContext, idFrom } from './access.js';

const described = { tags: ['dashboard'], security: [{ session: [] }] };

/** What people read and do about the card processor, beside the list of its events. Contract sections 4 and 5. */
export function registerProcessor(
  app: FastifyInstance,
  { database, processor, connector }: DashboardContext,
): void {
  app.get('/api/workspaces/:workspaceId/processor-coverage', {
    config: { permission: 'report:read' },
    schema: {
      ...described,
      summary: 'How much of what was paid at the card processor carried the metadata to credit it',
      params: WorkspaceParams,
      response: responsesOf(ProcessorCoverageAnswer, ['authentication_required', 'not_found']),
    },
    handler: (request): Promise<ProcessorCoverageAnswer> => readCoverage(database.pool, workspaceOf(request)),
  });
  app.post('/api/workspaces/:workspaceId/processor-events/:id/replay', {
    config: { permission: 'program:write' },
    schema: {
      ...described,
      summary: 'Work off an event again that failed or was ignored',
      params: WorkspaceItemParams,
      response: responsesOf(ProcessorEventItem, [
        'event_not_replayable',
        'authentication_required',
        'not_found',
      ]),
    },
    handler: async (request, reply): Promise<ProcessorEventItem | typeof reply> => {
      const workspaceId = workspaceOf(request);
      const { id } = request.params as WorkspaceItemParams;
      const isReplayed = await processor.replay(workspaceId, id);
      const event = await readProcessorEvent(database.pool, workspaceId, id);
      if (event === null) throw new RefusedError('not_found');
      return isReplayed ? event : sendError(reply, 'event_not_replayable');
    },
  });
  app.post('/api/workspaces/:workspaceId/processor/disconnect', {
    config: { permission: 'program:write' },
    schema: {
      ...described,
      summary: 'Disconnect the account of the card processor; what was recorded stays',
      params: WorkspaceParams,
      response: responsesOf(DisconnectAnswer, ['authentication_required', 'not_found']),
    },
    handler: async (request) => ({ disconnected: await connector.disconnect(workspaceOf(request)) }),
  });
}

function workspaceOf(request: FastifyRequest): number {
  return idFrom((request.params as WorkspaceParams).workspaceId) ?? 0;
}
