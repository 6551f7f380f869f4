import type { Audience, StoryStep } from '@svc/contract';
import type { CreditChangeRow, SaleHistory } from './sale-history.js';

type CreditStep = Extract<StoryStep, { readonly kind: 'credit' }>;

/**
 * How credit for the customer of a sale moved: the steps before the sale, which credit it as it is, and those since, which
 * leave this sale as it is or assign it with the customer. A partner does not see who the others are.
 */
export function creditSteps(
  history: SaleHistory,
  audience: Audience,
): { readonly before: CreditStep[]; readonly since: CreditStep[] } {
  const { credit_changes: changes, sale } = history;
  const isOfSale = (change: CreditChangeRow) =>
    change.to_partner_id === sale.partner_id && change.to_link_id === sale.link_id;
  const last = changes.findLastIndex(isOfSale);
  const steps = changes.map((change, index) => {
    const before = change.sale_id === sale.id ? 'this_sale' : 'before';
    // Somebody may have assigned the customer to the partner of the sale once more, after it.
    const isLater = change.reason === 'assigned' && change.occurred_at > sale.recorded_at;
    return creditStep(history, change, index <= last && !isLater ? before : 'since', audience);
  });
  // The sale alone is the other partner's: how credit for the customer moves says nothing about it.
  if (isOfItsCode(sale)) {
    return { before: [], since: [] };
  }
  // What assigned the sale itself came after it.
  const isBefore = (step: CreditStep) => step.effect !== 'since' && !step.moves_sale;
  return { before: steps.filter(isBefore), since: steps.filter((step) => !isBefore(step)) };
}

/** Whether a sale is the partner's whose code it carried, and not that of the partner who has the customer. */
export function isOfItsCode({ code_result: result, credit_code: code }: SaleHistory['sale']): boolean {
  return result === 'preferred' && code !== null;
}

function creditStep(
  { sale }: SaleHistory,
  change: CreditChangeRow,
  effect: CreditStep['effect'],
  audience: Audience,
): CreditStep {
  const credited = (
    partnerId: number | null,
    name: string | null,
    link: string | null,
  ): CreditStep['from'] => {
    if (partnerId === null) return { who: 'nobody', name: null, short_link: null };
    if (audience === 'team')
      return { who: 'partner', name: name ?? `partner ${partnerId}`, short_link: link };
    if (partnerId !== sale.partner_id) return { who: 'another', name: null, short_link: null };
    return { who: 'you', name: null, short_link: link };
  };
  return {
    kind: 'credit',
    at: change.occurred_at.toISOString(),
    cause: change.reason,
    effect,
    from: credited(change.from_partner_id, change.from_partner, change.from_link),
    to: credited(change.to_partner_id, change.to_partner, change.to_link),
    code: audience === 'team' || change.to_partner_id === sale.partner_id ? change.to_code : null,
    transaction_id: audience === 'team' ? change.transaction_id : null,
    reason: change.note,
    by: audience === 'team' ? change.changed_by : null,
    moves_sale: change.moves_sales && change.occurred_at >= sale.recorded_at && !isOfItsCode(sale),
  };
}
