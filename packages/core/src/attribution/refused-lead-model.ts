import type { ClickKey, LeadSource } from '../model.js';

/**
 * A lead of a real customer who was known already, so that it was refused. Under another policy it may have been the first word of them; see
 * `replay/`.
 */
export interface RefusedLead {
  readonly programId: number;
  readonly customerId: number;
  readonly source: LeadSource;
  /** It named the customer's key. */
  readonly namesKey: boolean;
  /** A click of the program; null: it named none. */
  readonly click: ClickKey | null;
  /** Those of the click, as are the next two. */
  readonly enrollmentId: number | null;
  readonly partnerId: number | null;
  readonly linkId: number | null;
  /** The click was too old to be credited. */
  readonly isExpired: boolean;
  /** As it was sent, if it led somewhere. */
  readonly code: string | null;
  readonly occurredAtMs: number;
  readonly reportedAtMs: number;
}
