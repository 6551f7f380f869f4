import { EventEmitter } from 'node:events';

/** The last number of each workspace whose events were numbered. */
export type EventHeads = ReadonlyMap<number, number>;

/**
 * What becomes known of events inside this process, so that nobody has to ask the database for it. Nothing depends on
 * hearing it: other processes write and number events, too.
 */
export type EventNews = EventEmitter<{
  /** Events may have been committed that have no number yet. */
  written: [];
  /** Events have been numbered, and are in the feed. */
  numbered: [heads: EventHeads];
  /** Something was queued for a webhook outside of numbering: a test, or what is sent again. */
  queued: [];
}>;

/** News that nobody listens to yet. */
export function createEventNews(): EventNews {
  return new EventEmitter();
}
