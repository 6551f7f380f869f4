import { Text } from '@mantine/core';
import type { Answer } from '../../../api/client.js';

export type DueItem = Answer<'/api/programs/{programId}/payouts/due'>['data'][number];
export type Run = Answer<'/api/programs/{programId}/payout-runs/{id}'>;
export type RunPayout = Run['payouts'][number];

const METHODS: Readonly<Record<string, string>> = { bank: 'Bank transfer', paypal: 'PayPal', wise: 'Wise' };

/** How a partner wants to be paid, or that this is not known. */
export function PayoutMethod({ method }: { readonly method: string | null }) {
  if (method !== null) return <>{METHODS[method] ?? method}</>;
  return (
    <Text span inherit c="var(--svc-color-bad)">
      No details yet
    </Text>
  );
}
