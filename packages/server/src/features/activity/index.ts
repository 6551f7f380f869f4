import type { Operation } from '../../operations/operation.js';
import { listEvents } from './list-events.js';

/** What can be asked of activity. */
export const ACTIVITY: readonly Operation[] = [listEvents];
