import { Group, Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { idField, useFilters } from '../../session/search.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/customers.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { Identifier } from '../../ui/identifier.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PartnerFilter } from '../../ui/partner-filter.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';

type Customer = Row<'/api/programs/{programId}/customers'>;

const FILTERS = { partner: idField };

const COLUMNS: readonly Column<Customer>[] = [
  {
    key: 'customer',
    header: common.customer,
    sort: 'customer_key',
    cell: (customer) => (
      <Group gap="xs">
        <Identifier>{customer.customer_key ?? common.customerNumber({ id: customer.id })}</Identifier>
        {customer.test_mode && <StatusBadge status="test" />}
      </Group>
    ),
  },
  { key: 'status', header: common.status, cell: (customer) => <StatusBadge status={customer.status} /> },
  {
    key: 'partner',
    header: texts.creditedTo,
    cell: (customer) =>
      customer.partner_id === null ? (
        <None text={common.noPartner} />
      ) : (
        <PartnerName partnerId={customer.partner_id} />
      ),
  },
  {
    key: 'seen',
    header: texts.firstSeen,
    sort: '-created_at',
    cell: (customer) => <Time at={customer.created_at} form="date" />,
  },
  {
    key: 'lead',
    header: texts.signedUp,
    onPhone: 'hidden',
    cell: (customer) =>
      customer.lead_at === null ? <None text={texts.notYet} /> : <Time at={customer.lead_at} form="date" />,
  },
  {
    key: 'sale',
    header: texts.firstSale,
    onPhone: 'hidden',
    cell: (customer) =>
      customer.first_sale_at === null ? (
        <None text={texts.notYet} />
      ) : (
        <Time at={customer.first_sale_at} form="date" />
      ),
  },
];

function None({ text }: { readonly text: string }) {
  return (
    <Text span inherit c="dimmed">
      {text}
    </Text>
  );
}

/** Who was brought, the newest first. */
export function CustomersPage() {
  const programId = useProgramId();
  const [search, setSearch] = useFilters(FILTERS);
  const page = useListPage('/api/programs/{programId}/customers', {
    path: { programId },
    query: { partner_id: search.partner },
  });
  const isFiltered = page.isSearched || search.partner !== undefined;
  return (
    <>
      <PageHeader title={common.customers} description={texts.everyoneWhoSignedUp} />
      <Filters
        onClear={isFiltered ? () => page.clear('partner') : undefined}
        files={page.files}
        view={{ list: 'customers', columns: COLUMNS }}
      >
        <SearchFilter {...page.search} label={texts.searchCustomers} />
        <PartnerFilter value={search.partner} onChange={(partner) => setSearch({ partner })} />
      </Filters>
      <DataTable
        onClear={isFiltered ? () => page.clear('partner') : undefined}
        label={common.customers}
        list={page.list}
        sorting={page.sorting}
        view="customers"
        columns={COLUMNS}
        rowKey={(customer) => customer.id}
        to={(customer) => ({
          to: '/p/$programId/customers/$customerId',
          params: { programId, customerId: String(customer.id) },
        })}
        empty={
          isFiltered
            ? {
                title: texts.noMatchingCustomers,
                text: texts.olderCustomersAreFound,
              }
            : {
                title: texts.noCustomersYet,
                text: texts.customersAppearHereWhen,
                action: (
                  <LinkButton to="/p/$programId/integration" params={{ programId }}>
                    {common.checkIntegration}
                  </LinkButton>
                ),
              }
        }
      />
    </>
  );
}
