import { Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { type ReadSettings, useList, useRead } from '../../api/use-read.js';
import { codesCalled } from '../../format/called.js';
import { readPeriod } from '../../format/period.js';
import { idField, oneOf, period, useFilters } from '../../session/search.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/audit.js';
import { common } from '../../texts/common.js';
import { Breakable } from '../../ui/breakable.js';
import type { Column } from '../../ui/data-table.js';
import { SelectFilter } from '../../ui/filters.js';
import { ListTable, namesOf } from '../../ui/list-table.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { PeriodFilter } from '../../ui/period-filter.js';
import { RowDrawer } from '../../ui/row-drawer.js';
import { Time } from '../../ui/time.js';
import { useListPage, useSearchAndOrder } from '../../ui/use-list-page.js';
import { useNamedRow } from '../../ui/use-named-row.js';
import {
  ACTIONS,
  type Action,
  codesOfActions,
  nameOfActor,
  nameOfChange,
  nameOfTarget,
} from './audit-actions.js';
import { type Difference, differencesOf, NAMES } from './audit-diff.js';
import { AuditDetails } from './audit-drawer.js';

type Entry = Row<'/api/workspaces/{workspaceId}/audit'>;

const WORDS = Object.keys(ACTIONS) as Action[];
const FILTERS = { program: idField, action: oneOf(...WORDS), period, entry: idField };
const DRAWERS = ['entry'] as const;
const OPTIONS = WORDS.map((action) => ({ value: action, label: ACTIONS[action] })).sort((a, b) =>
  a.label.localeCompare(b.label),
);

/** Who changed what in a workspace. */
export function AuditPage() {
  const canRead = useCan('program:write');
  return (
    <>
      <PageHeader title={texts.auditLog} description={texts.whoChangedWhatNewestFirst} />
      {canRead ? <AuditLog /> : <NoPermission who={texts.ownersAndAdmins} />}
    </>
  );
}

function AuditLog() {
  const workspaceId = useWorkspaceId();
  const [{ program, action, period: days, entry: wanted }, setSearch] = useFilters(FILTERS, DRAWERS);
  const programs = useList('/api/workspaces/{workspaceId}/programs', {
    path: { workspaceId },
    query: { limit: '200' },
  });
  const programName = (programId: number | null) =>
    programId === null
      ? texts.workspace
      : (programs.rows?.find((one) => one.id === programId)?.name ?? texts.program({ programId }));
  const { q } = useSearchAndOrder();
  const page = useListPage('/api/workspaces/{workspaceId}/audit', {
    path: { workspaceId },
    query: {
      program_id: program,
      action,
      ...(days && readPeriod(days)),
      ...(q && q.trim().length >= SHORTEST_NAME && asRead(q)),
    },
  });
  const opened = useNamedRow(page.list, wanted, ({ id }) => id, useEntry);
  return (
    <>
      <ListTable
        label={texts.auditLog}
        page={page}
        view="audit"
        searched={texts.searchEntries}
        filters={
          <>
            <SelectFilter
              label={common.program}
              options={(programs.rows ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
              value={program}
              onChange={(next) => setSearch({ program: next })}
            />
            <SelectFilter
              label={texts.action}
              isSearchable
              options={OPTIONS}
              value={action}
              onChange={(next) => setSearch({ action: next })}
            />
            <PeriodFilter value={days} onChange={(next) => setSearch({ period: next })} />
          </>
        }
        filtered={namesOf({ program, action, period: days })}
        columns={auditColumns(programName)}
        rowKey={(entry) => entry.id}
        open={({ id }) => setSearch({ entry: String(id) })}
        empty={{ title: texts.noEntriesYet, text: texts.everyChangeMade }}
      />
      <RowDrawer
        wanted={wanted}
        {...opened}
        title={nameOfChange}
        missing={texts.thisEntryDoesNotExist}
        onClose={() => setSearch({ entry: undefined })}
      >
        {(entry) => <AuditDetails entry={entry} where={programName(entry.program_id)} />}
      </RowDrawer>
    </>
  );
}

/** Fewer letters stand in nearly every name. */
const SHORTEST_NAME = 2;

/** What a search also stands for: the service knows actions and fields only by their codes. */
function asRead(search: string) {
  const named = codesOfActions(search);
  const actions = named.actions.join(',');
  const fields = [...named.fields, ...codesCalled(search, NAMES)].join(',');
  return { ...(actions && { q_actions: actions }), ...(fields && { q_fields: fields }) };
}

function useEntry(id: string, settings: ReadSettings) {
  const workspaceId = useWorkspaceId();
  return useRead('/api/workspaces/{workspaceId}/audit/{id}', { path: { workspaceId, id } }, settings);
}

const MOST_FIELDS = 3;
const LONGEST_VALUE = 24;

/** What was done; of a thing that was changed, also which of its fields, and what they were and are where that is short. */
function Change({ entry }: { readonly entry: Entry }) {
  const isUpdate = entry.before !== null && entry.after !== null;
  const changed = isUpdate ? differencesOf(entry).map(inShort) : [];
  const shown = changed.length > MOST_FIELDS ? [...changed.slice(0, MOST_FIELDS), '…'] : changed;
  return (
    <>
      {nameOfChange(entry)}
      {shown.length > 0 && (
        <Text span size="xs" c="dimmed" fw={400} display="block">
          {shown.join(', ')}
        </Text>
      )}
    </>
  );
}

function inShort({ field, before, after }: Difference): string {
  const values = { before: before ?? common.none, after: after ?? common.none };
  const isShort = Object.values(values).every((value) => value.length <= LONGEST_VALUE);
  return isShort ? texts.changedTo({ field, ...values }) : field;
}

function auditColumns(nameOf: (programId: number | null) => string): Column<Entry>[] {
  return [
    { key: 'action', header: texts.action, cell: (entry) => <Change entry={entry} /> },
    {
      key: 'target',
      header: texts.item,
      cell: (entry) => <Breakable>{nameOfTarget(entry, nameOf(entry.program_id))}</Breakable>,
    },
    { key: 'where', header: common.program, onPhone: 'hidden', cell: ({ program_id }) => nameOf(program_id) },
    {
      key: 'by',
      header: texts.changedBy,
      cell: ({ by }) => <Breakable>{nameOfActor(by)}</Breakable>,
    },
    {
      key: 'when',
      header: common.time,
      sort: '-occurred_at',
      cell: ({ occurred_at }) => <Time at={occurred_at} />,
    },
  ];
}
