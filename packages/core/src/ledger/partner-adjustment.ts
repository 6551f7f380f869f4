import type { CommissionStatus } from '../model.js';

export type PartnerAdjustmentStatus = Extract<CommissionStatus, 'pending' | 'payable' | 'paid'>;

/**
 * What a person gave or took from a partner, for a reason that no sale has. Contract 2 section 12 calls it an adjustment;
 * a `PaymentAdjustment` is something else, a refund or dispute as the payment provider reports it.
 */
export interface PartnerAdjustment {
  readonly id: number;
  readonly programId: number;
  readonly partnerId: number;
  /** A bonus above zero, a deduction below zero; never 0. */
  readonly amountCents: number;
  readonly currency: string;
  readonly status: PartnerAdjustmentStatus;
  readonly payableAtMs: number;
  readonly payoutId: number | null;
}
