import { Button, Group, Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { readPeriod } from '../../format/period.js';
import { idField, oneOf, period, useFilters, useNewForm } from '../../session/search.js';
import { useCan, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/sales.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { ExplainDrawer } from '../../ui/explain/explain-drawer.js';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.js';
import { Identifier } from '../../ui/identifier.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { PartnerFilter } from '../../ui/partner-filter.js';
import { PartnerName } from '../../ui/partner-name.js';
import { PeriodFilter } from '../../ui/period-filter.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { type ListPage, useListPage } from '../../ui/use-list-page.js';
import { StoryActions } from '../commissions/story-actions.js';
import { EnterSaleDrawer } from './enter-sale-drawer.js';

type Sale = Row<'/api/programs/{programId}/sales'>;

const FILTERS = { partner: idField, refunded: oneOf('true', 'false'), period, sale: idField };
const NARROWING = ['partner', 'refunded', 'period'] as const;
const DRAWERS = ['sale'] as const;
const REFUNDED = [
  { value: 'true', label: texts.withRefunds },
  { value: 'false', label: texts.withoutRefunds },
] as const;

export const SALE_COLUMNS: readonly Column<Sale>[] = [
  {
    key: 'sale',
    header: common.sale,
    cell: (sale) => (
      <Group gap={6} wrap="nowrap" w="max-content" component="span">
        <Identifier>{sale.transaction_id}</Identifier>
        {sale.test_mode && <StatusBadge status="test" />}
      </Group>
    ),
  },
  {
    key: 'when',
    header: common.time,
    sort: '-occurred_at',
    cell: (sale) => <Time at={sale.occurred_at} form="date" />,
  },
  {
    key: 'customer',
    header: common.customer,
    onPhone: 'hidden',
    cell: (sale) => <Customer sale={sale} />,
  },
  { key: 'partner', header: common.partner, cell: (sale) => <PartnerName partnerId={sale.partner_id} /> },
  {
    key: 'commission',
    header: common.commission,
    cell: (sale) => <StatusBadge status={sale.commission_status ?? sale.commission_state} />,
  },
  {
    key: 'amount',
    header: common.amount,
    sort: '-amount_cents',
    align: 'end',
    cell: (sale) => (
      <div>
        <Money amountCents={sale.amount_cents} currency={sale.currency} />
        {sale.refunded_amount_cents > 0 && (
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {texts.refunded({
              amount: <Money amountCents={sale.refunded_amount_cents} currency={sale.currency} />,
            })}
          </Text>
        )}
      </div>
    ),
  },
];

function Customer({ sale }: { readonly sale: Sale }) {
  const programId = useProgramId();
  return (
    <TextLink
      to="/p/$programId/customers/$customerId"
      params={{ programId, customerId: String(sale.customer_id) }}
    >
      <Identifier>{sale.customer_key ?? common.customerNumber({ id: sale.customer_id })}</Identifier>
    </TextLink>
  );
}

function useSaleFilters() {
  return useFilters(FILTERS, DRAWERS);
}

function SaleFilters({
  page,
  search,
  setSearch,
  onClear,
}: {
  readonly page: ListPage<unknown>;
  readonly search: ReturnType<typeof useSaleFilters>[0];
  readonly setSearch: ReturnType<typeof useSaleFilters>[1];
  readonly onClear: (() => void) | undefined;
}) {
  return (
    <Filters onClear={onClear} files={page.files} view={{ list: 'sales', columns: SALE_COLUMNS }}>
      <SearchFilter {...page.search} label={texts.searchSales} />
      <PartnerFilter value={search.partner} onChange={(partner) => setSearch({ partner })} />
      <SelectFilter
        label={texts.refunds}
        options={REFUNDED}
        value={search.refunded}
        onChange={(refunded) => setSearch({ refunded })}
      />
      <PeriodFilter value={search.period} onChange={(next) => setSearch({ period: next })} />
    </Filters>
  );
}

/** Sales of a program, the newest first, and why each earned what it earned. */
export function SalesPage() {
  const programId = useProgramId();
  const [search, setSearch] = useSaleFilters();
  const canEnter = useCan('commission:write');
  const [isEntering, { open, close }] = useNewForm();
  const page = useListPage('/api/programs/{programId}/sales', {
    path: { programId },
    query: {
      partner_id: search.partner,
      refunded: search.refunded,
      ...(search.period && readPeriod(search.period)),
    },
  });
  const isFiltered = page.isSearched || NARROWING.some((name) => search[name] !== undefined);
  const clear = isFiltered ? () => page.clear(...NARROWING) : undefined;
  return (
    <>
      <PageHeader
        title={common.sales}
        description={texts.paymentsFromReferredCustomersSelect}
        actions={
          canEnter && (
            <Button variant="default" onClick={open}>
              {texts.enterASale}
            </Button>
          )
        }
      />
      <SaleFilters page={page} search={search} setSearch={setSearch} onClear={clear} />
      <DataTable
        onClear={clear}
        label={common.sales}
        list={page.list}
        sorting={page.sorting}
        view="sales"
        columns={SALE_COLUMNS}
        rowKey={(sale) => sale.id}
        open={(sale) => setSearch({ sale: String(sale.id) })}
        empty={
          isFiltered
            ? { title: texts.noMatchingSales, text: common.tryDifferentFilters }
            : {
                title: texts.noSalesYet,
                text: texts.salesAppearHereWhen,
                action: (
                  <LinkButton to="/p/$programId/integration" params={{ programId }}>
                    {common.checkIntegration}
                  </LinkButton>
                ),
              }
        }
      />
      <Text size="xs" c="dimmed" mt="sm">
        {texts.testSalesAreMarkedEarn} {texts.datesOfSales}
      </Text>
      {canEnter && isEntering && <EnterSaleDrawer onClose={close} />}
      <ExplainDrawer
        explained={search.sale === undefined ? null : { what: 'sales', id: search.sale }}
        onClose={() => setSearch({ sale: undefined })}
        actions={(explanation) => <StoryActions explanation={explanation} />}
      />
    </>
  );
}
