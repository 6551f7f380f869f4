import { Tabs, Text } from '@mantine/core';
import { readPeriod } from '../../format/period.js';
import { idField, oneOf, period, useFilters } from '../../session/search.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import type { Column } from '../../ui/data-table.js';
import { SelectFilter } from '../../ui/filters.js';
import { LinkButton } from '../../ui/links.js';
import { ListTable, namesOf } from '../../ui/list-table.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { PeriodFilter } from '../../ui/period-filter.js';
import { useListPage } from '../../ui/use-list-page.js';
import { PortalAdjustments } from './adjustments.js';
import { CommissionDrawer } from './commission-drawer.js';
import {
  CommissionStatus,
  type PartnerCommission,
  SaleOrSignUp,
  WhatIsLeft,
  WhenPayable,
} from './commission-parts.js';
import { Standing } from './standing.js';

const STATUSES = ['pending', 'payable', 'paid', 'held', 'reversed'] as const;
const FILTERS = { show: oneOf('adjustments'), status: oneOf(...STATUSES), period, commission: idField };
const DRAWERS = ['commission'] as const;
const OPTIONS = [
  { value: 'pending', label: common.pending },
  { value: 'payable', label: common.payable },
  { value: 'paid', label: common.paid },
  { value: 'held', label: common.held },
  { value: 'reversed', label: common.reversed },
] as const;

export const COMMISSION_COLUMNS: readonly Column<PartnerCommission>[] = [
  {
    key: 'sale',
    header: common.sale,
    sort: '-created_at',
    cell: (commission) => <SaleOrSignUp commission={commission} />,
  },
  {
    key: 'status',
    header: common.status,
    cell: (commission) => <CommissionStatus commission={commission} />,
  },
  {
    key: 'payable',
    header: common.payable,
    sort: '-payable_at',
    cell: (commission) => <WhenPayable commission={commission} />,
  },
  {
    key: 'amount',
    header: texts.saleAmount,
    onPhone: 'hidden',
    align: 'end',
    cell: ({ sale_amount_cents: cents, sale_currency: currency }) =>
      cents === null || currency === null ? '–' : <Money amountCents={cents} currency={currency} />,
  },
  {
    key: 'commission',
    header: common.commission,
    sort: '-amount_cents',
    align: 'end',
    cell: (commission) => <WhatIsLeft commission={commission} />,
  },
];

/** A partner's commissions, the newest first, each with the story behind it; on a tab of their own, bonuses and deductions. */
export function PortalCommissionsPage() {
  const [search, setSearch] = useFilters(FILTERS, DRAWERS);
  return (
    <>
      <PageHeader title={common.commissions} description={texts.whatYouEarnedFromEach} />
      <Standing />
      <Tabs
        value={search.show ?? 'commissions'}
        onChange={(next) => setSearch({ show: FILTERS.show(next) })}
        keepMounted={false}
      >
        <Tabs.List mb="md" style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
          <Tabs.Tab value="commissions">{common.commissions}</Tabs.Tab>
          <Tabs.Tab value="adjustments">{texts.bonusesAndDeductions}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="commissions">
          <CommissionList />
        </Tabs.Panel>
        <Tabs.Panel value="adjustments">
          <PortalAdjustments />
        </Tabs.Panel>
      </Tabs>
      <CommissionDrawer
        commissionId={search.commission}
        onClose={() => setSearch({ commission: undefined })}
      />
    </>
  );
}

function CommissionList() {
  const programId = useProgramId();
  const { company: workspace } = usePartnerProgram();
  const [search, setSearch] = useFilters(FILTERS, DRAWERS);
  const page = useListPage('/api/partner/programs/{programId}/commissions', {
    path: { programId },
    query: { status: search.status, ...(search.period && readPeriod(search.period)) },
  });
  return (
    <>
      <ListTable
        label={common.commissions}
        page={page}
        view="portal-commissions"
        searched={texts.searchCommissions}
        filters={
          <>
            <SelectFilter
              label={common.status}
              options={OPTIONS}
              value={search.status}
              onChange={(status) => setSearch({ status })}
            />
            <PeriodFilter value={search.period} onChange={(next) => setSearch({ period: next })} />
          </>
        }
        filtered={namesOf({ status: search.status, period: search.period })}
        columns={COMMISSION_COLUMNS}
        rowKey={(commission) => commission.id}
        open={(commission) => setSearch({ commission: String(commission.id) })}
        empty={{
          title: common.noCommissionsYet,
          text: texts.commissionsAppearHereWhenSomeone({ workspace }),
          action: (
            <LinkButton to="/partner/$programId/links" params={{ programId }}>
              {texts.goToYourLinks}
            </LinkButton>
          ),
        }}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {texts.datesAreInUtc}
      </Text>
    </>
  );
}
