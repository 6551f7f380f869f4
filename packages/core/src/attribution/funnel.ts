import type { CustomerStatus } from '../model.js';

const STAGE: Record<CustomerStatus, number> = { visitor: 0, lead: 1, customer: 2 };

/** Whether a customer may move to a stage of the funnel: forward only, never to where it already is. */
export function canMoveTo(from: CustomerStatus, to: CustomerStatus): boolean {
  return STAGE[to] > STAGE[from];
}

/** The later of two stages: what a customer is after something that implies `to`, wherever it was. */
export function furthest(from: CustomerStatus, to: CustomerStatus): CustomerStatus {
  return canMoveTo(from, to) ? to : from;
}
