import type {
  ImportCreate,
  ProgramCreate,
  ProgramItem,
  ProgramUpdate,
  RuleInput,
  SaleCreate,
} from '@svc/contract';
import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { createAdjustment } from '../../src/features/adjustments/create-adjustment.js';
import { reverseAdjustment } from '../../src/features/adjustments/reverse-adjustment.js';
import { createCode } from '../../src/features/codes/create-code.js';
import { holdCommission } from '../../src/features/commissions/hold-commission.js';
import { rejectCommission } from '../../src/features/commissions/reject-commission.js';
import { releaseCommission } from '../../src/features/commissions/release-commission.js';
import { assignCustomer } from '../../src/features/customers/assign-customer.js';
import { createImport } from '../../src/features/imports/create-import.js';
import { createApiKey } from '../../src/features/keys/create-api-key.js';
import { revokeApiKey } from '../../src/features/keys/revoke-api-key.js';
import { rotateApiKey } from '../../src/features/keys/rotate-api-key.js';
import { createLink } from '../../src/features/links/create-link.js';
import { invitePartner } from '../../src/features/partners/invite-partner.js';
import { updatePartner } from '../../src/features/partners/update-partner.js';
import { cancelPayout } from '../../src/features/payouts/cancel-payout.js';
import { createPayoutRun } from '../../src/features/payouts/create-payout-run.js';
import { markPayoutPaid } from '../../src/features/payouts/mark-payout-paid.js';
import { markPayoutRunPaid } from '../../src/features/payouts/mark-payout-run-paid.js';
import { archiveProgram } from '../../src/features/programs/archive-program.js';
import { createProgram } from '../../src/features/programs/create-program.js';
import { readProgram } from '../../src/features/programs/read-program.js';
import { restoreProgram } from '../../src/features/programs/restore-program.js';
import { updateProgram } from '../../src/features/programs/update-program.js';
import { changePartnerRule } from '../../src/features/rules/change-partner-rule.js';
import { changeProgramRule } from '../../src/features/rules/change-program-rule.js';
import { dropPartnerRule } from '../../src/features/rules/drop-partner-rule.js';
import { createSale } from '../../src/features/sales/create-sale.js';
import type { IdSource } from '../../src/ingest/ids.js';
import type { Operation } from '../../src/operations/operation.js';
import { RefusedError } from '../../src/operations/refused-error.js';
import { type Performance, perform } from './operations.js';
import { type SeededProgram, uniqueName } from './seed.js';

/** What `null` stands for: the change was refused, and nothing happened. */
async function nullIfRefused<Answer>(change: Promise<Answer>): Promise<Answer | null> {
  return change.catch((error: unknown) => {
    if (error instanceof RefusedError) return null;
    throw error;
  });
}

/** A partner of a program with a link. */
export type Member = Pick<
  SeededProgram,
  'partnerId' | 'enrollmentId' | 'linkId' | 'shortLink' | 'affiliateUrl'
>;

