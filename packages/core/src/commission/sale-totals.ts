import type { TotalsIncrement } from '../facts.js';
import type { Commission, Sale } from '../model.js';

/** What a real sale adds to the totals of the day it was recorded: revenue and commission in their own currencies. */
export function saleTotals(sale: Sale, isFirst: boolean, commission: Commission | null): TotalsIncrement[] {
  if (sale.testMode) return [];
  const { programId, partnerId, recordedAtMs: atMs, dimensions } = sale;
  const linkId = sale.linkId ?? 0;
  const increments: TotalsIncrement[] = [
    {
      programId,
      atMs,
      partnerId,
      linkId,
      currency: sale.currency,
      dimensions,
      sales: 1,
      customers: isFirst ? 1 : 0,
      revenueCents: sale.amountCents,
    },
  ];
  if (commission !== null) {
    const { currency, originalCents: commissionCents } = commission;
    increments.push({ programId, atMs, partnerId, linkId, currency, dimensions, commissionCents });
  }
  return increments;
}
