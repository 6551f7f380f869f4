import { useSyncExternalStore } from 'react';

/** How somebody wants to see a list; remembered by the browser. */
export interface TableView {
  /** Keys of the columns that are not shown. */
  readonly hidden: readonly string[];
  readonly isCompact: boolean;
}

const USUAL: TableView = { hidden: [], isCompact: false };
const PREFIX = 'svc-table-';
const views = new Map<string, TableView>();
const listeners = new Set<() => void>();

/** How the list of this name is seen, and what changes it. Without a name it is seen as usual. */
export function useTableView(list: string | undefined): [TableView, (change: Partial<TableView>) => void] {
  const view = useSyncExternalStore(subscribe, () => (list === undefined ? USUAL : viewOf(list)));
  return [view, (change) => list !== undefined && remember(list, { ...view, ...change })];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function viewOf(list: string): TableView {
  const known = views.get(list);
  if (known !== undefined) return known;
  const view = readView(list);
  views.set(list, view);
  return view;
}

function readView(list: string): TableView {
  try {
    const { hidden, isCompact } = JSON.parse(localStorage.getItem(PREFIX + list) ?? '{}');
    return { hidden: Array.isArray(hidden) ? hidden.map(String) : [], isCompact: isCompact === true };
  } catch {
    // Where nothing may be stored, or something else was, lists are as usual.
    return USUAL;
  }
}

function remember(list: string, view: TableView): void {
  views.set(list, view);
  try {
    localStorage.setItem(PREFIX + list, JSON.stringify(view));
  } catch {
    // Where nothing may be stored it lasts until the page is loaded again.
  }
  for (const listener of listeners) listener();
}
