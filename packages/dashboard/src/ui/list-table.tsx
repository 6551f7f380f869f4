import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.js';
import { Filters, SearchFilter } from './filters.js';
import { type ListPage, NOTHING_FOUND } from './use-list-page.js';

type Table<Item> = Omit<DataTableProps<Item>, 'list' | 'sorting' | 'view'>;

interface ListTableProps<Item> extends Table<Item> {
  readonly page: ListPage<Item>;
  /** Under which name the browser remembers the columns and the density that were chosen. */
  readonly view: string;
  /** What is searched, as the field says it; null: the list is too short to be searched. */
  readonly searched?: string | null;
  /** Further filters, and their names in the address as far as they narrow the list down now. */
  readonly filters?: ReactNode;
  readonly filtered?: readonly string[];
}

/**
 * A list with all that people do with one: search it, choose its columns and its order, download what is shown. A list that has no row yet
 * says only what will be in it.
 */
export function ListTable<Item>(props: ListTableProps<Item>) {
  const { page, view, searched, filters, filtered = [], empty, ...table } = props;
  const { list, search, sorting, files } = page;
  const isFiltered = page.isSearched || filtered.length > 0;
  const clear = () => page.clear(...filtered);
  return (
    <div>
      {(!page.isEmpty || filtered.length > 0) && !list.error && (
        <Filters
          onClear={isFiltered ? clear : undefined}
          files={files}
          view={{ list: view, columns: table.columns }}
        >
          {searched !== null && <SearchFilter {...search} {...(searched && { label: searched })} />}
          {filters}
        </Filters>
      )}
      <DataTable
        {...table}
        list={list}
        sorting={sorting}
        view={view}
        empty={isFiltered ? NOTHING_FOUND : empty}
        onClear={isFiltered ? clear : undefined}
      />
    </div>
  );
}

/** The names of the filters that are in use. */
export function namesOf(filters: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(filters).filter((name) => filters[name] !== undefined);
}
