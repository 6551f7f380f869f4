import { Stack, Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { netOf } from '../../format/net.js';
import { Money } from '../../ui/money.js';

/** Figures per currency; undefined for callers without `report:read`, which every role that opens these pages has. */
type Totals = Row<'/api/programs/{programId}/partners'>['totals'];
type Count = 'clicks' | 'leads' | 'customers' | 'sales';

/** Clicks, leads, customers or sales of a period, whatever currency was paid in. */
export function countOf(totals: Totals, name: Count): number {
  return (totals ?? []).reduce((sum, row) => sum + row[name], 0);
}

const AMOUNTS = { revenue: 'revenue_cents', commission: 'commission_cents' } as const;

/** Revenue or commission of a period after refunds: a line per currency, zero of the program's where there is none. */
export function Amounts({
  totals,
  amount,
  currency,
}: {
  readonly totals: Totals;
  readonly amount: keyof typeof AMOUNTS;
  /** The program's own. */
  readonly currency: string;
}) {
  const amounts = (totals ?? [])
    .map((row) => ({ currency: row.currency, amountCents: netOf(row)[AMOUNTS[amount]] }))
    .filter(({ amountCents }) => amountCents !== 0);
  if (amounts.length === 0) return <Money amountCents={0} currency={currency} isDimmedAtZero />;
  return (
    <Stack gap={0} component="span">
      {amounts.map((amount) => (
        <Text span inherit key={amount.currency}>
          <Money {...amount} />
        </Text>
      ))}
    </Stack>
  );
}
