import { Group, Title } from '@mantine/core';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/partners.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import type { PartnerDetail } from './partner-detail.js';

type Commission = PartnerDetail['recent_commissions'][number];

const SHOWN = 5;

const COLUMNS: readonly Column<Commission>[] = [
  { key: 'when', header: texts.earnedOn, cell: (commission) => <Time at={commission.created_at} /> },
  { key: 'status', header: common.status, cell: (commission) => <StatusBadge status={commission.status} /> },
  {
    key: 'payable',
    header: texts.payableOn,
    cell: (commission) => <Time at={commission.payable_at} form="date" />,
  },
  {
    key: 'amount',
    header: common.commission,
    align: 'end',
    cell: (commission) => <Money amountCents={commission.amount_cents} currency={commission.currency} />,
  },
];

/** The newest commissions of a partner, and the way to all of them. */
export function PartnerSales({ partner }: { readonly partner: PartnerDetail }) {
  const programId = useProgramId();
  const filtered = { params: { programId }, search: { partner: String(partner.id) }, size: 'sm' } as const;
  return (
    <section aria-label={texts.recentCommissions}>
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2}>{texts.recentCommissions}</Title>
        <Group gap="md">
          <TextLink to="/p/$programId/commissions" {...filtered}>
            {texts.viewAllCommissions}
          </TextLink>
          <TextLink to="/p/$programId/sales" {...filtered}>
            {texts.viewAllSales}
          </TextLink>
        </Group>
      </Group>
      <DataTable
        label={texts.recentCommissions}
        list={{ rows: partner.recent_commissions.slice(0, SHOWN), error: null, retry: () => undefined }}
        columns={COLUMNS}
        rowKey={(commission) => commission.id}
        empty={{
          title: common.noCommissionsYet,
          text: texts.commissionsAppearAfterTheFirst,
        }}
      />
    </section>
  );
}
