import { Stack, Text, Title } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { useList } from '../../api/use-read.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/adjustments.js';
import { common } from '../../texts/common.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Money } from '../../ui/money.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';

type Adjustment = Row<'/api/partner/programs/{programId}/adjustments'>;

/** A partner's bonuses and deductions, each with its reason; nothing where there are none. */
export function PortalAdjustments() {
  const programId = useProgramId();
  const adjustments = useList('/api/partner/programs/{programId}/adjustments', { path: { programId } });
  if (adjustments.rows === undefined || adjustments.rows.length === 0) return null;
  return (
    <Stack gap="xs" mt="xl" component="section" aria-label={texts.adjustments}>
      <Title order={2}>{texts.adjustments}</Title>
      <Text size="sm" c="dimmed">
        {texts.bonusesAndDeductionsOfYours}
      </Text>
      <DataTable
        label={texts.adjustments}
        list={adjustments}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        expectedRows={1}
        empty={{ title: texts.noAdjustmentsYet, text: '' }}
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<Adjustment>[] = [
  { key: 'reason', header: texts.reason, cell: ({ reason }) => reason },
  { key: 'status', header: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'payable', header: texts.payableOn, cell: ({ payable_at: at }) => <Time at={at} form="date" /> },
  {
    key: 'amount',
    header: common.amount,
    align: 'end',
    cell: ({ amount_cents: cents, currency }) => <Money amountCents={cents} currency={currency} />,
  },
];
