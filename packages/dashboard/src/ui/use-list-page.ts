import type { Input, Row } from '../api/client.js';
import { type ListPath, type ListState, type ReadSettings, useList } from '../api/use-read.js';
import { type SearchField, text, useFilters } from '../session/search.js';
import { texts } from '../texts/ui.js';
import { type TableFiles, tableFiles } from './spreadsheet-button.js';

/** As many as people look at before they search: drawing the rows is most of the time in which a list appears. */
const ROWS_AT_ONCE = '25';

/** What a list says where nothing fits what is searched for. */
export const NOTHING_FOUND = { title: texts.nothingFound, text: texts.nothingMatches };

/** The order of a list: a column's name as the service knows it, descending behind a minus sign. */
export interface Sorting {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A list that people search, sort and download. */
export interface ListPage<Item> {
  readonly list: ListState<Item>;
  readonly search: {
    readonly value: string | undefined;
    readonly onChange: (value: string | undefined) => void;
    /** Another list of the page is what `/` searches. */
    readonly isSecond: boolean;
  };
  readonly sorting: Sorting;
  /** All of it as a file, with the same filters; undefined: there is none. */
  readonly files: TableFiles | undefined;
  /** Takes the search away, and these filters. */
  readonly clear: (...filters: string[]) => void;
  readonly isSearched: boolean;
  /** There is nothing to search: no row, and none that a search hides. A search that is taken back counts until the rows are here. */
  readonly isEmpty: boolean;
}

interface ListPageSettings extends ReadSettings {
  /** For the second list of a page, whose search and order stand in the address under names of their own: "codes". */
  readonly name?: string;
}

/** Reads a list page by page, with what is searched for and the order in the address of the page. */
export function useListPage<P extends ListPath>(
  path: P,
  input: Input<P, 'get'>,
  { name, ...settings }: ListPageSettings = {},
): ListPage<Row<P>> {
  const { q, sort, ...page } = useSearchAndOrder(name);
  const { query: own } = input as { query?: Record<string, unknown> };
  const withQuery = (more: Record<string, unknown>) =>
    ({ ...input, query: { ...own, q, sort, ...more } }) as Input<P, 'get'>;
  const list = useList(path, withQuery({ limit: ROWS_AT_ONCE }), settings);
  return {
    ...page,
    list,
    isEmpty: !page.isSearched && isEmptyList(list),
    files: tableFiles(path, withQuery({})),
  };
}

/** Whether a list has no row; not while its rows are those of before. */
export function isEmptyList({ rows, isChanging }: ListState<unknown>): boolean {
  return rows?.length === 0 && isChanging !== true;
}

/** What is searched for and the order of a list, as the address of the page has them. */
export function useSearchAndOrder(
  name?: string,
): { readonly q: string | undefined; readonly sort: string | undefined } & Omit<
  ListPage<never>,
  'list' | 'files' | 'isEmpty'
> {
  const [qName, sortName] = name === undefined ? ['q', 'sort'] : [`${name}_q`, `${name}_sort`];
  const fields: Record<string, SearchField<string>> = { [qName]: text, [sortName]: text };
  const [{ [qName]: q, [sortName]: sort }, setSearch] = useFilters(fields);
  return {
    q,
    sort,
    search: { value: q, onChange: (next) => change({ [qName]: next }), isSecond: name !== undefined },
    sorting: { value: sort, onChange: (next) => change({ [sortName]: next }) },
    clear: (...filters) =>
      change({ [qName]: undefined, ...Object.fromEntries(filters.map((filter) => [filter, undefined])) }),
    isSearched: q !== undefined,
  };

  function change(changed: Record<string, string | undefined>) {
    setSearch(changed as Parameters<typeof setSearch>[0]);
  }
}
