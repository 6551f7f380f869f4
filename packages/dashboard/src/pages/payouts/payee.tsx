import { Stack, Text } from '@mantine/core';
import type { Answer, Row } from '../../api/client.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payouts.js';

export type DueItem = Answer<'/api/programs/{programId}/payouts/due'>['data'][number];
export type Run = Answer<'/api/programs/{programId}/payout-runs/{id}'>;
export type RunPayout = Run['payouts'][number];
export type PayoutFormat = RunPayout['format'];

const METHODS: Readonly<Record<PayoutFormat, string>> = texts.methods;

/** The payment files there are, by the name of who takes them. */
export const FILES: readonly { readonly format: PayoutFormat; readonly label: string }[] = [
  { format: 'bank', label: texts.bank },
  { format: 'paypal', label: common.payPal },
  { format: 'wise', label: common.wise },
];

/** What is wrong with payout details, from the service's error text such as `iban is invalid`. */
export function problemText(problem: string): string {
  const [field = '', fault = ''] = problem.split(' is ');
  const label = (texts.detailsFields as Readonly<Record<string, string>>)[field] ?? field;
  return fault === 'required' ? texts.isMissing({ field: label }) : texts.isNotValid({ field: label });
}

/** What a payment file is called. */
export function fileLabel(format: PayoutFormat): string {
  return FILES.find((file) => file.format === format)?.label ?? format;
}

/** How a partner is to be paid, or that there are no payout details yet: nothing is wrong then, the partner just has to enter them. */
export function PayoutMethod({ method }: { readonly method: string | null }) {
  if (method !== null) return <>{METHODS[method as PayoutFormat] ?? method}</>;
  return (
    <Text span inherit c="dimmed">
      {texts.noPayoutDetails}
    </Text>
  );
}

/** Who a payout was made to, as it was when the payout was created: name, method and the end of the account. */
export function PaidTo({ payout }: { readonly payout: Row<'/api/programs/{programId}/payouts'> }) {
  const { payee_name: name, method, account } = payout;
  return (
    <Stack gap={0} component="span">
      <span>{name}</span>
      <Text span size="xs" c="dimmed">
        {method === null ? texts.noPayoutDetails : [METHODS[method], account].filter(Boolean).join(' ')}
      </Text>
      {payout.status === 'open' && payout.details_problem !== null && (
        <Text span size="xs" c="var(--svc-color-bad)">
          {texts.notInThePaymentFile({ problem: problemText(payout.details_problem) })}
        </Text>
      )}
    </Stack>
  );
}
