import { formatClickId } from '../attribution/click-id.js';
import type { Effect, Facts, TotalsIncrement } from '../facts.js';
import { raiseFlags } from '../fraud/raise-flags.js';
import { type CommissionChange, NOT_REJECTED, postEarn } from '../ledger/postings.js';
import type { Commission, CreditChange, Customer, Lead, LeadReward, Program } from '../model.js';
import { holdKindOf } from './commission.js';

const DAY_MS = 86_400_000;

/**
 * What a lead earns the partner who is credited with it, once; null: nothing, because nobody is credited, or because the program
 * pays nothing for leads. Whether the lead is a test is the caller's question. Contract 2 section 13.
 */
export function rewardOf(customer: Customer, program: Program, facts: Facts): LeadReward | null {
  const { leadRewardCents: cents, currency, holdDays } = program;
  const { enrollmentId, linkId, codeId } = customer;
  if (cents === null || enrollmentId === null) return null;
  const enrollment = facts.enrollments.get(enrollmentId);
  if (enrollment === undefined) throw new Error(`The relationship ${enrollmentId} of a lead is not loaded.`);
  const flags = raiseFlags({
    // That is about sales.
    settings: { ...program.fraud, fast_sale: 'off' },
    customer,
    partner: enrollment.partner,
    isOfClick: linkId !== null && codeId === null,
    soldAtMs: 0,
    codeUse: null,
  });
  const terms = { cents, currency, holdDays, enrollmentId, partnerStatus: enrollment.status };
  return flags.length === 0 ? terms : { ...terms, flags };
}

/** Everything needed to earn the reward of one lead. The customer as they were credited with it. */
export interface RewardContext {
  readonly lead: Lead;
  readonly customer: Pick<Customer, 'id' | 'click'>;
  readonly atMs: number;
  readonly newId: () => number;
}

/**
 * The commission of a lead, pending until the program's hold time after the lead is over, and the movement that books it. A
 * partner who is not approved earns it held, as they do that of a sale. null: none is due.
 */
export function earnReward({ lead, customer, atMs, newId }: RewardContext): CommissionChange | null {
  const { reward, partnerId, linkId, creditCodeId: codeId } = lead;
  if (reward === null || partnerId === null) return null;
  const { cents, currency, holdDays, enrollmentId, partnerStatus, flags = [] } = reward;
  const holdKind = holdKindOf(partnerStatus, flags);
  const hasClick = customer.click !== null && codeId === null && linkId !== null;
  const commission: Commission = {
    id: newId(),
    programId: lead.programId,
    saleId: null,
    leadId: lead.id,
    enrollmentId,
    partnerId,
    ruleId: null,
    originalCents: cents,
    cappedCents: null,
    amountCents: cents,
    currency,
    status: holdKind === null ? 'pending' : 'held',
    holdKind,
    holdNote: null,
    releasedAtMs: null,
    payableAtMs: lead.occurredAtMs + holdDays * DAY_MS,
    payoutId: null,
    reassignedAtMs: null,
    ...NOT_REJECTED,
    flags: flags.length === 0 ? null : flags,
    reason: {
      type: 'lead',
      rewardCents: cents,
      holdDays,
      customerId: customer.id,
      clickId: hasClick && customer.click !== null ? formatClickId(customer.click) : null,
      linkId,
      codeId,
      partnerId,
    },
    createdAtMs: atMs,
  };
  return postEarn(commission, { atMs, newId });
}

/** The effects of a lead that earns a reward. */
export function rewardEffects(context: RewardContext): readonly Effect[] {
  const earned = earnReward(context);
  if (earned === null) return [];
  const { commission, movements } = earned;
  return [
    { kind: 'commission', commission, isNew: true },
    ...movements.map((movement) => ({ kind: 'movement' as const, movement })),
    { kind: 'totals', increment: rewardTotals(context.lead, commission) },
  ];
}

/** What the reward of a lead adds to the totals, on the day of the lead, where the lead counts. */
export function rewardTotals(lead: Lead, { currency, originalCents }: Commission): TotalsIncrement {
  const { programId, occurredAtMs: atMs, partnerId, linkId, dimensions } = lead;
  const key = { programId, atMs, partnerId: partnerId ?? 0, linkId: linkId ?? 0, dimensions };
  return { ...key, currency, commissionCents: originalCents };
}

/**
 * The customer as they were credited when a lead was recorded, which is before credit for them ever moved. A lead keeps partner, link
 * and code; of the click behind them only the customer and their changes of credit know, which are given in order.
 */
export function customerAtLead(
  customer: Customer,
  changes: readonly CreditChange[],
  { partnerId, linkId, creditCodeId }: Pick<Lead, 'partnerId' | 'linkId' | 'creditCodeId'>,
): Customer {
  const change = changes.find(
    ({ from }) => from.partnerId === partnerId && from.linkId === linkId && from.codeId === creditCodeId,
  );
  return change === undefined ? customer : { ...customer, ...change.from };
}
