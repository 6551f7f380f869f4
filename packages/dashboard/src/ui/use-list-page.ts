import { addressOf, type Input, type Row } from '../api/client.js';
import { type ListPath, type ListState, type ReadSettings, useList } from '../api/use-read.js';
import { text, useFilters } from '../session/search.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/ui.js';

/** What a list says where nothing fits what is searched for. */
export const NOTHING_FOUND = { title: texts.nothingFound, text: common.tryDifferentFilters };

const FIELDS = { q: text, sort: text };

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
  };
  readonly sorting: Sorting;
  /** Address of all of it as CSV, with the same filters. */
  readonly csv: string;
  /** Takes the search away, and these filters. */
  readonly clear: (...filters: string[]) => void;
  readonly isSearched: boolean;
}

/** Reads a list page by page, with what is searched for and the order in the address of the page. */
export function useListPage<P extends ListPath>(
  path: P,
  input: Input<P, 'get'>,
  settings?: ReadSettings,
): ListPage<Row<P>> {
  const [{ q, sort }, setSearch] = useFilters(FIELDS);
  const { query: own } = input as { query?: Record<string, unknown> };
  const withQuery = (more: Record<string, unknown>) =>
    ({ ...input, query: { ...own, q, sort, ...more } }) as Input<P, 'get'>;
  return {
    list: useList(path, withQuery({}), settings),
    search: { value: q, onChange: (next) => setSearch({ q: next }) },
    sorting: { value: sort, onChange: (next) => setSearch({ sort: next }) },
    csv: addressOf(path, withQuery({ format: 'csv' })),
    clear: (...filters) =>
      setSearch({ q: undefined, ...Object.fromEntries(filters.map((name) => [name, undefined])) }),
    isSearched: q !== undefined,
  };
}
