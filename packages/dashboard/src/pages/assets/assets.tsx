import { Button } from '@mantine/core';
import { IconPlus, IconTextPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { idField, oneOf, useFilters } from '../../session/search.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/assets.js';
import { common } from '../../texts/common.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { FilterTabs } from '../../ui/filter-tabs.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { Identifier } from '../../ui/identifier.js';
import { PageHeader } from '../../ui/page-header.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';
import { AddFileDrawer } from './add-file-drawer.js';
import { AddTextDrawer } from './add-text-drawer.js';
import { type Asset, formatSize, kindOf } from './asset.js';
import { AssetDrawer } from './asset-drawer.js';

const FILTERS = { archived: oneOf('true'), asset: idField };
const DRAWERS = ['asset'] as const;

const COLUMNS: readonly Column<Asset>[] = [
  { key: 'name', header: texts.name, sort: 'name', cell: ({ name }) => <Identifier>{name}</Identifier> },
  { key: 'type', header: texts.type, cell: kindOf },
  {
    key: 'size',
    header: texts.size,
    align: 'end',
    cell: ({ size_bytes: bytes }) => (bytes === null ? '–' : formatSize(bytes)),
  },
  {
    key: 'added',
    header: texts.addedOn,
    sort: '-created_at',
    cell: ({ created_at: at }) => <Time at={at} form="date" />,
  },
];

/** Files and texts for partners: added, renamed and archived. */
export function AssetsPage() {
  const programId = useProgramId();
  const canWrite = useCan('partner:write');
  const [search, setSearch] = useFilters(FILTERS, DRAWERS);
  const [adding, setAdding] = useState<'file' | 'text' | null>(null);
  const close = () => setAdding(null);
  const isArchived = search.archived !== undefined;
  const page = useListPage('/api/programs/{programId}/assets', {
    path: { programId },
    query: { archived: search.archived },
  });
  // From the list, so that the drawer shows what the asset is after a change.
  const shown = page.list.rows?.find(({ id }) => String(id) === search.asset);
  const addFile = canWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding('file')}>
      {texts.addFile}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.assets}
        description={texts.teamDescription}
        actions={
          <>
            {canWrite && <AddText onClick={() => setAdding('text')} />}
            {addFile}
          </>
        }
      />
      <FilterTabs
        label={common.status}
        tabs={[
          { value: 'used', label: texts.inUse },
          { value: 'archived', label: texts.archivedTab },
        ]}
        value={isArchived ? 'archived' : 'used'}
        onChange={(value) => setSearch({ archived: value === 'archived' ? 'true' : undefined })}
      />
      <Filters onClear={page.isSearched ? () => page.clear() : undefined}>
        <SearchFilter {...page.search} />
      </Filters>
      <DataTable
        onClear={page.isSearched ? () => page.clear() : undefined}
        label={texts.assets}
        list={page.list}
        sorting={page.sorting}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        open={({ id }) => setSearch({ asset: String(id) })}
        expectedRows={3}
        empty={
          page.isSearched
            ? { title: texts.noMatching, text: common.tryDifferentFilters }
            : isArchived
              ? { title: texts.noArchived, text: texts.archivedAppearHere }
              : { title: texts.noAssetsYet, text: texts.addSome, action: addFile }
        }
      />
      {adding === 'file' && <AddFileDrawer onClose={close} />}
      {adding === 'text' && <AddTextDrawer onClose={close} />}
      {shown && <AssetDrawer key={shown.id} asset={shown} onClose={() => setSearch({ asset: undefined })} />}
    </>
  );
}

function AddText({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="default" leftSection={<IconTextPlus size={16} aria-hidden />} onClick={onClick}>
      {texts.addText}
    </Button>
  );
}
