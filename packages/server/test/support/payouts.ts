import type { PayoutItem } from '@svc/contract';
import { createPayoutRun } from '../../src/features/payouts/create-payout-run.js';
import { markPayoutPaid } from '../../src/features/payouts/mark-payout-paid.js';
import { RefusedError } from '../../src/operations/refused-error.js';
import { perform, type ServiceParts } from './operations.js';

/** Whom to pay, in which currency. */
export interface Payment {
  readonly programId: number;
  readonly partnerId: number;
  readonly currency: string;
  readonly reference?: string;
  readonly nowMs?: number;
}

/** Pays a partner all that is due in a currency: in a run of their own, which is marked as paid. Null: nothing is due. */
export async function payOut(
  parts: ServiceParts,
  { programId, partnerId, currency, reference = 'Transfer 1', nowMs = Date.now() }: Payment,
): Promise<PayoutItem | null> {
  const input = { currency, partner_ids: [partnerId] };
  const run = await perform(parts, createPayoutRun, { programId, input, nowMs }).catch((error: unknown) => {
    if (error instanceof RefusedError && error.code === 'nothing_due') return null;
    throw error;
  });
  const [payout] = run?.payouts ?? [];
  if (payout === undefined) return null;
  return perform(parts, markPayoutPaid, {
    programId,
    params: { id: payout.id },
    input: { reference },
    nowMs,
  });
}
