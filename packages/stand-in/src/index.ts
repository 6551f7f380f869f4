export { signatureOf } from './delivery.js';
export type { FaultKind } from './faults.js';
export { type ApiKey, PERMISSIONS } from './keys.js';
export {
  type Bought,
  createMerchant,
  type Dispute,
  type Merchant,
  type Paid,
  type ProcessorEvent,
} from './merchant.js';
export {
  chargeObject,
  disputeObject,
  invoiceObject,
  type Json,
  LAYOUTS,
  type Layout,
  newId,
  type Payment,
  refundObject,
  sessionObject,
} from './objects.js';
export { type StandIn, startStandIn } from './stand-in.js';
