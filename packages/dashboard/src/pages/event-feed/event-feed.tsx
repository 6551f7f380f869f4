import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { EVENT_TYPES } from '../../api/event-types.js';
import { type ListState, useList } from '../../api/use-read.js';
import { idField, oneOf, text, useFilters } from '../../session/search.js';
import { useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/event-feed.js';
import { Snippet } from '../../ui/copy.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.js';
import { PageHeader } from '../../ui/page-header.js';
import { RowDrawer } from '../../ui/row-drawer.js';
import { Time } from '../../ui/time.js';
import { NOTHING_FOUND } from '../../ui/use-list-page.js';
import { useNamedRow } from '../../ui/use-named-row.js';
import { type FeedEvent, useEventFeed, useFeedEvent } from './use-event-feed.js';

const FILTERS = { program: idField, type: oneOf(...EVENT_TYPES), number: text, event: idField };
const DRAWERS = ['event'] as const;
const LOOK_EVERY_MS = 5_000;

const TYPE_OPTIONS = EVENT_TYPES.map((type) => ({ value: type, label: type }));

/** The events of a workspace as other programs get them, read again and again while the page is open. */
export function EventFeedPage() {
  const workspaceId = useWorkspaceId();
  const [{ program, type, number, event: wanted }, setSearch] = useFilters(FILTERS, DRAWERS);
  const programs = useList('/api/workspaces/{workspaceId}/programs', {
    path: { workspaceId },
    query: { limit: '200' },
  });
  const filter = { types: type, programId: program, number };
  const feed = useEventFeed({ ...filter, workspaceId, everyMs: LOOK_EVERY_MS });
  const opened = useNamedRow(feed, wanted, ({ sequence }) => sequence, useFeedEvent);
  const nameOf = (programId: number | null) =>
    programs.rows?.find(({ id }) => id === programId)?.name ?? texts.workspace;
  const isFiltered = program !== undefined || type !== undefined || number !== undefined;
  const clear = () => setSearch({ program: undefined, type: undefined, number: undefined });
  const columns = columnsOf(nameOf);
  return (
    <>
      <PageHeader title={texts.eventFeed} description={texts.eventFeedText} />
      <Filters onClear={isFiltered ? clear : undefined} view={{ list: 'event-feed', columns }}>
        <SearchFilter
          label={texts.eventNumber}
          value={number}
          onChange={(next) => setSearch({ number: next })}
        />
        <SelectFilter
          label={common.program}
          options={(programs.rows ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
          value={program}
          onChange={(next) => setSearch({ program: next })}
        />
        <SelectFilter
          label={texts.type}
          isSearchable
          options={TYPE_OPTIONS}
          value={type}
          onChange={(next) => setSearch({ type: next })}
        />
      </Filters>
      <DataTable
        label={texts.eventFeed}
        list={feed}
        view="event-feed"
        columns={columns}
        rowKey={({ sequence }) => sequence}
        onClear={isFiltered && feed.more === undefined ? clear : undefined}
        open={({ sequence }) => setSearch({ event: String(sequence) })}
        empty={
          !isFiltered
            ? { title: texts.noEventsYet, text: texts.noEventsText }
            : feed.more === undefined
              ? NOTHING_FOUND
              : nothingSoFar(feed)
        }
      />
      <RowDrawer
        wanted={wanted}
        {...opened}
        title={(event) => <EventType event={event} />}
        missing={texts.thisEventDoesNotExist}
        size="lg"
        onClose={() => setSearch({ event: undefined })}
      >
        {(event) => <EventDetails event={event} where={nameOf(event.program_id)} />}
      </RowDrawer>
    </>
  );
}

/** Of a rare event there may be none among those that were looked at. */
function nothingSoFar({ more, isLoadingMore = false }: ListState<FeedEvent>) {
  return {
    title: texts.noMatchingEvents,
    text: texts.noMatchingText,
    action: (
      <Button variant="default" onClick={more} loading={isLoadingMore}>
        {texts.lookFurtherBack}
      </Button>
    ),
  };
}

function columnsOf(nameOf: (programId: number | null) => string): Column<FeedEvent>[] {
  return [
    { key: 'number', header: texts.number, cell: ({ sequence }) => sequence },
    { key: 'type', header: texts.type, cell: (event) => <EventType event={event} /> },
    { key: 'program', header: common.program, cell: ({ program_id }) => nameOf(program_id) },
    { key: 'when', header: common.time, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}

function EventType({ event: { type, test_mode: isTest, data } }: { readonly event: FeedEvent }) {
  return (
    <Group gap="xs">
      <span>{type}</span>
      {isTest && (
        <Badge variant="light" color="gray">
          {data.sample === true ? texts.sample : texts.test}
        </Badge>
      )}
    </Group>
  );
}

/** One event, exactly as it is delivered. */
function EventDetails({ event, where }: { readonly event: FeedEvent; readonly where: string }) {
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {where}, <Time at={event.created_at} />
      </Text>
      <Snippet code={JSON.stringify(event, null, 2)} label={texts.json} />
    </Stack>
  );
}
