import type { ClausePayInput, CommissionPart } from '@svc/contract';
import type { ClausePay, CommissionReason } from '@svc/core';

/** What each part of a sale earned by the clauses of its rule, as it is shown; none for rules of other shapes. */
export function partsOf(
  sale: { readonly currency: string; readonly amount_cents: number },
  { currency, reason }: { readonly currency: string; readonly reason: CommissionReason },
): CommissionPart[] {
  return (reason.parts ?? []).map((part) => ({
    what: part.product !== null ? 'item' : part.amountCents === sale.amount_cents ? 'sale' : 'rest',
    product: part.product,
    amount_cents: part.amountCents,
    base_cents: part.baseCents,
    sale_currency: sale.currency,
    clause: part.clause,
    pay: part.pay && payItemOf(part.pay),
    earned_cents: part.cents,
    currency,
    limited_by: part.limitedBy,
  }));
}

function payItemOf(pay: ClausePay): ClausePayInput {
  switch (pay.type) {
    case 'percent':
      return {
        type: 'percent',
        basis_points: pay.basisPoints,
        ...(pay.maxCents !== null && { max_cents: pay.maxCents }),
      };
    case 'flat':
      return { type: 'flat', amount_cents: pay.amountCents };
    case 'none':
      return { type: 'none' };
  }
}
