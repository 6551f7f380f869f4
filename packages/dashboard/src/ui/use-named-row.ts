import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../api/error.js';
import type { ListState, ReadSettings } from '../api/use-read.js';

/** What an address names, as `RowDrawer` takes it. */
interface NamedRow<Item> {
  /** null: there is no such thing; undefined: not known yet. */
  readonly item: Item | null | undefined;
  readonly error: ApiError | null;
  readonly retry: () => void;
}

/**
 * The row that an address names, however old it is: from the list as far as that is loaded, else read by itself. `useRow` is called each
 * time, and asks only where it is told to (`enabled`).
 */
export function useNamedRow<Item>(
  { rows }: ListState<Item>,
  wanted: string | undefined,
  keyOf: (item: Item) => string | number,
  useRow: (wanted: string, settings: ReadSettings) => UseQueryResult<Item | null, ApiError>,
): NamedRow<Item> {
  const isWanted = (item: Item) => String(keyOf(item)) === wanted;
  const listed = wanted === undefined ? undefined : rows?.find(isWanted);
  const asks = wanted !== undefined && listed === undefined;
  const { data, error, refetch, isPlaceholderData } = useRow(wanted ?? '', { enabled: asks });
  const isMissing = error instanceof ApiError && error.status === 404;
  const found =
    isMissing || (data === null && !isPlaceholderData) ? null : data && isWanted(data) ? data : undefined;
  return {
    item: asks ? found : listed,
    error: asks && !isMissing ? error : null,
    retry: () => void refetch(),
  };
}
