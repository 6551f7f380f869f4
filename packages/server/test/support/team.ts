import type { ProgramCreate, ProgramItem, ProgramUpdate, RuleInput } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { type Change, changed, runChange } from '../../src/operations/audit/change.js';
import { changeHold, type HoldChange } from '../../src/operations/commissions/change-hold.js';
import { createApiKey } from '../../src/operations/keys/create-api-key.js';
import { revokeApiKey } from '../../src/operations/keys/revoke-api-key.js';
import { rotateApiKey } from '../../src/operations/keys/rotate-api-key.js';
import { createLink } from '../../src/operations/links/create-link.js';
import { enrollPartner } from '../../src/operations/partners/enroll-partner.js';
import { updatePartner } from '../../src/operations/partners/update-partner.js';
import { cancelPayout } from '../../src/operations/payouts/cancel-payout.js';
import { createPayoutRun } from '../../src/operations/payouts/create-payout-run.js';
import { markPayoutPaid, markRunPaid } from '../../src/operations/payouts/mark-paid.js';
import { archiveProgram } from '../../src/operations/programs/archive-program.js';
import { createProgram } from '../../src/operations/programs/create-program.js';
import { updateProgram } from '../../src/operations/programs/update-program.js';
import { RefusedError } from '../../src/operations/refused-error.js';
import { changeRule, dropOwnRule } from '../../src/operations/rules/change-rule.js';
import { markRulesInForce } from '../../src/operations/rules/mark-rules-in-force.js';
import type { IdSource } from '../../src/tracking/ids.js';
import { encryptionOf } from './encryption.js';
import { type SeededProgram, uniqueName } from './seed.js';

const JANE = { userId: null, email: 'jane@acme.test' };

/** What `null` stands for: the change was refused, and nothing happened. */
async function orRefused<Answer>(change: Promise<Answer>): Promise<Answer | null> {
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

/**
 * What the team of a workspace changes, each as its route does it: with an entry of the audit log. Changes that can be
 * refused give null then.
 */
export function teamOf({ pool, ids }: { readonly pool: Pool; readonly ids: IdSource }, workspaceId: number) {
  const encryption = encryptionOf();
  const change = <Answer>(
    action: string,
    programId: number | null,
    run: (client: ClientBase) => Promise<Change<Answer>>,
  ) => runChange(pool, { actor: JANE, action, place: { workspaceId, programId } }, run);
  const withRule = async <Answer>(programId: number, changing: Promise<Answer>) => {
    const answer = await changing;
    await markRulesInForce(pool, programId);
    return answer;
  };
  return {
    async createProgram(input: Partial<ProgramCreate> = {}): Promise<ProgramItem> {
      const program: ProgramCreate = {
        name: uniqueName('program'),
        domain: `${uniqueName('shop')}.test`,
        commission: { type: 'percent', basis_points: 2000 },
        ...input,
      };
      const made = await change('program.create', null, (client) =>
        createProgram(client, workspaceId, program),
      );
      return withRule(made.id, Promise.resolve(made));
    },
    updateProgram: (programId: number, input: ProgramUpdate) =>
      change('program.update', programId, (client) => updateProgram(client, programId, input)),
    archive: (programId: number, isArchived: boolean) =>
      change(isArchived ? 'program.archive' : 'program.restore', programId, (client) =>
        archiveProgram(client, programId, { isArchived }),
      ),
    /** Null `partnerId`: the program's rule. */
    changeRule: (programId: number, partnerId: number | null, rule: RuleInput) =>
      withRule(
        programId,
        change(partnerId === null ? 'rule.change' : 'partner.rule.change', programId, (client) =>
          changeRule(client, { programId, partnerId }, rule),
        ),
      ),
    dropRule: (programId: number, partnerId: number) =>
      withRule(
        programId,
        orRefused(
          change('partner.rule.drop', programId, (client) => dropOwnRule(client, { programId, partnerId })),
        ),
      ),
    async invite(programId: number): Promise<Member> {
      const email = `${uniqueName('partner')}@partner.test`;
      const { partner, link } = await change('partner.invite', programId, async (client) => {
        const place = { workspaceId, programId };
        const partner = await enrollPartner(client, place, { email, name: 'Ann', status: 'approved' });
        const newLink = { programId, partnerId: partner.id, shortLink: null, destinationUrl: null };
        const link = await createLink(client, newLink);
        const entries = [
          { on: 'partner', id: partner.id, before: null, after: partner },
          { on: 'link', id: link.id, before: null, after: link },
        ];
        return { answer: { partner, link }, entries };
      });
      return {
        partnerId: partner.id,
        enrollmentId: partner.enrollment_id,
        linkId: link.id,
        shortLink: link.short_link,
        affiliateUrl: `https://shop.test/?aff=${encodeURIComponent(link.short_link)}`,
      };
    },
    updatePartner: (programId: number, partnerId: number, status: 'approved' | 'suspended' | 'rejected') =>
      change('partner.update', programId, (client) =>
        updatePartner(client, { programId, partnerId }, { status }),
      ),
    createKey: (programId: number) =>
      change('key.create', programId, async (client) => {
        const { key } = await createApiKey(client, programId, uniqueName('key'));
        return changed(key, { on: 'api_key', id: key.id, before: null, after: key });
      }),
    rotateKey: (programId: number, keyId: number) =>
      orRefused(
        change('key.rotate', programId, (client) =>
          rotateApiKey(client, { programId, keyId, graceHours: 1 }),
        ),
      ),
    revokeKey: (programId: number, keyId: number) =>
      orRefused(change('key.revoke', programId, (client) => revokeApiKey(client, { programId, keyId }))),
    changeHold: (programId: number, commissionId: number, action: HoldChange['action'], reason = 'Odd.') =>
      orRefused(
        change(`commission.${action}`, programId, (client) =>
          changeHold(client, ids, { programId, action, reason, nowMs: Date.now() }, commissionId),
        ),
      ),
    pay: (programId: number) =>
      orRefused(
        change('payout_run.create', programId, (client) =>
          createPayoutRun(client, ids, {
            programId,
            currency: null,
            partnerIds: null,
            createdBy: JANE.email,
            nowMs: Date.now(),
            encryption,
          }),
        ),
      ),
    markRunPaid: (programId: number, runId: number) =>
      orRefused(
        change('payout_run.pay', programId, (client) =>
          markRunPaid(client, { programId, runId }, { reference: uniqueName('transfer') }),
        ),
      ),
    markPaid: (programId: number, payoutId: number) =>
      orRefused(
        change('payout.pay', programId, (client) =>
          markPayoutPaid(client, { programId, payoutId, encryption }, { reference: uniqueName('transfer') }),
        ),
      ),
    cancel: (programId: number, payoutId: number) =>
      orRefused(
        change('payout.cancel', programId, (client) =>
          cancelPayout(client, ids, { programId, payoutId, encryption, nowMs: Date.now() }),
        ),
      ),
  };
}

export type Team = ReturnType<typeof teamOf>;
