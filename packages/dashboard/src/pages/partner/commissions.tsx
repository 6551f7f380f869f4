import { useList } from '../../api/use-read.js';
import { formatMoment } from '../../format/time.js';
import { id, oneOf, useFilters } from '../../session/search.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SelectFilter } from '../../ui/filters.js';
import { LinkButton } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { CommissionDrawer } from './commission-drawer.js';
import { type PartnerCommission, WhatIsLeft, WhenPayable } from './commission-parts.js';
import { Standing } from './standing.js';

const STATUSES = ['pending', 'payable', 'paid', 'held', 'reversed'] as const;
const FILTERS = { status: oneOf(...STATUSES), commission: id };
const OPTIONS = [
  { value: 'pending', label: 'Pending' },
  { value: 'payable', label: 'Payable' },
  { value: 'paid', label: 'Paid' },
  { value: 'held', label: 'Held' },
  { value: 'reversed', label: 'Reversed' },
] as const;

const COLUMNS: readonly Column<PartnerCommission>[] = [
  { key: 'sale', header: 'Sale', cell: (commission) => formatMoment(commission.sale_at) },
  { key: 'status', header: 'Status', cell: (commission) => <StatusBadge status={commission.status} /> },
  { key: 'payable', header: 'Payable', cell: (commission) => <WhenPayable commission={commission} /> },
  {
    key: 'amount',
    header: 'Sale amount',
    align: 'end',
    cell: (commission) => (
      <Money amountCents={commission.sale_amount_cents} currency={commission.sale_currency} />
    ),
  },
  {
    key: 'commission',
    header: 'Commission',
    align: 'end',
    cell: (commission) => <WhatIsLeft commission={commission} />,
  },
];

/** A partner's commissions, the newest first, each with the story behind it. */
export function Page() {
  const programId = useProgramId();
  const { company } = usePartnerProgram();
  const [search, setSearch] = useFilters(FILTERS);
  const commissions = useList('/api/partner/programs/{programId}/commissions', {
    path: { programId },
    query: { status: search.status },
  });
  return (
    <>
      <PageHeader
        title="Commissions"
        description="What each sale earned you, when it becomes payable, and why an amount changed."
      />
      <Standing />
      <Filters onClear={search.status === undefined ? undefined : () => setSearch({ status: undefined })}>
        <SelectFilter
          label="Status"
          options={OPTIONS}
          value={search.status}
          onChange={(status) => setSearch({ status })}
        />
      </Filters>
      <DataTable
        label="Commissions"
        list={commissions}
        columns={COLUMNS}
        rowKey={(commission) => commission.id}
        open={(commission) => setSearch({ commission: String(commission.id) })}
        empty={
          search.status === undefined
            ? {
                title: 'No commissions yet',
                text: `When somebody who came through your links buys from ${company}, it appears here.`,
                action: (
                  <LinkButton to="/partner/$programId/links" params={{ programId }}>
                    Go to my links
                  </LinkButton>
                ),
              }
            : { title: 'None of this status', text: 'Choose another status to see more.' }
        }
      />
      <CommissionDrawer
        commissionId={search.commission}
        onClose={() => setSearch({ commission: undefined })}
      />
    </>
  );
}
