import { ProcessorEventPage, ProcessorEventQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadProcessorEvents } from '../../payments/load-processor-events.js';

export const listProcessorEvents = defineList({
  name: 'listProcessorEvents',
  route: 'GET /api/workspaces/:workspaceId/processor-events',
  permission: 'report:read',
  summary: 'Events of the card processor, with what came of each and why',
  input: ProcessorEventQuery,
  output: ProcessorEventPage,
  positionLength: 1,
  run: ({ pool, scope, input }, page) =>
    loadProcessorEvents(pool, scope.workspaceId, input.status ?? null, page),
});
