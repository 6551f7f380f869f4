import { Group, Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { formatDate, formatMoment } from '../../format/time.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/portal.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';

export type PartnerCommission = Row<'/api/partner/programs/{programId}/commissions'>;

/** The status, and why the program rejected it where it did. */
export function CommissionStatus({ commission }: { readonly commission: PartnerCommission }) {
  const { status, rejection_reason: reason, rejected_at: rejectedAt } = commission;
  const isRefunded =
    status === 'reversed' && rejectedAt === null && (commission.sale_refunded_cents ?? 0) > 0;
  return (
    <Group gap="2px 6px" component="span">
      <StatusBadge status={rejectedAt === null ? status : 'rejected'} />
      {(reason !== null || isRefunded) && (
        <Text span size="xs" c="dimmed" lineClamp={2}>
          {reason ?? texts.saleRefunded}
        </Text>
      )}
    </Group>
  );
}

/** When a commission is paid, in the few words that fit a list. */
export function WhenPayable({ commission }: { readonly commission: PartnerCommission }) {
  const programId = useProgramId();
  const { status, payable_at: payableAt, payout_id: payoutId } = commission;
  if (status === 'pending') return <Time at={payableAt} form="date" />;
  if (status === 'payable') return texts.inYourNextPayout;
  if (status === 'held') return texts.whenItIsReleased;
  if (status === 'reversed' || payoutId === null) return '–';
  return (
    <TextLink to="/partner/$programId/payouts/$payoutId" params={{ programId, payoutId: String(payoutId) }}>
      {texts.payoutNumber({ payoutId })}
    </TextLink>
  );
}

/** What is left of a commission; beside it what was first earned, where that was more. */
export function WhatIsLeft({ commission }: { readonly commission: PartnerCommission }) {
  const { amount_cents: left, original_amount_cents: earned, currency } = commission;
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap" component="span" display="inline-flex">
      {left !== earned && (
        <Text span size="xs" c="dimmed">
          {texts.was({ amount: <Money amountCents={earned} currency={currency} /> })}
        </Text>
      )}
      <Money amountCents={left} currency={currency} />
    </Group>
  );
}

/** When the sale was made that a commission is of, or when somebody signed up. */
export function SaleOrSignUp({ commission }: { readonly commission: PartnerCommission }) {
  const { sale_at: saleAt, lead_at: leadAt, created_at: creditedAt } = commission;
  if (saleAt !== null) {
    // A sale that was reported late or assigned stands in the list where it was credited.
    const isLater = saleAt.slice(0, 10) !== creditedAt.slice(0, 10);
    return (
      <>
        {formatMoment(saleAt)}
        {isLater && (
          <Text span size="xs" fw={400} c="dimmed" display="block">
            {texts.creditedOn({ date: formatDate(creditedAt) })}
          </Text>
        )}
      </>
    );
  }
  return leadAt === null ? '–' : texts.signUpAt({ date: formatMoment(leadAt) });
}
