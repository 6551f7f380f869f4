import { TestEventAnswer, TestEventRequest } from '@svc/contract';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findTestLink } from './find-test-link.js';
import { describeTestEvents, newTestIds, submitTestEvents } from './submit-test-events.js';

/** Test events without a terminal, for someone who sets up an integration. */
export const sendTestEvents = defineOperation({
  name: 'sendTestEvents',
  route: 'POST /api/programs/:programId/test-events',
  permission: 'link:write',
  summary: 'Send a test click, lead or sale, with those that it needs before it',
  input: TestEventRequest,
  output: TestEventAnswer,
  errors: ['link_missing'],
  audit: 'test_event.send',
  async run({ client, scope: { programId }, input: { type: last }, nowMs }) {
    const link = await findTestLink(client, programId);
    if (link === null) throw new RefusedError('link_missing');
    const events = { last, link, ...newTestIds(nowMs) };
    return changed(events, { on: 'program', id: programId, before: null, after: { type: last } });
  },
  answerWithoutAfter: describeTestEvents,
  after: ({ services, scope: { workspaceId, programId } }, events) =>
    submitTestEvents(services.tracking, { workspaceId, programId, ...events }),
});
