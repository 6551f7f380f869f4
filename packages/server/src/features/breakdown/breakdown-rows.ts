import { type BreakdownAnswer, Currency, nullable, Total } from '@svc/contract';
import Type from 'typebox';

const COUNTS = { clicks: Total, unique_clicks: Total, leads: Total, customers: Total, sales: Total };

/** A row of a breakdown as a file: a value, and one more for each other currency, which repeats no counts. */
export const BREAKDOWN_ROW = Type.Object({
  value: Type.String(),
  name: nullable(Type.String()),
  ...COUNTS,
  currency: Currency,
  gross_revenue_cents: Total,
  gross_commission_cents: Total,
});

export function breakdownRows({ data }: BreakdownAnswer): object[] {
  return data.flatMap((row) => [
    { ...row, ...amounts(row) },
    ...row.other_currencies.map((other) => ({ value: row.value, name: row.name, ...amounts(other) })),
  ]);
}

function amounts({
  currency,
  revenue_cents,
  commission_cents,
}: BreakdownAnswer['data'][number]['other_currencies'][number]) {
  return { currency, gross_revenue_cents: revenue_cents, gross_commission_cents: commission_cents };
}
