import type { Operation } from '../../operations/operation.js';
import { readEventFeed } from './read-event-feed.js';
import { triggerEvent } from './trigger-event.js';

/** What can be asked of events. */
export const EVENTS: readonly Operation[] = [readEventFeed, triggerEvent];
