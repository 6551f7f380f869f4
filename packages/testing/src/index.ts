export { createSimulation } from './create-simulation.js';
export type {
  AccountBooks,
  Books,
  CommissionEntry,
  Dispute,
  Duration,
  Payment,
  PaymentInput,
  Processor,
  ProvisionFile,
  Simulation,
  SimulationOptions,
  SimulationPlace,
  Subscription,
  SubscriptionInput,
  Verification,
} from './types.js';
