import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { cancelPayout } from '../../src/features/payouts/cancel-payout.js';
import { createPayoutRun } from '../../src/features/payouts/create-payout-run.js';
import { RefusedError } from '../../src/operations/refused-error.js';
import { verifyBooks } from '../../src/verify/verify.js';
import type { Books } from './books.js';
import { perform } from './operations.js';
import type { SeededProgram } from './seed.js';

/** What a team does with the commissions of a program. */
export interface PayoutSteps {
  /** A sale that earns a fifth of its amount; payable at once where the program holds nothing back. */
  payableSale(amountCents: number): ReturnType<Books['soldOnce']>;
  /** Pays all that is due. The payout, or null when nothing is. */
  pay(): Promise<{ id: number; amount_cents: number } | null>;
  cancel(payoutId?: number): Promise<unknown>;
  /** What `verify` finds. */
  differences(): Promise<readonly unknown[]>;
}

export function payoutSteps({ pool, tracking, soldOnce }: Books, program: SeededProgram): PayoutSteps {
  const { programId, workspaceId } = program;
  const parts = { pool, ids: tracking.ids };
  const place = { programId, workspaceId };
  return {
    async payableSale(amountCents) {
      const sale = await soldOnce(program, { amountCents });
      await matureCommissions(pool, tracking.ids, { nowMs: Date.now() });
      return sale;
    },
    async pay() {
      const run = await perform(parts, createPayoutRun, place).catch((error: unknown) => {
        if (error instanceof RefusedError && error.code === 'nothing_due') return null;
        throw error;
      });
      return run?.payouts[0] ?? null;
    },
    cancel: (payoutId = 0) => perform(parts, cancelPayout, { ...place, params: { id: payoutId } }),
    differences: async () => (await verifyBooks(pool)).differences,
  };
}
