import { ProcessorEventItem, ReplayInput } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findProcessorEvent } from '../../payments/load-processor-events.js';

export const replayProcessorEvent = defineOperation({
  name: 'replayProcessorEvent',
  route: 'POST /api/workspaces/:workspaceId/processor-events/:id/replay',
  permission: 'program:write',
  summary: 'Process an event again that failed or was ignored',
  input: ReplayInput,
  output: ProcessorEventItem,
  errors: ['event_not_replayable'],
  audit: 'processor_event.replay',
  async run({ client, scope, text }) {
    const before = await findProcessorEvent(client, scope.workspaceId, text('id'));
    if (before === null) throw new RefusedError('not_found');
    if (before.status !== 'failed' && before.status !== 'ignored') {
      throw new RefusedError('event_not_replayable');
    }
    return changed(before, { on: 'processor_event', id: before.id, before, after: null });
  },
  async after({ pool, services, scope, input }, { id }) {
    // If another worker has leased it since, it is processed all the same.
    await services.processor.replay(scope.workspaceId, id);
    return findProcessorEvent(pool, scope.workspaceId, id, input.language);
  },
});
