import { messages } from '../language/messages.js';

/** Texts of the list of events. */
export const texts = messages('activity', {
  refunds: 'Refunds',
  transaction: 'Transaction',
  clicksLeadsSalesAndRefunds:
    'Clicks, leads, sales and refunds as they are recorded. This page updates automatically.',
  resume: 'Resume',
  pause: 'Pause',
  eventType: 'Event type',
  setUpTheIntegration: 'Set up the integration or send a test event to see it here.',
  setUpIntegration: 'Set up integration',
  testEventsAndBotClicks: 'Test events and bot clicks are excluded from totals.',
  noNewEventsYet: 'no new events yet',
  newEventCount: '{count, plural, one {# new event} other {# new events}}',
  paused: 'Paused',
  live: 'Live, {news}',
});
