import { Button, Group, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { Row } from '../../api/client.js';
import { oneOf, useFilters } from '../../session/search.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/activity.js';
import { common } from '../../texts/common.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.js';
import { Identifier } from '../../ui/identifier.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { NOTHING_FOUND, useListPage } from '../../ui/use-list-page.js';

type Event = Row<'/api/programs/{programId}/events'>;

const EVERY_MS = 3000;
const FILTERS = { type: oneOf('click', 'lead', 'sale', 'refund') };
const KINDS = [
  { value: 'click', label: common.clicks },
  { value: 'lead', label: common.leads },
  { value: 'sale', label: common.sales },
  { value: 'refund', label: texts.refunds },
] as const;

const eventKey = (event: Event) => `${event.type} ${event.occurred_at} ${event.id}`;

const COLUMNS: readonly Column<Event>[] = [
  {
    key: 'event',
    header: common.event,
    cell: (event) => (
      <Group gap={6} wrap="nowrap" w="max-content" component="span">
        <StatusBadge status={event.type} />
        {event.test_mode && <StatusBadge status="test" />}
        {event.bot && <StatusBadge status="bot" />}
      </Group>
    ),
  },
  {
    key: 'when',
    header: common.time,
    sort: '-occurred_at',
    cell: (event) => <Time at={event.occurred_at} form="relative" />,
  },
  {
    key: 'partner',
    header: common.partner,
    cell: (event) => (event.partner_id === null ? null : <PartnerName partnerId={event.partner_id} />),
  },
  {
    key: 'customer',
    header: common.customer,
    cell: (event) => (event.customer_id === null ? null : <Customer event={event} />),
  },
  {
    key: 'transaction',
    header: texts.transaction,
    cell: (event) => (event.transaction_id === null ? null : <Transaction event={event} />),
  },
  {
    key: 'amount',
    header: common.amount,
    align: 'end',
    cell: (event) => (event.amount_cents === null ? null : <Amount event={event} />),
  },
];

function Customer({ event }: { readonly event: Event }) {
  const programId = useProgramId();
  const { customer_id: customerId, customer_key: key } = event;
  return (
    <TextLink to="/p/$programId/customers/$customerId" params={{ programId, customerId: String(customerId) }}>
      <Identifier>{key ?? common.customerNumber({ id: customerId ?? '' })}</Identifier>
    </TextLink>
  );
}

function Transaction({ event }: { readonly event: Event }) {
  const programId = useProgramId();
  return (
    <TextLink to="/p/$programId/sales" params={{ programId }} search={{ sale: event.sale_id }}>
      <Identifier>{event.transaction_id ?? ''}</Identifier>
    </TextLink>
  );
}

function Amount({ event }: { readonly event: Event }) {
  const { amount_cents: amountCents, currency, type } = event;
  if (amountCents === null || currency === null) return null;
  return <Money amountCents={type === 'refund' ? -amountCents : amountCents} currency={currency} />;
}

/** Everything that is being recorded, the newest first, as it arrives. */
export function EventsPage() {
  const programId = useProgramId();
  const [search, setSearch] = useFilters(FILTERS);
  const [isPaused, setPaused] = useState(false);
  const page = useListPage(
    '/api/programs/{programId}/events',
    { path: { programId }, query: { type: search.type } },
    isPaused ? {} : { everyMs: EVERY_MS },
  );
  const isFiltered = page.isSearched || search.type !== undefined;
  return (
    <>
      <PageHeader
        title={common.events}
        description={texts.clicksLeadsSalesAndRefunds}
        actions={
          <Button
            variant="default"
            leftSection={
              isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
            }
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? texts.resume : texts.pause}
          </Button>
        }
      />
      <Filters
        onClear={isFiltered ? () => page.clear('type') : undefined}
        files={page.files}
        view={{ list: 'events', columns: COLUMNS }}
      >
        <SearchFilter {...page.search} />
        <SelectFilter
          label={texts.eventType}
          options={KINDS}
          value={search.type}
          onChange={(type) => setSearch({ type })}
        />
        {!page.isSearched && <News key={search.type} rows={page.list.rows} isPaused={isPaused} />}
      </Filters>
      <DataTable
        onClear={isFiltered ? () => page.clear('type') : undefined}
        label={common.events}
        list={page.list}
        sorting={page.sorting}
        view="events"
        columns={COLUMNS}
        rowKey={eventKey}
        empty={
          isFiltered
            ? NOTHING_FOUND
            : {
                title: common.noEventsYet,
                text: texts.setUpTheIntegration,
                action: <SetUp />,
              }
        }
      />
      <Text size="xs" c="dimmed" mt="sm">
        {texts.testEventsAndBotClicks}
      </Text>
    </>
  );
}

function SetUp() {
  return (
    <LinkButton to="/p/$programId/integration" params={{ programId: useProgramId() }}>
      {texts.setUpIntegration}
    </LinkButton>
  );
}

/** How many events have arrived since one came here; a screen reader hears of it. */
function News({
  rows,
  isPaused,
}: {
  readonly rows: readonly Event[] | undefined;
  readonly isPaused: boolean;
}) {
  const [first, setFirst] = useState<string | null>(null);
  if (first === null && rows !== undefined) setFirst(rows[0] ? eventKey(rows[0]) : '');
  const at = first === '' ? (rows?.length ?? 0) : (rows ?? []).findIndex((row) => eventKey(row) === first);
  const count = at < 0 ? (rows?.length ?? 0) : at;
  const news = count === 0 ? texts.noNewEventsYet : texts.newEventCount({ count });
  return (
    <Text size="sm" c="dimmed" role="status" py={8}>
      {isPaused ? texts.paused : texts.live({ news })}
    </Text>
  );
}
