import { Group, Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { useList } from '../../api/use-read.js';
import { id, text, useFilters } from '../../session/search.js';
import { useProgramId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, TextFilter } from '../../ui/filters.js';
import { Identifier } from '../../ui/identifier.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PartnerFilter } from '../../ui/partner-filter.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';

type Customer = Row<'/api/programs/{programId}/customers'>;

const FILTERS = { key: text, partner: id };

const COLUMNS: readonly Column<Customer>[] = [
  {
    key: 'customer',
    header: 'Customer',
    cell: (customer) => (
      <Group gap="xs">
        <Identifier>{customer.customer_key ?? `Customer ${customer.id}`}</Identifier>
        {customer.test_mode && <StatusBadge status="test" />}
      </Group>
    ),
  },
  { key: 'status', header: 'Status', cell: (customer) => <StatusBadge status={customer.status} /> },
  {
    key: 'partner',
    header: 'Credited to',
    cell: (customer) =>
      customer.partner_id === null ? <None text="Nobody" /> : <PartnerName partnerId={customer.partner_id} />,
  },
  { key: 'seen', header: 'First seen', cell: (customer) => <Time at={customer.created_at} form="date" /> },
  {
    key: 'lead',
    header: 'Signed up',
    cell: (customer) =>
      customer.lead_at === null ? <None text="Not yet" /> : <Time at={customer.lead_at} form="date" />,
  },
  {
    key: 'sale',
    header: 'First sale',
    cell: (customer) =>
      customer.first_sale_at === null ? (
        <None text="Not yet" />
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
export function Page() {
  const programId = useProgramId();
  const [search, setSearch] = useFilters(FILTERS);
  const isFiltered = search.key !== undefined || search.partner !== undefined;
  const customers = useList('/api/programs/{programId}/customers', {
    path: { programId },
    query: { customer_key: search.key, partner_id: search.partner },
  });
  return (
    <>
      <PageHeader
        title="Customers"
        description="Who signed up or paid, and the partner each is credited to."
      />
      <Filters onClear={isFiltered ? () => setSearch({ key: undefined, partner: undefined }) : undefined}>
        <TextFilter label="Customer key" value={search.key} onChange={(key) => setSearch({ key })} />
        <PartnerFilter value={search.partner} onChange={(partner) => setSearch({ partner })} />
      </Filters>
      <DataTable
        label="Customers"
        list={customers}
        columns={COLUMNS}
        rowKey={(customer) => customer.id}
        to={(customer) => ({
          to: '/p/$programId/customers/$customerId',
          params: { programId, customerId: String(customer.id) },
        })}
        empty={
          isFiltered
            ? {
                title: 'No such customer',
                text: 'No customer fits these filters. A key is compared exactly.',
              }
            : {
                title: 'No customers yet',
                text: 'They appear here as soon as a visitor who came by a partner’s link signs up.',
                action: (
                  <LinkButton to="/p/$programId/integration" params={{ programId }}>
                    Check the integration
                  </LinkButton>
                ),
              }
        }
      />
    </>
  );
}
