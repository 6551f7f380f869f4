import { ProcessorEventPage, ProcessorEventQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadProcessorEvents, PROCESSOR_EVENT_SORTS } from '../../payments/load-processor-events.js';

export const listProcessorEvents = defineList({
  name: 'listProcessorEvents',
  route: 'GET /api/workspaces/:workspaceId/processor-events',
  permission: 'report:read',
  summary: 'Events of the card processor, with what came of each and why',
  input: ProcessorEventQuery,
  output: ProcessorEventPage,
  sorts: PROCESSOR_EVENT_SORTS,
  search: 'id, type, reason (of the newest 5,000 events)',
  run: ({ pool, scope, input }, page) =>
    loadProcessorEvents(pool, scope.workspaceId, input.status ?? null, page),
});
