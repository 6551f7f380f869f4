import type { PartnerStatement } from '@svc/contract';
import { decimalOf } from '@svc/contract';
import { toCsv } from '../../operations/csv.js';

/** A statement as a file, amounts with their decimal point. */
export function statementCsv({ payout, lines }: PartnerStatement): string {
  return toCsv(
    [
      'payout',
      'kind',
      'commission',
      'sale_at',
      'amount',
      'currency',
      'payee',
      'method',
      'account',
      'adjustment',
      'reason',
      'lead_at',
    ],
    lines.map((line) => [
      payout.id,
      line.kind,
      line.commission_id,
      line.sale_at,
      decimalOf(line.amount_cents, payout.currency),
      payout.currency,
      payout.payee_name,
      payout.method,
      payout.account,
      line.adjustment_id,
      line.reason,
      line.lead_at,
    ]),
  );
}
