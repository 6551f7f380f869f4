import type { ListState } from '../api/use-read.js';
import { isEmptyList, type ListPage, useSearchAndOrder } from './use-list-page.js';

/** How rows are searched and sorted that are all here already. */
export interface LocalOrder<Item> {
  /** What of a row is searched; text that is null has nothing to find. */
  readonly searched: (item: Item) => readonly (string | null)[];
  /** What each column is sorted by, under the name that `Column.sort` has. */
  readonly sorts: Readonly<Record<string, (item: Item) => string | number>>;
  /** For the second list of a page: see `useListPage`. */
  readonly name?: string;
}

/** A list that is searched and sorted here, because it came whole, within another answer. Nothing chosen: in the order in which it came. */
export function useLocalPage<Item>(list: ListState<Item>, order: LocalOrder<Item>): ListPage<Item> {
  const { q, sort, ...page } = useSearchAndOrder(order.name);
  const found =
    q === undefined ? list.rows : list.rows?.filter((item) => hasText(order.searched(item), q.toLowerCase()));
  return {
    ...page,
    list: { ...list, rows: found && sorted(found, order.sorts, sort) },
    isEmpty: isEmptyList(list),
    files: undefined,
  };
}

function hasText(values: readonly (string | null)[], text: string): boolean {
  return values.some((value) => value?.toLowerCase().includes(text) === true);
}

function sorted<Item>(
  rows: readonly Item[],
  sorts: LocalOrder<Item>['sorts'],
  sort: string | undefined,
): readonly Item[] {
  const sortedBy = sorts[sort?.replace(/^-/, '') ?? ''];
  if (sortedBy === undefined) return rows;
  const sign = sort?.startsWith('-') ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(sortedBy(one), sortedBy(other)));
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other));
}
