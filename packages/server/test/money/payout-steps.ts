import type { ClientBase } from 'pg';
import { type Change, runChange } from '../../src/operations/audit/change.js';
import { matureCommissions } from '../../src/operations/mature-commissions.js';
import { cancelPayout } from '../../src/operations/payouts/cancel-payout.js';
import { createPayoutRun } from '../../src/operations/payouts/create-payout-run.js';
import { RefusedError } from '../../src/operations/refused-error.js';
import { verifyBooks } from '../../src/operations/verify.js';
import { encryptionOf } from '../support/encryption.js';
import type { SeededProgram } from '../support/seed.js';
import type { Books } from './books.js';

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
  const encryption = encryptionOf();
  const asJane = <Answer>(action: string, run: (client: ClientBase) => Promise<Change<Answer>>) =>
    runChange(
      pool,
      { actor: { userId: null, email: 'jane@acme.test' }, action, place: { workspaceId, programId } },
      run,
    );
  return {
    async payableSale(amountCents) {
      const sale = await soldOnce(program, { amountCents });
      await matureCommissions(pool, tracking.ids, { nowMs: Date.now() });
      return sale;
    },
    async pay() {
      const what = { programId, currency: null, partnerIds: null, encryption };
      const request = { ...what, createdBy: 'test', nowMs: Date.now() };
      const run = asJane('payout_run.create', (client) =>
        createPayoutRun(client, tracking.ids, request),
      ).catch((error: unknown) => {
        if (error instanceof RefusedError && error.code === 'nothing_due') return null;
        throw error;
      });
      return (await run)?.payouts[0] ?? null;
    },
    cancel: (payoutId = 0) =>
      asJane('payout.cancel', (client) =>
        cancelPayout(client, tracking.ids, { programId, payoutId, encryption, nowMs: Date.now() }),
      ),
    differences: async () => (await verifyBooks(pool)).differences,
  };
}
