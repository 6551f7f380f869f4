import { Text } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import { codesCalled } from '../../format/called.js';
import { deviceOf } from '../../format/device.js';
import { oneOf, text, useFilters } from '../../session/search.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/security.js';
import { Breakable } from '../../ui/breakable.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { useListPage, useSearchAndOrder } from '../../ui/use-list-page.js';
import {
  detailOf,
  EVENTS,
  type EventType,
  isAlarming,
  nameOfAccount,
  nameOfEvent,
  type SecurityEvent,
} from './security-events.js';

const TYPES = Object.keys(EVENTS) as EventType[];
const FILTERS = { type: oneOf(...TYPES), user: text };
const OPTIONS = TYPES.map((type) => ({ value: type, label: EVENTS[type] })).sort((a, b) =>
  a.label.localeCompare(b.label),
);

/** The authentication log of a workspace. */
export function SecurityLogPage() {
  const canRead = useCan('member:write');
  return (
    <>
      <PageHeader title={texts.securityLog} description={texts.memberSignInsPassword} />
      {canRead ? <SecurityLog /> : <NoPermission who={texts.owners} />}
    </>
  );
}

function SecurityLog() {
  const workspaceId = useWorkspaceId();
  const [{ type, user }, setSearch] = useFilters(FILTERS);
  const members = useRead('/api/workspaces/{workspaceId}/members', { path: { workspaceId } });
  const { q } = useSearchAndOrder();
  // The service knows types only by their codes.
  const asRead = q && codesCalled(q, EVENTS).join(',');
  const page = useListPage('/api/workspaces/{workspaceId}/security-log', {
    path: { workspaceId },
    query: { type, user_id: user, ...(asRead && { q_types: asRead }) },
  });
  const isFiltered = page.isSearched || type !== undefined || user !== undefined;
  return (
    <>
      <Filters
        onClear={isFiltered ? () => page.clear('type', 'user') : undefined}
        files={page.files}
        view={{ list: 'security', columns: COLUMNS }}
      >
        <SearchFilter {...page.search} />
        <SelectFilter
          label={common.event}
          isSearchable
          options={OPTIONS}
          value={type}
          onChange={(next) => setSearch({ type: next })}
        />
        <SelectFilter
          label={texts.member}
          isSearchable
          options={(members.data?.data ?? []).map(({ user_id, email }) => ({ value: user_id, label: email }))}
          value={user}
          onChange={(next) => setSearch({ user: next })}
        />
      </Filters>
      <DataTable
        onClear={isFiltered ? () => page.clear('type', 'user') : undefined}
        label={texts.securityLog}
        list={page.list}
        sorting={page.sorting}
        view="security"
        columns={COLUMNS}
        rowKey={(event) => event.id}
        empty={
          isFiltered
            ? { title: texts.noMatchingEvents, text: common.tryDifferentFilters }
            : { title: common.noEventsYet, text: texts.newSignInsAppearHere }
        }
      />
    </>
  );
}

const COLUMNS: Column<SecurityEvent>[] = [
  {
    key: 'event',
    header: common.event,
    cell: (event) => (
      <div>
        {isAlarming(event.type) ? (
          <StatusBadge status="failed" label={nameOfEvent(event.type)} />
        ) : (
          nameOfEvent(event.type)
        )}
        <Text size="sm" c="dimmed">
          {detailOf(event)}
        </Text>
      </div>
    ),
  },
  {
    key: 'account',
    header: common.account,
    cell: (event) => <Breakable>{nameOfAccount(event)}</Breakable>,
  },
  { key: 'address', header: texts.ipAddress, cell: ({ address }) => address ?? texts.unknown },
  {
    key: 'device',
    header: texts.device,
    cell: ({ user_agent }) => (user_agent === null ? '' : deviceOf(user_agent)),
  },
  {
    key: 'when',
    header: common.time,
    sort: '-occurred_at',
    cell: ({ occurred_at }) => <Time at={occurred_at} />,
  },
];
