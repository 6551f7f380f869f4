import { Group, Stack, Text } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import type { Row } from '../../api/client.js';
import { texts } from '../../texts/commissions.js';
import { common } from '../../texts/common.js';
import type { Column } from '../../ui/data-table.js';
import { Identifier } from '../../ui/identifier.js';
import { Money } from '../../ui/money.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';

export type Commission = Row<'/api/programs/{programId}/commissions'>;

/** A commission in the list. */
export const COLUMNS: readonly Column<Commission>[] = [
  {
    key: 'sale',
    header: common.sale,
    cell: ({ transaction_id: id }) => (id === null ? texts.signUp : <Identifier>{id}</Identifier>),
  },
  {
    key: 'earned',
    header: texts.earnedOn,
    onPhone: 'hidden',
    sort: '-created_at',
    cell: (commission) => <Time at={commission.created_at} form="date" />,
  },
  {
    key: 'partner',
    header: common.partner,
    cell: (commission) => <PartnerName partnerId={commission.partner_id} />,
  },
  {
    key: 'customer',
    header: common.customer,
    onPhone: 'hidden',
    cell: (commission) => (
      <Identifier>
        {commission.customer_key ?? common.customerNumber({ id: commission.customer_id })}
      </Identifier>
    ),
  },
  {
    key: 'status',
    header: common.status,
    onPhone: 'plain',
    width: '10rem',
    cell: (commission) => <Standing commission={commission} />,
  },
  {
    key: 'amount',
    header: common.amount,
    sort: '-amount_cents',
    align: 'end',
    cell: (commission) => <Amount commission={commission} />,
  },
];

/** The status, when a commission that waits becomes payable, and what was found in its sale. */
function Standing({ commission }: { readonly commission: Commission }) {
  return (
    <Group gap="2px 6px" component="span">
      <StatusBadge status={commission.rejected_at === null ? commission.status : 'rejected'} />
      {commission.status === 'pending' && (
        <Text span size="xs" c="dimmed" visibleFrom="xs" style={{ whiteSpace: 'nowrap' }}>
          {texts.until({ time: <Time at={commission.payable_at} form="date" /> })}
        </Text>
      )}
      {commission.status === 'held' && commission.hold_kind !== null && (
        <Text span size="xs" c="dimmed" lineClamp={2} visibleFrom="xs">
          {commission.hold_kind === 'manual'
            ? commission.hold_reason
            : texts.heldBecause[commission.hold_kind]}
        </Text>
      )}
      {commission.rejection_reason !== null && (
        <Text span size="xs" c="dimmed" lineClamp={2} visibleFrom="xs">
          {commission.rejection_reason}
        </Text>
      )}
      {commission.flags.length > 0 && (
        <Text span size="xs" fw={500}>
          <IconFlag size={12} aria-hidden /> {commission.flags.map((flag) => common.flags[flag]).join(', ')}
        </Text>
      )}
    </Group>
  );
}

function Amount({ commission }: { readonly commission: Commission }) {
  const { amount_cents: left, original_amount_cents: earned, currency } = commission;
  return (
    <Stack gap={0} align="flex-end" component="span">
      <Money amountCents={left} currency={currency} />
      {left !== earned && (
        <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {texts.of({ amount: <Money amountCents={earned} currency={currency} /> })}
        </Text>
      )}
    </Stack>
  );
}
