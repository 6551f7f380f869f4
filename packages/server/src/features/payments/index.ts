import type { Operation } from '../../operations/operation.js';
import { connectProcessor } from './connect-processor.js';
import { disconnectProcessor } from './disconnect-processor.js';
import { listProcessorEvents } from './list-processor-events.js';
import { readProcessorConnection } from './read-processor-connection.js';
import { readProcessorCoverage } from './read-processor-coverage.js';
import { replayProcessorEvent } from './replay-processor-event.js';

/** What can be asked of payments. */
export const PAYMENTS: readonly Operation[] = [
  connectProcessor,
  disconnectProcessor,
  listProcessorEvents,
  readProcessorConnection,
  readProcessorCoverage,
  replayProcessorEvent,
];
