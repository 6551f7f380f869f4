import { ProcessorEventPage, ProcessorEventQuery } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadProcessorEvents, PROCESSOR_EVENT_SORTS } from '../../payments/load-processor-events.js';

export const listProcessorEvents = defineList({
  name: 'listProcessorEvents',
  route: 'GET /api/workspaces/:workspaceId/processor-events',
  permission: 'report:read',
  summary: 'Events of the payment providers, with the result of each and its reason',
  input: ProcessorEventQuery,
  output: ProcessorEventPage,
  sorts: PROCESSOR_EVENT_SORTS,
  search: 'id, type, reason (of the newest 5,000 events)',
  run: ({ pool, scope, input }, page) =>
    loadProcessorEvents(
      pool,
      { workspaceId: scope.workspaceId, status: input.status ?? null, language: input.language },
      page,
    ),
});
