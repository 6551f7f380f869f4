import { Button, Stack, Text, Title } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { useList } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { oneOf, useFilters } from '../../session/search.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SelectFilter } from '../../ui/filters.js';
import { Identifier } from '../../ui/identifier.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';

type ProcessorEvent = Row<'/api/workspaces/{workspaceId}/processor-events'>;

const FILTERS = { status: oneOf('processed', 'waiting', 'ignored', 'failed') };
const STATUSES = [
  { value: 'processed', label: 'Processed' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'ignored', label: 'Ignored' },
  { value: 'failed', label: 'Failed' },
] as const;

/** What the processor sent, and what came of it. */
export function ProcessorEvents() {
  const workspaceId = useWorkspaceId();
  const canReplay = useCan('program:write');
  const [{ status }, setSearch] = useFilters(FILTERS);
  const events = useList('/api/workspaces/{workspaceId}/processor-events', {
    path: { workspaceId },
    query: { status },
  });
  return (
    <Stack component="section" gap="xs" aria-labelledby="events">
      <div>
        <Title order={2} id="events">
          Events
        </Title>
        <Text size="sm" c="dimmed" maw={640}>
          Everything the processor sent, with what came of it and why. One that was ignored or failed can be
          tried again once its reason is gone.
        </Text>
      </div>
      <Filters>
        <SelectFilter
          label="Status"
          options={STATUSES}
          value={status}
          onChange={(next) => setSearch({ status: next })}
        />
      </Filters>
      <DataTable
        label="Events of the card processor"
        list={events}
        columns={canReplay ? [...COLUMNS, REPLAY] : COLUMNS}
        rowKey={({ id }) => id}
        expectedRows={5}
        empty={
          status === undefined
            ? { title: 'No events yet', text: 'They appear as soon as the processor sends the first.' }
            : { title: 'No such event', text: 'No event has this status.' }
        }
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<ProcessorEvent>[] = [
  { key: 'type', header: 'Event', cell: ({ type }) => <Identifier>{type}</Identifier> },
  { key: 'status', header: 'Status', width: '7.5rem', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'reason',
    header: 'What came of it',
    width: '45%',
    cell: ({ reason, attempts }) => (
      <Text span size="sm" display="block" ta="start">
        {reason}
        {attempts > 1 && (
          <Text span size="xs" c="dimmed">
            {' '}
            Tried {attempts} times.
          </Text>
        )}
      </Text>
    ),
  },
  { key: 'received', header: 'Received', cell: ({ received_at }) => <Time at={received_at} /> },
];

const REPLAY: Column<ProcessorEvent> = {
  key: 'replay',
  header: 'Change',
  align: 'end',
  cell: (event) =>
    event.status === 'failed' || event.status === 'ignored' ? <Replay event={event} /> : null,
};

function Replay({ event }: { readonly event: ProcessorEvent }) {
  const workspaceId = useWorkspaceId();
  const replay = useWrite('post', '/api/workspaces/{workspaceId}/processor-events/{id}/replay', {
    done: ({ status, reason }) => (status === 'processed' ? reason : `Still ${status}: ${reason}`),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={replay.isSending}
      onClick={() => replay.send({ path: { workspaceId, id: event.id }, body: {} })}
      aria-label={`Try again: ${event.type}`}
    >
      Try again
    </Button>
  );
}
