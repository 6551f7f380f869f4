import { messages } from '../language/messages.js';

/** Texts of the event feed. */
export const texts = messages('event-feed', {
  eventFeed: 'Event feed',
  eventFeedText: 'What webhooks and other programs receive, newest first. Clicks are not events.',
  json: 'Event as JSON',
  noEventsText: 'Leads, sales, commissions, payouts and claims appear here as they happen.',
  noEventsYet: 'No events yet',
  thisEventDoesNotExist: 'This event does not exist',
  noMatchingEvents: 'No matching events so far',
  noMatchingText: 'None of the newest events matches. Older ones may.',
  number: 'Number',
  sample: 'Sample',
  test: 'Test',
  type: 'Type',
  workspace: 'Workspace',
  eventNumber: 'Event number',
  lookFurtherBack: 'Look further back',
});
