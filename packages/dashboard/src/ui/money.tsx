import { Text } from '@mantine/core';
import { formatMoney } from '../format/money.js';

/** An amount in its currency's own format. `amountCents` is in the smallest unit. */
export function Money({
  amountCents,
  currency,
  isDimmedAtZero = false,
}: {
  readonly amountCents: number;
  readonly currency: string;
  /** Draws zero back where most rows have it. */
  readonly isDimmedAtZero?: boolean;
}) {
  return (
    <Text
      span
      inherit
      className="figures"
      style={{ whiteSpace: 'nowrap' }}
      c={isDimmedAtZero && amountCents === 0 ? 'dimmed' : undefined}
    >
      {formatMoney(amountCents, currency)}
    </Text>
  );
}
