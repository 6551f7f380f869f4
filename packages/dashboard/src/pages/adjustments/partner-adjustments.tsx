import { Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlusMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/adjustments.js';
import { common } from '../../texts/common.js';
import type { Column } from '../../ui/data-table.js';
import { ListTable } from '../../ui/list-table.js';
import { Money } from '../../ui/money.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';
import { AddAdjustmentDrawer, type AdjustedPartner } from './add-adjustment-drawer.js';
import type { Adjustment } from './adjustment.js';
import { ReverseAdjustmentDrawer } from './reverse-adjustment-drawer.js';

/** The bonuses and deductions of one partner, newest first, and the way to add one or take one back. */
export function PartnerAdjustments({ partner }: { readonly partner: AdjustedPartner }) {
  const programId = useProgramId();
  const canWrite = useCan('commission:write');
  const [isAdding, { open, close }] = useDisclosure(false);
  const [reversed, setReversed] = useState<Adjustment | null>(null);
  const page = useListPage(
    '/api/programs/{programId}/adjustments',
    { path: { programId }, query: { partner_id: String(partner.id) } },
    { name: 'adjustments' },
  );
  return (
    <section aria-label={texts.adjustments}>
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2}>{texts.adjustments}</Title>
        {canWrite && (
          <Button variant="default" leftSection={<IconPlusMinus size={16} aria-hidden />} onClick={open}>
            {texts.addAdjustment}
          </Button>
        )}
      </Group>
      {page.isEmpty ? (
        <Text size="sm" c="dimmed">
          {texts.bonusesAndDeductionsAppearHere}
        </Text>
      ) : (
        <ListTable
          label={texts.adjustments}
          page={page}
          view="adjustments"
          searched={texts.searchAdjustments}
          columns={canWrite ? [...COLUMNS, reverseColumn(setReversed)] : COLUMNS}
          rowKey={({ id }) => id}
          expectedRows={1}
          empty={{ title: texts.noAdjustmentsYet }}
        />
      )}
      {isAdding && <AddAdjustmentDrawer partner={partner} onClose={close} />}
      {reversed && <ReverseAdjustmentDrawer adjustment={reversed} onClose={() => setReversed(null)} />}
    </section>
  );
}

const COLUMNS: readonly Column<Adjustment>[] = [
  {
    key: 'reason',
    header: texts.reason,
    cell: (adjustment) => (
      <div>
        {adjustment.reason}
        <Text size="xs" c="dimmed">
          {texts.by({ email: adjustment.created_by })}
        </Text>
      </div>
    ),
  },
  {
    key: 'when',
    header: common.created,
    sort: '-created_at',
    cell: ({ created_at: at }) => <Time at={at} />,
  },
  { key: 'status', header: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'payable',
    header: texts.payableOn,
    sort: '-payable_at',
    cell: ({ payable_at: at }) => <Time at={at} form="date" />,
  },
  {
    key: 'amount',
    header: common.amount,
    sort: '-amount_cents',
    onPhone: 'figure',
    align: 'end',
    cell: ({ amount_cents: cents, currency }) => <Money amountCents={cents} currency={currency} />,
  },
];

/** A reversal is not reversed in turn: another adjustment says that better. */
function reverseColumn(reverse: (adjustment: Adjustment) => void): Column<Adjustment> {
  return {
    key: 'reverse',
    header: common.actions,
    align: 'end',
    cell: (adjustment) => {
      if (adjustment.reverses_id !== null) return texts.reverses({ id: adjustment.reverses_id });
      if (adjustment.reversed_by_id !== null) return texts.wasReversed;
      return (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.reverseOf({ reason: adjustment.reason })}
          onClick={() => reverse(adjustment)}
        >
          {texts.reverse}
        </Button>
      );
    },
  };
}
