import type { ExplainAnswer } from '@svc/contract';
import { formatClickId } from '@svc/core';
import type { Pool } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';
import { commissionItemFromRow } from '../commissions/commission-item.js';
import { ruleScopeOf, ruleTermsOf } from '../rules/rule-terms.js';
import type { MovementRow } from './commission-history.js';
import { partsOf } from './commission-parts.js';
import { type LeadHistory, readLeadHistory } from './lead-history.js';
import { readSaleHistory, type SaleHistory, type SaleOf } from './sale-history.js';
import { noCommissionTextOf, saleFromRow } from './sale-item.js';
import { rewardSteps, storySentences, storySteps } from './sale-story.js';

/**
 * Why a sale of a program earned what it earned, or why it earned nothing: everything the commission was computed from,
 * what happened to it since, and the same in sentences. Refused when the program has no such sale or commission.
 */
export async function loadExplanation(pool: Pool, programId: number, which: SaleOf): Promise<ExplainAnswer> {
  const history = await readSaleHistory(pool, programId, which);
  if (history !== null) return explanationOf(history);
  const reward = 'commissionId' in which ? await readLeadHistory(pool, programId, which.commissionId) : null;
  if (reward === null) throw new RefusedError('not_found');
  return rewardExplanationOf(reward);
}

/** Why a lead earned what it did. */
function rewardExplanationOf(history: LeadHistory): ExplainAnswer {
  const { commission, customer, lead, link, partner, movements } = history;
  const steps = rewardSteps(history, 'team');
  return {
    commission: commissionItemFromRow(commission),
    no_commission_code: null,
    no_commission_reason: null,
    sale: null,
    lead: { id: lead.id, source: lead.source, occurred_at: lead.occurred_at.toISOString() },
    customer: explainCustomer(customer, lead.occurred_at),
    click: explainClick(history),
    link: link && { id: link.id, short_link: link.short_link },
    partner,
    rule: null,
    arithmetic: null,
    story: storySentences(steps, 'team'),
    steps,
    movements: movements.map(movementItem),
    refunds: [],
  };
}

function explainCustomer(customer: SaleHistory['customer'], leadAt: Date | null): ExplainAnswer['customer'] {
  return {
    id: customer.id,
    customer_key: customer.customer_key,
    click_id: clickIdOf(customer),
    status: customer.status,
    lead_at: leadAt?.toISOString() ?? null,
    first_sale_at: customer.first_sale_at?.toISOString() ?? null,
  };
}

function movementItem(movement: MovementRow): ExplainAnswer['movements'][number] {
  return {
    id: movement.id,
    kind: movement.kind,
    from: movement.from_account,
    to: movement.to_account,
    amount_cents: movement.amount_cents,
    currency: movement.currency,
    refund_id: movement.refund_id,
    payout_id: movement.payout_id,
    payout_reference: movement.payout_reference,
    payout_run_id: movement.payout_run_id,
    by: movement.by,
    reason: movement.reason,
    occurred_at: movement.occurred_at.toISOString(),
  };
}

function explanationOf(history: SaleHistory): ExplainAnswer {
  const { sale, commission, customer, link, partner, rule } = history;
  const steps = storySteps(history, 'team');
  return {
    commission: commission && commissionItemFromRow(commission),
    no_commission_code: sale.no_commission_code,
    no_commission_reason: noCommissionTextOf(sale),
    sale: saleFromRow(sale),
    lead: null,
    customer: explainCustomer(customer, history.lead?.occurred_at ?? null),
    click: explainClick(history),
    link: link && { id: link.id, short_link: link.short_link },
    partner,
    rule: rule && {
      id: rule.id,
      scope: ruleScopeOf(rule),
      ...ruleTermsOf(rule),
    },
    arithmetic: arithmeticOf(history),
    story: storySentences(steps, 'team'),
    steps,
    movements: history.movements.map(movementItem),
    refunds: history.refunds.map((refund) => ({
      id: refund.id,
      amount_cents: refund.amount_cents,
      occurred_at: refund.occurred_at.toISOString(),
    })),
  };
}

function clickIdOf({
  click_ms: clickedMs,
  click_number: number,
}: SaleHistory['credited_click']): string | null {
  return clickedMs === null || number === null ? null : formatClickId({ clickedMs, number });
}

function explainClick({
  credited_click: credited,
  click,
}: Pick<SaleHistory, 'credited_click' | 'click'>): ExplainAnswer['click'] {
  const clickId = clickIdOf(credited);
  if (click === null || clickId === null || credited.click_ms === null) return null;
  return {
    click_id: clickId,
    clicked_at: new Date(credited.click_ms).toISOString(),
    affiliate_url: click.affiliate_url,
    referrer: click.referrer,
    test_mode: click.test_mode,
  };
}

function arithmeticOf({ sale, commission }: SaleHistory): ExplainAnswer['arithmetic'] {
  if (commission === null) return null;
  const { reason } = commission;
  return {
    currency: commission.currency,
    sale_cents: reason.saleCents,
    tax_cents: reason.taxCents,
    base_cents: reason.baseCents,
    type: reason.type,
    basis_points: reason.basisPoints,
    flat_cents: reason.flatCents,
    parts: reason.parts === undefined ? null : partsOf(sale, commission),
    partner_customers: reason.partnerCustomers ?? null,
    max_total_cents: reason.maxTotalCents ?? null,
    customer_left_cents: reason.customerLeftCents ?? null,
    earned_cents: commission.original_cents,
    refunded_cents: sale.refunded_cents,
    reversed_cents: commission.original_cents - commission.amount_cents,
    left_cents: commission.amount_cents,
  };
}
