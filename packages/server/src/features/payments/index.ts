import type { Operation } from '../../operations/operation.js';
import { checkPaymentConnection } from './check-payment-connection.js';
import { connectProcessor } from './connect-processor.js';
import { createPaymentConnection } from './create-payment-connection.js';
import { disconnectProcessor } from './disconnect-processor.js';
import { listPaymentConnections } from './list-payment-connections.js';
import { listProcessorEvents } from './list-processor-events.js';
import { readKeyLink } from './read-key-link.js';
import { readPaymentConnection } from './read-payment-connection.js';
import { readProcessorConnection } from './read-processor-connection.js';
import { readProcessorCoverage } from './read-processor-coverage.js';
import { removePaymentConnection } from './remove-payment-connection.js';
import { replayProcessorEvent } from './replay-processor-event.js';
import { updatePaymentConnection } from './update-payment-connection.js';

/** What can be asked of payments. */
export const PAYMENTS: readonly Operation[] = [
  connectProcessor,
  disconnectProcessor,
  listProcessorEvents,
  readProcessorConnection,
  readProcessorCoverage,
  replayProcessorEvent,
  listPaymentConnections,
  readKeyLink,
  readPaymentConnection,
  createPaymentConnection,
  updatePaymentConnection,
  removePaymentConnection,
  checkPaymentConnection,
];
