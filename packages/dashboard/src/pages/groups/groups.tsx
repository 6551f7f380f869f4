import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Row } from '../../api/client.js';
import { formatCount } from '../../format/number.js';
import { formatRule } from '../../format/rule.js';
import { idField, useFilters, useNewForm } from '../../session/search.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/groups.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { RowDrawer } from '../../ui/row-drawer.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';
import { useListedRow } from '../../ui/use-listed-row.js';
import { AddGroupDrawer, EditGroup } from './group-drawers.js';

type Group = Row<'/api/programs/{programId}/groups'>;

const FILTERS = { group: idField };
const DRAWERS = ['group'] as const;

function columnsFor(programId: string, currency: string): readonly Column<Group>[] {
  return [
    { key: 'name', header: common.name, sort: 'name', cell: ({ name }) => name },
    {
      key: 'rate',
      header: texts.ownRate,
      onPhone: 'plain',
      cell: ({ commission }) => (
        <Text span size="sm" c={commission === null ? 'dimmed' : undefined}>
          {commission === null ? common.program : formatRule(commission, currency)}
        </Text>
      ),
    },
    {
      key: 'partners',
      header: texts.partners,
      align: 'end',
      cell: ({ id, name, partners }) => (
        <TextLink
          to="/p/$programId/partners"
          params={{ programId }}
          search={{ group: String(id) }}
          aria-label={texts.showPartners({ name, count: formatCount(partners) })}
        >
          {formatCount(partners)}
        </TextLink>
      ),
    },
    {
      key: 'created',
      header: common.created,
      sort: '-created_at',
      onPhone: 'hidden',
      cell: ({ created_at: at }) => <Time at={at} form="date" />,
    },
  ];
}

/** The groups of a program's partners, with their rates. */
export function GroupsPage() {
  const programId = useProgramId();
  const { currency } = useProgram();
  const canWrite = useCan('partner:write');
  const [search, setSearch] = useFilters(FILTERS, DRAWERS);
  const [isAdding, adding] = useNewForm();
  const page = useListPage('/api/programs/{programId}/groups', { path: { programId } });
  const shown = useListedRow(page.list, search.group, ({ id }) => id);
  const close = () => setSearch({ group: undefined });
  const add = canWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
      {texts.addGroup}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.groups} description={texts.description} actions={add} />
      <Filters onClear={page.isSearched ? () => page.clear() : undefined} files={page.files}>
        <SearchFilter {...page.search} />
      </Filters>
      <DataTable
        onClear={page.isSearched ? () => page.clear() : undefined}
        label={texts.groups}
        list={page.list}
        sorting={page.sorting}
        columns={columnsFor(programId, currency)}
        rowKey={({ id }) => id}
        {...(canWrite && { open: ({ id }: Group) => setSearch({ group: String(id) }) })}
        expectedRows={3}
        empty={
          page.isSearched
            ? { title: texts.noMatching, text: common.tryDifferentFilters }
            : { title: texts.noGroupsYet, text: texts.addSome, action: add }
        }
      />
      {isAdding && canWrite && <AddGroupDrawer onClose={adding.close} />}
      {canWrite && (
        <RowDrawer
          wanted={search.group}
          item={shown}
          error={page.list.error}
          retry={page.list.retry}
          title={({ name }) => name}
          missing={texts.doesNotExist}
          onClose={close}
        >
          {(group) => <EditGroup key={group.id} group={group} onClose={close} />}
        </RowDrawer>
      )}
    </>
  );
}