/** What the owner of a workspace changes, by the operations of the service. Changes that can be refused give null then. */
export function ownerActions(parts: { readonly pool: Pool; readonly ids: IdSource }, workspaceId: number) {
  const run = <Answer>(
    operation: Operation<Answer>,
    programId: number | null,
    request: Pick<Performance, 'input' | 'params'> = {},
  ) => perform(parts, operation, { workspaceId, programId, ...request });
  return {
    createProgram(input: Partial<ProgramCreate> = {}): Promise<ProgramItem> {
      const program: ProgramCreate = {
        name: uniqueName('program'),
        domain: `${uniqueName('shop')}.test`,
        commission: { type: 'percent', basis_points: 2000 },
        ...input,
      };
      return run(createProgram, null, { input: program });
    },
    updateProgram: (programId: number, input: ProgramUpdate) => run(updateProgram, programId, { input }),
    async archive(programId: number, isArchived: boolean): Promise<ProgramItem> {
      if (!isArchived) return run(restoreProgram, programId);
      const { name } = await run(readProgram, programId);
      return run(archiveProgram, programId, { input: { name } });
    },
    /** Null `partnerId`: the program's rule. */
    changeRule(programId: number, partnerId: number | null, commission: RuleInput) {
      const input = { commission };
      return partnerId === null
        ? run(changeProgramRule, programId, { input })
        : run(changePartnerRule, programId, { params: { id: partnerId }, input });
    },
    dropRule: (programId: number, partnerId: number) =>
      nullIfRefused(run(dropPartnerRule, programId, { params: { id: partnerId } })),
    async invite(programId: number): Promise<Member> {
      const email = `${uniqueName('partner')}@partner.test`;
      const { partner } = await run(invitePartner, programId, { input: { email, name: 'Ann' } });
      const link = await run(createLink, programId, { input: { partner_id: partner.id } });
      return {
        partnerId: partner.id,
        enrollmentId: partner.enrollment_id,
        linkId: link.id,
        shortLink: link.short_link,
        affiliateUrl: `https://shop.test/?aff=${encodeURIComponent(link.short_link)}`,
      };
    },
    updatePartner: (
      programId: number,
      partnerId: number,
      status: 'approved' | 'suspended' | 'rejected',
      more: { readonly hold_earned?: boolean } = {},
    ) => run(updatePartner, programId, { params: { id: partnerId }, input: { status, ...more } }),
    createKey: async (programId: number) =>
      (await run(createApiKey, programId, { input: { name: uniqueName('key') } })).key,
    rotateKey: (programId: number, keyId: number) =>
      nullIfRefused(run(rotateApiKey, programId, { params: { id: keyId }, input: { grace_hours: 1 } })),
    revokeKey: (programId: number, keyId: number) =>
      nullIfRefused(run(revokeApiKey, programId, { params: { id: keyId } })),
    changeHold(programId: number, commissionId: number, action: 'hold' | 'release', reason = 'Odd.') {
      const params = { id: commissionId };
      return nullIfRefused(
        action === 'hold'
          ? run(holdCommission, programId, { params, input: { reason } })
          : run(releaseCommission, programId, { params }),
      );
    },
    reject: (programId: number, commissionId: number, reason: string) =>
      nullIfRefused(run(rejectCommission, programId, { params: { id: commissionId }, input: { reason } })),
    adjust: (programId: number, partnerId: number, amountCents: number, payableAt?: string) =>
      run(createAdjustment, programId, {
        input: {
          partner_id: partnerId,
          amount_cents: amountCents,
          currency: 'USD',
          reason: 'Agreed by email.',
          ...(payableAt !== undefined && { payable_at: payableAt }),
        },
      }),
    assign: (
      programId: number,
      customerId: number,
      partnerId: number,
      from: 'now' | 'first_sale' = 'first_sale',
    ) =>
      nullIfRefused(
        run(assignCustomer, programId, {
          params: { id: customerId },
          input: { partner_id: partnerId, from, reason: 'Agreed by email.' },
        }),
      ),
    enterSale: (programId: number, partnerId: number, more: Partial<Static<typeof SaleCreate>> = {}) =>
      run(createSale, programId, {
        input: {
          transaction_id: uniqueName('wire'),
          amount_cents: 10_000,
          customer_key: uniqueName('customer'),
          partner_id: partnerId,
          reason: 'Paid by wire.',
          ...more,
        },
      }),
    createCode: (programId: number, partnerId: number, code: string) =>
      run(createCode, programId, { input: { code, partner_id: partnerId } }),
    importFiles: (programId: number, input: Static<typeof ImportCreate>) =>
      nullIfRefused(run(createImport, programId, { input })),
    reverseAdjustment: (programId: number, adjustmentId: number) =>
      nullIfRefused(
        run(reverseAdjustment, programId, { params: { id: adjustmentId }, input: { reason: 'By mistake.' } }),
      ),
    pay: (programId: number) => nullIfRefused(run(createPayoutRun, programId)),
    markRunPaid: (programId: number, runId: number) =>
      nullIfRefused(
        run(markPayoutRunPaid, programId, {
          params: { id: runId },
          input: { reference: uniqueName('transfer') },
        }),
      ),
    markPaid: (programId: number, payoutId: number) =>
      nullIfRefused(
        run(markPayoutPaid, programId, {
          params: { id: payoutId },
          input: { reference: uniqueName('transfer') },
        }),
      ),
    cancel: (programId: number, payoutId: number) =>
      nullIfRefused(run(cancelPayout, programId, { params: { id: payoutId } })),
  };
}

export type Team = ReturnType<typeof ownerActions>;
