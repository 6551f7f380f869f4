import { TestEventAnswer, TestEventRequest } from '@svc/contract';
import { changed } from '../../operations/audit/change.js';
import { findTestLink } from '../../operations/find-test-link.js';
import { sendTestEvents } from '../../operations/send-test-events.js';
import { newClickNumber } from '../browser/click-numbers.js';
import { RefusedError } from '../errors.js';
import { type ManagedRoute, write } from './routes.js';

/** Test events without a terminal, for whoever sets up an integration. */
export const TEST_EVENT_ROUTES: readonly ManagedRoute[] = [
  write({
    method: 'POST',
    url: '/api/programs/:programId/test-events',
    permission: 'link:write',
    action: 'test_event.send',
    summary: 'Send a test click, lead or sale, with those that it needs before it',
    body: TestEventRequest,
    answer: TestEventAnswer,
    errors: ['link_missing'],
    change: async (client, call) => {
      const link = await findTestLink(client, call.programId);
      if (link === null) throw new RefusedError('link_missing');
      const { type } = call.body;
      return changed(link, { on: 'program', id: call.programId, before: null, after: { type } });
    },
    after: async ({ context, workspaceId, programId, body, nowMs }, link) =>
      sendTestEvents(context.tracking, {
        last: body.type,
        workspaceId,
        programId,
        link,
        clickKey: { number: newClickNumber(), clickedMs: nowMs },
      }),
  }),
];
