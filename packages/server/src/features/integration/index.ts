import type { Operation } from '../../operations/operation.js';
import { readIntegration } from './read-integration.js';
import { readTrackingStatus } from './read-tracking-status.js';
import { sendTestEvents } from './send-test-events.js';

/** What can be asked of integration. */
export const INTEGRATION: readonly Operation[] = [readTrackingStatus, readIntegration, sendTestEvents];
