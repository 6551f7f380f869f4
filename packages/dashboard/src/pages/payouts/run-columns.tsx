import { Group, Text } from '@mantine/core';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payouts.js';
import type { Column } from '../../ui/data-table.js';
import { Money } from '../../ui/money.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import type { LocalOrder } from '../../ui/use-local-page.js';
import { Reference } from './all-payouts.js';
import { CancelPayout } from './cancel-payout.js';
import { PayOne } from './mark-paid.js';
import { PaidTo, type RunPayout } from './payee.js';

const COLUMNS: readonly Column<RunPayout>[] = [
  {
    key: 'partner',
    header: common.partner,
    sort: 'partner',
    cell: (payout) => <PartnerName partnerId={payout.partner_id} />,
  },
  {
    key: 'amount',
    header: common.amount,
    sort: '-amount',
    align: 'end',
    cell: (payout) => <Money amountCents={payout.amount_cents} currency={payout.currency} />,
  },
  { key: 'payee', header: texts.paidTo, cell: (payout) => <PaidTo payout={payout} /> },
  {
    key: 'status',
    header: common.status,
    sort: 'status',
    cell: (payout) => (
      <Group gap={6} wrap="nowrap" component="span" style={{ display: 'inline-flex' }}>
        <StatusBadge status={payout.status} />
        {payout.settled_at !== null && (
          <Text span size="xs" c="dimmed">
            <Time at={payout.settled_at} form="date" />
          </Text>
        )}
      </Group>
    ),
  },
  {
    key: 'reference',
    header: texts.reference,
    onPhone: 'hidden',
    cell: (payout) => <Reference text={payout.reference} />,
  },
];

const ACTIONS: Column<RunPayout> = {
  key: 'actions',
  header: common.actions,
  align: 'end',
  cell: (payout) =>
    payout.status === 'open' && (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <PayOne payout={payout} />
        <CancelPayout payout={payout} />
      </Group>
    ),
};

/** How the payouts of a run are searched and sorted. */
export const RUN_ORDER: LocalOrder<RunPayout> = {
  searched: (payout) => [payout.name, payout.payee_name, payout.reference],
  sorts: {
    partner: (payout) => payout.name,
    amount: (payout) => payout.amount_cents,
    status: (payout) => payout.status,
  },
};

/** The payouts of a run, with actions where the user may take any and one of them is open. */
export function runColumns(canPay: boolean, payouts: readonly RunPayout[]): readonly Column<RunPayout>[] {
  return canPay && payouts.some(({ status }) => status === 'open') ? [...COLUMNS, ACTIONS] : COLUMNS;
}
