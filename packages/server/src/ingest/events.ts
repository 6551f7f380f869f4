import type { NewEvent } from '@svc/core';
import { describeTable } from './table.js';

const EVENTS = describeTable<NewEvent>('events', {
  workspaceId: 'bigint',
  programId: 'bigint',
  type: 'text',
  testMode: 'boolean',
  objectId: 'bigint',
  objectKey: 'text',
});

/** Writes the events of a batch; they are numbered after the commit. */
export const insertEvents = EVENTS.insert;
