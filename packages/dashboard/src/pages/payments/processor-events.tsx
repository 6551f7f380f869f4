import { Button, Stack, Text, Title } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { currentLanguage } from '../../language/current.js';
import { oneOf, useFilters } from '../../session/search.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payments.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.js';
import { Identifier } from '../../ui/identifier.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { NOTHING_FOUND, useListPage } from '../../ui/use-list-page.js';

type ProcessorEvent = Row<'/api/workspaces/{workspaceId}/processor-events'>;

const FILTERS = { status: oneOf('processed', 'waiting', 'ignored', 'failed') };
const STATUSES = [
  { value: 'processed', label: texts.processed },
  { value: 'waiting', label: texts.waiting },
  { value: 'ignored', label: texts.ignored },
  { value: 'failed', label: texts.failed },
] as const;

/** What the processor sent, and what came of it. */
export function ProcessorEvents() {
  const workspaceId = useWorkspaceId();
  const canReplay = useCan('program:write');
  const [{ status }, setSearch] = useFilters(FILTERS);
  const page = useListPage('/api/workspaces/{workspaceId}/processor-events', {
    path: { workspaceId },
    query: { status, language: currentLanguage() },
  });
  return (
    <Stack component="section" gap="xs" aria-labelledby="events">
      <div>
        <Title order={2} id="events">
          {common.events}
        </Title>
        <Text size="sm" c="dimmed" maw={640}>
          {texts.everyEventReceivedFromStripe}
        </Text>
      </div>
      <Filters
        files={page.files}
        onClear={page.isSearched || status !== undefined ? () => page.clear('status') : undefined}
        view={{ list: 'processor-events', columns: COLUMNS }}
      >
        <SearchFilter {...page.search} />
        <SelectFilter
          label={common.status}
          options={STATUSES}
          value={status}
          onChange={(next) => setSearch({ status: next })}
        />
      </Filters>
      <DataTable
        onClear={page.isSearched || status !== undefined ? () => page.clear('status') : undefined}
        label={texts.paymentProviderEvents}
        list={page.list}
        sorting={page.sorting}
        view="processor-events"
        columns={canReplay ? [...COLUMNS, REPLAY] : COLUMNS}
        rowKey={({ id }) => id}
        expectedRows={5}
        empty={
          page.isSearched
            ? NOTHING_FOUND
            : status === undefined
              ? { title: common.noEventsYet, text: texts.eventsAppearHereWhenStripe }
              : { title: texts.noMatchingEvents, text: common.tryADifferentStatus }
        }
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<ProcessorEvent>[] = [
  { key: 'type', header: common.event, cell: ({ type }) => <Identifier>{type}</Identifier> },
  {
    key: 'status',
    header: common.status,
    width: '7.5rem',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'reason',
    header: texts.result,
    width: '45%',
    cell: ({ reason, attempts }) => (
      <Text span size="sm" display="block" ta="start">
        {reason}
        {attempts > 1 && (
          <Text span size="xs" c="dimmed">
            {texts.attemptedTimes({ attempts })}
          </Text>
        )}
      </Text>
    ),
  },
  { key: 'received', header: texts.received, cell: ({ received_at }) => <Time at={received_at} /> },
];

const REPLAY: Column<ProcessorEvent> = {
  key: 'replay',
  header: common.actions,
  align: 'end',
  cell: (event) =>
    event.status === 'failed' || event.status === 'ignored' ? <Replay event={event} /> : null,
};

function Replay({ event }: { readonly event: ProcessorEvent }) {
  const workspaceId = useWorkspaceId();
  const replay = useWrite('post', '/api/workspaces/{workspaceId}/processor-events/{id}/replay', {
    done: ({ status, reason }) => (status === 'processed' ? reason : texts.still({ status, reason })),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={replay.isSending}
      onClick={() =>
        replay.send({ path: { workspaceId, id: event.id }, body: { language: currentLanguage() } })
      }
      aria-label={texts.tryAgain({ type: event.type })}
    >
      {common.tryAgain}
    </Button>
  );
}
