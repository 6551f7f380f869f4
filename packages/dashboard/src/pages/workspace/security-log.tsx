import { Text } from '@mantine/core';
import { useList, useRead } from '../../api/use-read.js';
import { deviceOf } from '../../format/device.js';
import { oneOf, text, useFilters } from '../../session/search.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SelectFilter } from '../../ui/filters.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import {
  detailOf,
  EVENTS,
  type EventType,
  isAlarming,
  nameOfEvent,
  type SecurityEvent,
} from './security-events.js';

const TYPES = Object.keys(EVENTS) as EventType[];
const FILTERS = { type: oneOf(...TYPES), user: text };
const OPTIONS = TYPES.map((type) => ({ value: type, label: EVENTS[type] })).sort((a, b) =>
  a.label.localeCompare(b.label),
);

/** Who signed in or tried to, and what else concerns the security of a workspace. */
export function Page() {
  const canRead = useCan('member:write');
  return (
    <>
      <PageHeader
        title="Security log"
        description="Sign-ins of your members, changes to how they sign in, API keys used from new addresses, and exports. Kept for a year."
      />
      {canRead ? <SecurityLog /> : <NoPermission what="The security log is" who="owners" />}
    </>
  );
}

function SecurityLog() {
  const workspaceId = useWorkspaceId();
  const [{ type, user }, setSearch] = useFilters(FILTERS);
  const members = useRead('/api/workspaces/{workspaceId}/members', { path: { workspaceId } });
  const events = useList('/api/workspaces/{workspaceId}/security-log', {
    path: { workspaceId },
    query: { type, user_id: user },
  });
  const isFiltered = type !== undefined || user !== undefined;
  return (
    <>
      <Filters onClear={isFiltered ? () => setSearch({ type: undefined, user: undefined }) : undefined}>
        <SelectFilter
          label="Event"
          isSearchable
          options={OPTIONS}
          value={type}
          onChange={(next) => setSearch({ type: next })}
        />
        <SelectFilter
          label="Member"
          isSearchable
          options={(members.data?.data ?? []).map(({ user_id, email }) => ({ value: user_id, label: email }))}
          value={user}
          onChange={(next) => setSearch({ user: next })}
        />
      </Filters>
      <DataTable
        label="Security log"
        list={events}
        columns={COLUMNS}
        rowKey={(event) => event.id}
        empty={
          isFiltered
            ? { title: 'No such event', text: 'No event matches these filters.' }
            : { title: 'No events yet', text: 'The next sign-in appears here.' }
        }
      />
    </>
  );
}

const COLUMNS: Column<SecurityEvent>[] = [
  {
    key: 'event',
    header: 'Event',
    cell: (event) => (
      <>
        {isAlarming(event.type) ? (
          <StatusBadge status="failed" label={nameOfEvent(event.type)} />
        ) : (
          nameOfEvent(event.type)
        )}
        <Text span inherit c="dimmed" display="block">
          {detailOf(event)}
        </Text>
      </>
    ),
  },
  {
    key: 'account',
    header: 'Account',
    cell: ({ email, api_key_id }) => (
      <span style={{ overflowWrap: 'anywhere' }}>{email ?? (api_key_id === null ? '' : 'API key')}</span>
    ),
  },
  { key: 'address', header: 'IP address', cell: ({ address }) => address ?? 'Unknown' },
  {
    key: 'device',
    header: 'Device',
    cell: ({ user_agent }) => (user_agent === null ? '' : deviceOf(user_agent)),
  },
  { key: 'when', header: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
];
