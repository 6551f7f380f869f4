import { Group, Title } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { listOf, useRead } from '../../api/use-read.js';
import { idField, useFilters } from '../../session/search.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/partners.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { ExplainDrawer } from '../../ui/explain/explain-drawer.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import type { PartnerDetail } from './partner-detail.js';

type Commission = Row<'/api/programs/{programId}/commissions'>;

const SHOWN = '5';

const FIELDS = { commission: idField };
const DRAWERS = ['commission'] as const;

const COLUMNS: readonly Column<Commission>[] = [
  {
    key: 'sale',
    header: common.sale,
    cell: ({ transaction_id: sale, customer_key: key, customer_id: id }) =>
      sale ?? key ?? common.customerNumber({ id }),
  },
  { key: 'when', header: texts.earnedOn, cell: (commission) => <Time at={commission.created_at} /> },
  { key: 'status', header: common.status, cell: (commission) => <StatusBadge status={commission.status} /> },
  {
    key: 'payable',
    header: texts.payableOn,
    // A sale that was assigned after its refund period is payable at once, from the day it was assigned.
    cell: ({ status, payable_at: payable, created_at: earned }) =>
      status === 'reversed' ? '–' : <Time at={payable > earned ? payable : earned} form="date" />,
  },
  {
    key: 'amount',
    header: common.commission,
    align: 'end',
    cell: (commission) => <Money amountCents={commission.amount_cents} currency={commission.currency} />,
  },
];

/** The newest commissions of a partner, each explained where it stands, and the way to all of them. */
export function PartnerSales({ partner }: { readonly partner: PartnerDetail }) {
  const programId = useProgramId();
  const newest = useRead('/api/programs/{programId}/commissions', {
    path: { programId },
    query: { partner_id: String(partner.id), limit: SHOWN },
  });
  const [{ commission }, setSearch] = useFilters(FIELDS, DRAWERS);
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
        list={listOf(newest, ({ data }) => data)}
        expectedRows={Number(SHOWN)}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        open={({ id }) => setSearch({ commission: String(id) })}
        empty={{
          title: common.noCommissionsYet,
          text: texts.commissionsAppearAfterTheFirst,
        }}
      />
      <ExplainDrawer
        explained={commission === undefined ? null : { what: 'commissions', id: commission }}
        onClose={() => setSearch({ commission: undefined })}
      />
    </section>
  );
}
